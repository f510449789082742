import type { Tx } from '@obieg/service-kit';

const isReporter = (userId: string): string => `find_informed_reporter(t.organization_id, t.id) = ${userId}`;

/** SQL: news of `t` wait for a mail to the reader, who is its reporter. */
export const hasWaitingReporterNews = `exists (
  select 1 from reporter_news n
   where n.organization_id = t.organization_id and n.task_id = t.id and n.mail_id is null
     and ${isReporter(':readerId')})`;

/** Two branches, because each has an index: news without a mail, and news of mails that are not sent yet. */
const unsentNews = `
  select n.id from reporter_news n
   where n.organization_id = t.organization_id and n.task_id = t.id and n.mail_id is null
  union all
  select n.id from mail_queue q join reporter_news n on n.organization_id = q.organization_id and n.mail_id = q.id
   where q.organization_id = t.organization_id and q.task_id = t.id`;

/**
 * Deletes the unsent news of a task that its reporter has seen on the task's page. A mail without news is not sent.
 * Changes nothing for other callers.
 */
export const deleteSeenReporterNews = async (tx: Tx, publicTaskId: number, userId: number): Promise<void> => {
  await tx.raw(
    `delete from reporter_news r using tasks t
      where t.public_task_id = :publicTaskId and r.organization_id = t.organization_id and r.task_id = t.id
        and r.id in (${unsentNews}) and ${isReporter(':userId')}`,
    { publicTaskId, userId },
  );
};
