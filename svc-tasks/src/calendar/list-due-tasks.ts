import { calendarEventMax } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { actingGroupIds } from '../groups/effective-groups';
import { watchedTaskIds } from '../policy/notifications.policy';
import { isReaderRead, preparedReader, readerCte } from '../policy/reader-sql';
import { isListedFor, readerBindings } from '../policy/tasks.policy';
import { isoTime } from '../tasks/task-summary';

/** A task of a feed. Moments are ISO texts in UTC. */
export interface DueTask {
  publicTaskId: number;
  title: string;
  statusName: string;
  /** A newer version can know others. */
  priority: string;
  dueAt: string;
  lastUpdatedAt: string;
}

/** SQL: the open tasks with a due date that meet the condition. Most tasks of an old organization are closed. */
const dueTaskIds = (condition: string): string =>
  `select t.id from tasks t
    where t.organization_id = app_organization_id() and t.deleted_at is null and t.due_at is not null
      and t.status_id = any(array(select s.id from statuses s
           where s.organization_id = app_organization_id() and s.status_type <> 'FINAL'))
      and ${condition}`;

/**
 * SQL: tasks that concern the person, by index. A union, because PostgreSQL would read all tasks for a condition
 * with `or`.
 */
const concerning = `
  ${dueTaskIds('t.assigned_user_id = :readerId')}
  union ${dueTaskIds(`t.assigned_group_id = any(${actingGroupIds})`)}
  union select unnest(${watchedTaskIds})`;

/**
 * SQL: `offset 0` makes PostgreSQL look each task up by its key. Otherwise it compares each one with all tasks: 1 second
 * for 1,500 of 6,000.
 */
const dueTasks = (actor: Actor): string => `
  with ${readerCte}, concerning as materialized (${concerning}),
  nearest as (
    select t.public_task_id, t.title, t.priority, t.due_at, t.updated_at, s.name
      from concerning c
     cross join lateral (
           select * from tasks t where t.organization_id = app_organization_id() and t.id = c.id offset 0) t
      join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
     where ${isReaderRead} and t.deleted_at is null and t.due_at is not null and s.status_type <> 'FINAL'
       and ${isListedFor(actor, preparedReader)}
     order by t.due_at < now(), abs(extract(epoch from t.due_at - now())), t.id
     limit ${calendarEventMax})
  select t.public_task_id as "publicTaskId", t.title, t.name as "statusName", t.priority,
         ${isoTime('t.due_at')} as "dueAt", ${isoTime('t.updated_at')} as "lastUpdatedAt"
    from nearest t
   order by t.due_at, t.public_task_id`;

/** Selects the rows of `listDueTasks`. */
export const selectDueTasks = (knex: Knex, actor: Actor): Knex.Raw<{ rows: DueTask[] }> =>
  knex.raw(dueTasks(actor), readerBindings(actor));

/**
 * Lists open tasks with a due date that the person has, in person or as LEADER or MEMBER of the assigned group, or
 * watches. Only those that the person may see now, up to `calendarEventMax`, in the order of their due dates.
 */
export const listDueTasks = async (tx: Tx, actor: Actor): Promise<DueTask[]> => {
  const { rows } = await selectDueTasks(tx, actor);
  return rows;
};
