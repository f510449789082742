import { type Database, sweepAlone, withEveryOrganization } from '@obieg/service-kit';

const mailsPerRoundMax = 100;

const batch = `
  with due as (
    select organization_id, task_id from reporter_news
     where mail_id is null
     group by organization_id, task_id
    having min(created_at) <= now() - :seconds * interval '1 second'
     limit ${mailsPerRoundMax}),
  mails as (
    insert into mail_queue (organization_id, kind, task_id)
    select organization_id, 'REPORTER_NEWS', task_id from due
    returning id, organization_id, task_id)
  update reporter_news n set mail_id = m.id
    from mails m
   where n.organization_id = m.organization_id and n.task_id = m.task_id and n.mail_id is null`;

/**
 * Queues one mail for all news of a task when the oldest one has waited `seconds`. Later news make the next mail.
 * Only one process batches at a time. @returns the number of batched news
 */
export const batchReporterNews = (db: Database, seconds: number): Promise<number> =>
  // The news of all organizations wait in one table.
  withEveryOrganization(db, (tx) =>
    sweepAlone(tx, 'reporter_news batches', async () => {
      const result = await tx.raw<{ rowCount: number }>(batch, { seconds });
      return result.rowCount;
    }),
  );
