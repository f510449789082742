import { limits } from '@obieg/contracts';
import { isProblem, nextTraceparent, type Tx, withOrganization } from '@obieg/service-kit';
import { attachStoredFile } from '../attachments/upload-attachment';
import type { SignedInCaller } from '../callers/caller';
import { insertComment } from '../comments/add-comment';
import { hasMaximumComments } from '../comments/readable-comments';
import { findRecipient } from '../mail/readable-notifications';
import { findMailLanguage } from '../mail/reporters';
import { rolesWithBase } from '../members/references';
import { translate } from '../messages/server-messages';
import { deleteSeenReporterNews } from '../news-queue/reporter-news';
import { findReplyAddress, type ReplyAddressRow } from '../reply-addresses/reply-addresses.repo';
import type { LockedTask } from '../tasks/change-task';
import { openTaskForUpdate } from '../tasks/open-task';
import { updateTaskTime } from '../tasks/tasks.repo';
import { getConfiguration } from '../workflow-model/configuration.repo';
import type { MailInOutcome } from './mail-in.metrics';
import { countTakenMails } from './mail-in-queue';
import { type MailWorkerDependencies, type OpenedMail, takeMail } from './mail-worker-context';
import { type StoredMailFile, storeFiles } from './store-files';

/** More answers than a person writes to one task. Ends a loop of two programs that the headers do not reveal. */
const answersPerHourMax = 20;

interface Answer {
  address: ReplyAddressRow;
  caller: SignedInCaller;
}

/** The reader of a reply address with the rights of this moment. @returns undefined if the membership has ended */
const findReader = async (tx: Tx, address: ReplyAddressRow) => {
  const reader = await findRecipient(tx, address.user_id);
  if (!reader) return undefined;
  const { organization_id: organizationId } = address;
  const caller: SignedInCaller = {
    organizationId,
    tenantScope: organizationId,
    actor: reader.actor,
    language: await findMailLanguage(tx, reader.email),
    traceparent: nextTraceparent(undefined),
  };
  return { email: reader.email, caller };
};

/** Finds who answers. @returns the reason if the mail makes nothing */
const findAnswer = (
  { db }: MailWorkerDependencies,
  { row, mail }: OpenedMail,
  addressId: number,
): Promise<Answer | MailInOutcome> =>
  withOrganization(db, row.organization_id, async (tx) => {
    const address = await findReplyAddress(tx, addressId);
    if (!address) return 'unknown_address';
    const reader = await findReader(tx, address);
    if (!reader) return 'no_access';
    if (reader.email !== mail.sender) return 'other_sender';
    const taken = await countTakenMails(tx, { sender: mail.sender, task_id: address.task_id });
    return taken >= answersPerHourMax ? 'too_many' : { address, caller: reader.caller };
  });

interface Audience {
  visibleUserIds: number[];
  visibleGroupIds: number[];
  visibleToAuthor: boolean;
}

const everyMember: Audience = { visibleUserIds: [], visibleGroupIds: [], visibleToAuthor: false };

/**
 * Who reads the answer: the readers of the newest comment of the mail that only chosen people read, if they are still
 * members, otherwise all members. The quoted text of such a mail is not kept, because it can contain comments for others.
 */
const findAudience = async (tx: Tx, { address, caller }: Answer): Promise<Audience> => {
  if (address.comment_id === null) return everyMember;
  const { rows } = await tx.raw<{ rows: Audience[] }>(
    `select c.is_visible_to_author as "visibleToAuthor",
            array(select m.user_id from memberships m join users u on u.id = m.user_id and not u.is_integration
                   where m.user_id = any(c.visible_user_ids || c.author_user_id || cast(:readerId as bigint))
                     and m.roles && cast(:rolesWithBase as text[])) as "visibleUserIds",
            array(select g.id from groups g where g.id = any(c.visible_group_ids) and g.deleted_at is null)
              as "visibleGroupIds"
       from comments c where c.id = :commentId`,
    { commentId: address.comment_id, readerId: caller.actor.userId, rolesWithBase },
  );
  const [audience] = rows;
  // Without any reader, the comment would be for all members.
  return audience && audience.visibleUserIds.length + audience.visibleGroupIds.length > 0
    ? audience
    : { ...everyMember, visibleUserIds: [caller.actor.userId] };
};

