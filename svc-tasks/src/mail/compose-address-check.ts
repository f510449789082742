import type { Tx } from '@obieg/service-kit';
import {
  mailLanguageOf,
  type OutgoingMail,
  oneLine,
  renderMail,
  unsubscribeHeaders,
} from '@obieg/service-kit/mail';
import { isAuthorUnverified } from '../tasks/tasks.policy';
import { isMailStopped } from './mail-choices';
import type { MailContext } from './mail-context';
import { countMailsOfDay } from './mail-keys';
import type { QueuedTaskMail } from './mail-kinds';
import { findMailLanguage } from './reporters';
import { taskMailTexts } from './task-mail-texts';

/** Anybody can submit tasks with any address, so a stranger's mailbox must not be flooded. */
const mailsPerDayMax = 5;

interface Unverified {
  public_task_id: number;
  email: string;
  organization_name: string;
  code_name: string;
}

const findUnverified = async (tx: Tx, taskId: number): Promise<Unverified | undefined> => {
  const { rows } = await tx.raw<{ rows: Unverified[] }>(
    `select t.public_task_id, t.author_email as email, o.name as organization_name, o.code_name
       from tasks t join organizations o on o.organization_id = t.organization_id
      where t.id = :taskId and t.deleted_at is null and o.deleted_at is null and o.code_name is not null
        and ${isAuthorUnverified}`,
    { taskId },
  );
  return rows[0];
};

/** Composes the only mail to an unverified address. It contains nothing that a person wrote. */
export const composeAddressCheck = async (
  tx: Tx,
  { organization_id, task_id: taskId }: QueuedTaskMail,
  { organizationUrl, createKey }: MailContext,
): Promise<OutgoingMail | undefined> => {
  const found = taskId === null ? undefined : await findUnverified(tx, taskId);
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
  const subject = texts.subject(task);
  const fragment = new URLSearchParams({ task: String(task), email });
  return {
    recipient: email,
    subject,
    headers: unsubscribeHeaders(unsubscribeAddress),
    ...renderMail({
      language,
      subject,
      greeting,
      paragraphs: [texts.received(task, oneLine(found.organization_name)), texts.verify],
      link: { address: `${organizationUrl(code_name)}/confirm-address#${fragment}`, label: texts.link },
      notes: [texts.notYours],
      signature,
      subscription: { reason: texts.reason, address: settingsAddress, label: settings },
    }),
  };
};
