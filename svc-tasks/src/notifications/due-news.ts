import {
  type Database,
  forEachOrganization,
  type Logger,
  sendWithCommit,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';

/** SQL: the local time of the organization `o` one working day ahead. Friday's and the weekend's is Monday's. */
const oneWorkingDayAhead = `((now() at time zone o.time_zone) + interval '1 day' *
  case extract(isodow from now() at time zone o.time_zone) when 5 then 3 when 6 then 2 else 1 end)`;

/** SQL: the due date of `t`, as its index contains it. */
const dueKey = `(case when t.due_at is null then timestamptz '9999-12-31 00:00:00+00' else t.due_at end)`;

/**
 * SQL: tasks that become due before then, or are overdue, and what to say of them. A finished task is not due. The order
 * makes PostgreSQL read the index of due dates. Without it, it reads all tasks: 4 seconds for a million.
 */
export const dueTasks = `
  select t.organization_id, t.id, t.public_task_id, t.due_at,
         case when t.due_at <= now() then 'OVERDUE' else 'DUE_SOON' end as kind
    from organizations o
   cross join lateral (
         select * from tasks t
          where t.organization_id = o.organization_id and t.deleted_at is null
            and ${dueKey} between now() - interval '7 days' and ${oneWorkingDayAhead} at time zone o.time_zone
          order by ${dueKey} offset 0) t
    join statuses s on s.organization_id = t.organization_id and s.id = t.status_id and s.status_type <> 'FINAL'
   where o.organization_id = app_organization_id()
     and (t.assigned_user_id is not null or t.assigned_group_id is not null)`;

/**
 * Counts the present news of an imported task as sent, when the transaction commits: an import tells no member that
 * thousands of tasks are late. What becomes due later is news.
 */
export const skipDueNews = (tx: Tx, publicTaskId: number): void =>
  sendWithCommit(
    tx,
    tx.raw(
      `insert into due_notices (organization_id, task_id, kind, due_at)
       select t.organization_id, t.id, case when t.due_at <= now() then 'OVERDUE' else 'DUE_SOON' end, t.due_at
         from tasks t
         join organizations o on o.organization_id = t.organization_id
        where t.public_task_id = :publicTaskId and t.due_at <= ${oneWorkingDayAhead} at time zone o.time_zone`,
      { publicTaskId },
    ),
  );

/** Queues what is new. A task is due soon, and overdue, once for each due date. */
const queueDueNewsOf = (db: Database, organizationId: number): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await tx.raw(
      `with due as (${dueTasks}),
       fresh as (
         insert into due_notices (organization_id, task_id, kind, due_at)
         select organization_id, id, kind, due_at from due
         on conflict do nothing returning task_id, kind)
       insert into notification_queue (organization_id, public_task_id, kind)
       select due.organization_id, due.public_task_id, due.kind
         from fresh join due on due.id = fresh.task_id and due.kind = fresh.kind`,
    );
  });

/** Queues the news of due dates of all organizations. Two processes at once queue each news once. */
export const queueDueNews = async (db: Database, log: Logger): Promise<void> => {
  // Only this query spans organizations.
  const organizationIds = await withEveryOrganization(db, (tx) =>
    tx('organizations').whereNull('deleted_at').pluck<number[]>('organization_id'),
  );
  await forEachOrganization(organizationIds, { work: 'queue the due dates', log }, (id) =>
    queueDueNewsOf(db, id),
  );
};
