import type { Language } from '@obieg/contracts';
import { sendWithCommit, type Tx } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { isAuthorUnverified } from '../policy/tasks.policy';
import type { InsertedTask } from '../tasks/tasks.repo';

const upsertLanguage = `
  insert into reporter_languages (organization_id, email, language)
  select t.organization_id, lower(t.author_email), :language from tasks t
   where t.public_task_id = :publicTaskId and t.author_email is not null
  on conflict (organization_id, email) do update set language = excluded.language`;

const queueAddressCheck = `
  insert into mail_queue (organization_id, kind, task_id)
  select t.organization_id, 'ADDRESS_CHECK', t.id from tasks t
   where t.public_task_id = :publicTaskId and t.author_user_id is null
     and (${isAuthorUnverified} or exists (
       select 1 from pending_submissions s
        where s.organization_id = t.organization_id and s.public_task_id = t.public_task_id))`;

/**
 * Prepares the mails to a reporter who submits a task: their language, and for an unverified address or waiting files
 * the mail with the way to confirm them. Takes effect when the transaction commits.
 */
export const prepareReporterMails = (
  tx: Tx,
  { actor, language }: Caller,
  { public_task_id: publicTaskId }: Pick<InsertedTask, 'public_task_id'>,
): void => {
  if (actor?.permissions.has('BASE')) return;
  sendWithCommit(tx, tx.raw(upsertLanguage, { publicTaskId, language }));
  if (!actor) sendWithCommit(tx, tx.raw(queueAddressCheck, { publicTaskId }));
};

/** Language of the mails to an address: the choice of its account, otherwise that of its last submission. */
export const findMailLanguage = async (tx: Tx, email: string): Promise<Language> => {
  const { rows } = await tx.raw<{ rows: { language: Language | null }[] }>(
    `select coalesce(
       (select u.language from users u where lower(u.email) = lower(:email) limit 1),
       (select r.language from reporter_languages r where r.email = lower(:email))) as language`,
    { email },
  );
  return rows[0]?.language ?? 'mul';
};
