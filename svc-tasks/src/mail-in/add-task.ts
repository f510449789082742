import { createTaskSchema, limits } from '@obieg/contracts';
import { isProblem, nextTraceparent, type Tx, withOrganization } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { findMailLanguage } from '../mail/reporters';
import { receivePendingContent } from '../pending-attachments/receive-pending';
import { createTask, type Submission } from '../submission/submit-task';
import { retryTakenNumber } from '../tasks/tasks.repo';
import type { MailInOutcome } from './mail-in.metrics';
import { countTakenMails } from './mail-in-queue';
import { getMailInSettings } from './mail-in-settings.repo';
import { type MailWorkerDependencies, type OpenedMail, takeMail } from './mail-worker-context';

/** As many as a person submits, and as many as an organization notices. */
const tasksPerHour = { ofSender: 10, ofOrganization: 200 };

/** Answers to an address are limited like the mails that ask to verify one. */
const formMailsPerDay = 5;

const prefixes = ['re:', 'odp:', 'aw:', 'fwd:', 'fw:', 'wg:', 'pd:'];

/** The subject without the marks of answers and forwarded mails. */
const cleanSubject = (subject: string): string => {
  let title = subject;
  for (;;) {
    const prefix = prefixes.find((one) => title.toLowerCase().startsWith(one));
    if (prefix === undefined) return title;
    title = title.slice(prefix.length).trim();
  }
};

const cut = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;

const titleOf = ({ subject, fullText, sender }: OpenedMail['mail']): string =>
  cut(cleanSubject(subject) || fullText.split('\n', 1)[0] || sender, limits.taskTitleMaxLength);

/** The submission of a visitor: a mail answers no question of the workflow. */
const readSubmission = ({ mail }: OpenedMail, uploadSecret: string | undefined): Submission | undefined =>
  createTaskSchema.safeParse({
    title: titleOf(mail),
    // A forwarded mail has nothing but a quote.
    description: cut(mail.text || mail.fullText, limits.descriptionMaxLength),
    createdByEmail: mail.sender,
    workflowParameters: {},
    ...(uploadSecret === undefined ? {} : { uploadSecret }),
  }).data;

type Admission = { caller: Caller<undefined> } | { refused: MailInOutcome };

const admit = async (tx: Tx, { row, mail }: OpenedMail): Promise<Admission> => {
  const { organization_id: organizationId } = row;
  if (!(await getMailInSettings(tx)).accepts_tasks) return { refused: 'switched_off' };
  const { sender } = mail;
  const isLimited =
    (await countTakenMails(tx, { sender, outcome: 'task' })) >= tasksPerHour.ofSender ||
    (await countTakenMails(tx, { outcome: 'task' })) >= tasksPerHour.ofOrganization;
  if (isLimited) return { refused: 'too_many' };
  const caller = {
    organizationId,
    tenantScope: organizationId,
    actor: undefined,
    language: await findMailLanguage(tx, sender),
    traceparent: nextTraceparent(undefined),
  };
  return { caller };
};

/**
 * Stores the files by the rules and quotas of a visitor's submission. A refused file is left out. @returns the secret of
 * the files; undefined without any
 */
const storePending = async (
  dependencies: MailWorkerDependencies,
  { mail }: OpenedMail,
  { organizationId, language }: Caller,
): Promise<string | undefined> => {
  let secret: string | undefined;
  for (const file of mail.files.slice(0, limits.pendingAttachmentsMax)) {
    const stored = await receivePendingContent(dependencies, {
      organizationId,
      principal: `mail ${mail.sender}`,
      network: `mail ${mail.sender.split('@')[1]}`,
      language,
      secret,
      log: dependencies.log,
      file,
    }).catch((error: unknown) => {
      if (!isProblem(error) || error.status >= 500) throw error;
      return undefined;
    });
    secret = stored?.uploadSecret ?? secret;
  }
  return secret;
};

/** Queues the mail that asks the sender to complete the form: the workflow has questions that a mail does not answer. */
const askForForm = (
  { db }: MailWorkerDependencies,
  opened: OpenedMail,
  { organizationId }: Caller,
): Promise<MailInOutcome> =>
  withOrganization(db, organizationId, async (tx) => {
    const { sender } = opened.mail;
    if (!(await takeMail(tx, opened, { taskId: null, outcome: 'form' }))) return 'repeated';
    await tx.raw(
      `insert into mail_queue (organization_id, kind, recipient)
       select :organizationId, 'TASK_FORM', :sender
        where (select count(*) from taken_mails t
                where t.organization_id = :organizationId and t.sender = :sender and t.outcome = 'form'
                  and t.taken_at > now() - interval '1 day') <= :formMailsPerDay`,
      { organizationId, sender, formMailsPerDay },
    );
    return 'form';
  });

/**
 * Makes a task of a mail to the organization, as if a visitor with the sender's address had submitted it: unverified until
 * the code, with the files of an unverified visitor. One transaction takes the mail and creates the task.
 */
export const addTask = async (
  dependencies: MailWorkerDependencies,
  opened: OpenedMail,
): Promise<MailInOutcome> => {
  const { db } = dependencies;
  const admission = await withOrganization(db, opened.row.organization_id, (tx) => admit(tx, opened));
  if ('refused' in admission) return admission.refused;
  const { caller } = admission;
  if (opened.mail.fullText === '' && opened.mail.subject === '') return 'empty';
  try {
    const submission = readSubmission(opened, await storePending(dependencies, opened, caller));
    if (!submission) return 'empty';
    return await retryTakenNumber(() =>
      withOrganization(db, caller.tenantScope, async (tx): Promise<MailInOutcome> => {
        if (!(await takeMail(tx, opened, { taskId: null, outcome: 'task' }))) return 'repeated';
        await createTask(tx, caller, submission);
        return 'task';
      }),
    );
  } catch (error) {
    if (!isProblem(error) || error.status !== 422) throw error;
    return askForForm(dependencies, opened, caller);
  }
};