/** The comment's text, with the names of refused files. A mail of nothing but a quote is a comment with all of its text. */
const composeContent = (
  { mail }: OpenedMail,
  { language }: SignedInCaller,
  { files, refused }: { files: readonly StoredMailFile[]; refused: readonly string[] },
): string => {
  const names = files.map(({ name }) => name).join(', ');
  const written = mail.text || (names && `[${translate(language, 'mailFiles')}: ${names}]`) || mail.fullText;
  const note =
    refused.length === 0
      ? ''
      : `\n\n[${translate(language, 'mailFilesRefused')}: ${refused.join(', ').slice(0, 1_000)}]`;
  const room = limits.commentMaxLength - note.length;
  return `${written.length > room ? `${written.slice(0, room - 1).toWellFormed()}…` : written}${note}`.trim();
};

const writeComment = async (
  tx: Tx,
  opened: OpenedMail,
  { address, caller }: Answer,
  task: LockedTask,
  content: string,
): Promise<void> => {
  const extra = await hasMaximumComments(tx, caller.actor, address.public_task_id);
  const { fullText } = opened.mail;
  const { isForAllReaders } = await insertComment(
    tx,
    caller,
    { ...task, extra },
    {
      content,
      ...(await findAudience(tx, { address, caller })),
      mailText: address.comment_id === null && fullText !== content ? fullText : null,
    },
  );
  if (isForAllReaders) await updateTaskTime(tx, task.row.id);
  if (task.view === 'author') await deleteSeenReporterNews(tx, address.public_task_id, caller.actor.userId);
};

/** Queues one mail a day that says that the answer was not accepted, to the reader whose address it is. */
const queueRefusal = (tx: Tx, { address }: Answer): Promise<unknown> =>
  tx.raw(
    `insert into mail_queue (organization_id, kind, task_id, user_id)
     select :organization_id, 'ANSWER_REFUSED', :task_id, :user_id
      where not exists (select from taken_mails t
        where t.organization_id = :organization_id and t.task_id = :task_id and t.outcome = 'no_access'
          and t.sender = (select lower(u.email) from users u where u.id = :user_id)
          and t.taken_at > now() - interval '1 day')`,
    { ...address },
  );

/** Ends a mail whose reader may not answer any more. */
const refuse = ({ db }: MailWorkerDependencies, opened: OpenedMail, answer: Answer): Promise<MailInOutcome> =>
  withOrganization(db, opened.row.organization_id, async (tx) => {
    await queueRefusal(tx, answer);
    const claim = { taskId: answer.address.task_id, outcome: 'no_access' } as const;
    return (await takeMail(tx, opened, claim)) ? 'no_access' : 'repeated';
  });

const write = async (
  dependencies: MailWorkerDependencies,
  opened: OpenedMail,
  answer: Answer,
): Promise<MailInOutcome> => {
  const { row, mail } = opened;
  const { address, caller } = answer;
  const stored = await storeFiles(dependencies, row.organization_id, mail.files, caller.language);
  const content = composeContent(opened, caller, stored);
  try {
    if (content === '') return 'empty';
    return await withOrganization(dependencies.db, row.organization_id, async (tx) => {
      if (!(await takeMail(tx, opened, { taskId: address.task_id, outcome: 'comment' }))) return 'repeated';
      const task = await openTaskForUpdate(tx, caller, address.public_task_id);
      // Visitors and authors whose role has ended read the task by its number, but do not write.
      if (task.view === 'visitor') throw new LostAccessError();
      for (const file of stored.files)
        await attachStoredFile(tx, caller, task, {
          ...file,
          idempotencyKey: null,
          isByLink: task.view === 'author',
        });
      const configuration = await getConfiguration(tx, caller);
      await writeComment(tx, opened, answer, { ...task, configuration }, content);
      return 'comment';
    });
  } finally {
    // Does nothing for files that were attached.
    await stored.abandon();
  }
};

class LostAccessError extends Error {}

/** Whether the same call of the reader would be refused for good. */
const isRefusal = (error: unknown): boolean =>
  error instanceof LostAccessError || (isProblem(error) && [403, 404, 409, 422].includes(error.status));

/**
 * Makes a comment of an answer to a mail about a task, with its files, with the rights that its reader has now. One
 * transaction takes the mail and writes everything.
 */
export const addAnswer = async (
  dependencies: MailWorkerDependencies,
  opened: OpenedMail,
  addressId: number,
): Promise<MailInOutcome> => {
  const answer = await findAnswer(dependencies, opened, addressId);
  if (typeof answer === 'string') return answer;
  try {
    return await write(dependencies, opened, answer);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refuse(dependencies, opened, answer);
  }
};
