import { limits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import {
  mailLanguageOf,
  type OutgoingMail,
  oneLine,
  presentFileNames,
  renderMail,
  unsubscribeHeaders,
} from '@obieg/service-kit/mail';
import { isAuthorUnverified } from '../policy/tasks.policy';
import { isMailStopped } from './mail-choices';
import type { MailContext } from './mail-context';
import { countMailsOfDay } from './mail-keys';
import type { QueuedTaskMail } from './mail-kinds';
import { findMailLanguage } from './reporters';
import { taskMailTexts } from './task-mail-texts';

/** Anybody can submit tasks with any address, so a stranger's mailbox must not be flooded. */
const mailsPerDayMax = 5;

interface Unconfirmed {
  public_task_id: number;
  email: string;
  organization_name: string;
  code_name: string;
  is_unverified: boolean;
  /** Files that wait for a verification that is requested for this task. */
  file_names: string[];
}

const waitingFileNames = `array(
  select a.original_filename
    from pending_submissions s
    join pending_attachments a on a.organization_id = s.organization_id and a.secret_hash = s.secret_hash
   where s.organization_id = t.organization_id and s.public_task_id = t.public_task_id and a.stored_at is not null
   order by a.stored_at, a.id)`;

const findUnconfirmed = async (tx: Tx, taskId: number): Promise<Unconfirmed | undefined> => {
  const { rows } = await tx.raw<{ rows: Unconfirmed[] }>(
    `select t.public_task_id, t.author_email as email, o.name as organization_name, o.code_name,
            ${isAuthorUnverified} as is_unverified, ${waitingFileNames} as file_names
       from tasks t join organizations o on o.organization_id = t.organization_id
      where t.id = :taskId and t.deleted_at is null and o.deleted_at is null and o.code_name is not null
        and t.author_user_id is null`,
    { taskId },
  );
  return rows.find(({ is_unverified, file_names }) => is_unverified || file_names.length > 0);
};

/** The page passes the names on to the request for a code, whose mail names them again. */
const buildFragment = ({ public_task_id, email, file_names }: Unconfirmed): URLSearchParams =>
  new URLSearchParams([
    ['task', String(public_task_id)],
    ['email', email],
    ...file_names.map((name): [string, string] => ['file', name]),
  ]);

/**
 * Composes the mail that asks to confirm a task: to an unverified address, and to a verified one if files wait. Apart
 * from the names of the files, it contains nothing that a person wrote.
 */
export const composeAddressCheck = async (
  tx: Tx,
  { organization_id, task_id: taskId }: QueuedTaskMail,
  { organizationUrl, createKey }: MailContext,
): Promise<OutgoingMail | undefined> => {
  const found = taskId === null ? undefined : await findUnconfirmed(tx, taskId);
  if (!found || taskId === null) return undefined;
  const { email, public_task_id: task, code_name } = found;
  if (await isMailStopped(tx, email, { reason: null, taskId })) return undefined;
  if ((await countMailsOfDay(tx, email, 'ADDRESS_CHECK', taskId)) >= mailsPerDayMax) return undefined;
  const { settingsAddress, unsubscribeAddress } = await createKey(tx, code_name, {
    organization_id,
    kind: 'ADDRESS_CHECK',
    email,
    reasons: [],
    task_id: taskId,
    user_id: null,
  });
  const language = mailLanguageOf(await findMailLanguage(tx, email));
  const { greeting, signature, settings, addressCheck: texts } = taskMailTexts[language];
  const subject = found.is_unverified ? texts.subject(task) : texts.confirmSubject(task);
  const fileNames = presentFileNames(found.file_names);
  return {
    recipient: email,
    subject,
    headers: unsubscribeHeaders(unsubscribeAddress),
    ...renderMail({
      language,
      subject,
      greeting,
      paragraphs: [
        texts.received(task, oneLine(found.organization_name)),
        ...(found.is_unverified ? [texts.verify] : []),
        ...(fileNames.length > 0 ? [texts.files(limits.pendingAttachmentHours)] : []),
      ],
      entries: fileNames.map((heading) => ({ heading })),
      link: {
        address: `${organizationUrl(code_name)}/confirm-address#${buildFragment(found)}`,
        label: found.is_unverified ? texts.link : texts.confirmLink,
      },
      notes: [texts.notYours],
      signature,
      subscription: { reason: texts.reason, address: settingsAddress, label: settings },
    }),
  };
};
