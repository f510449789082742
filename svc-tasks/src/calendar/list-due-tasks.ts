import { calendarEventMax } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
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

/** SQL: the tasks with a due date that meet the condition. */
const dueTaskIds = (condition: string): string =>
  `select t.id from tasks t
    where t.organization_id = app_organization_id() and t.deleted_at is null and t.due_at is not null
      and ${condition}`;

/**
 * SQL: tasks that concern the person, by index. A union, because PostgreSQL would read all tasks for a condition
 * with `or`.
 */
const concerning = `
  ${dueTaskIds('t.assigned_user_id = :readerId')}
  union ${dueTaskIds(`t.assigned_group_id = any(${actingGroupIds})`)}
  union select unnest(${watchedTaskIds})`;

const dueTasks = (actor: Actor): string => `
  with ${readerCte}, concerning as materialized (${concerning}),
  nearest as (
    select t.public_task_id, t.title, t.priority, t.due_at, t.updated_at, s.name
      from concerning c
      join tasks t on t.organization_id = app_organization_id() and t.id = c.id
      join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
     where ${isReaderRead} and t.deleted_at is null and t.due_at is not null and s.status_type <> 'FINAL'
       and ${isListedFor(actor, preparedReader)}
     order by t.due_at < now(), abs(extract(epoch from t.due_at - now())), t.id
     limit ${calendarEventMax})
  select t.public_task_id as "publicTaskId", t.title, t.name as "statusName", t.priority,
         ${isoTime('t.due_at')} as "dueAt", ${isoTime('t.updated_at')} as "lastUpdatedAt"
    from nearest t
   order by t.due_at, t.public_task_id`;

/**
 * Lists open tasks with a due date that the person has, in person or as LEADER or MEMBER of the assigned group, or
 * watches. Only those that the person may see now, up to `calendarEventMax`, in the order of their due dates.
 */
export const listDueTasks = async (tx: Tx, actor: Actor): Promise<DueTask[]> => {
  const { rows } = await tx.raw<{ rows: DueTask[] }>(dueTasks(actor), readerBindings(actor));
  return rows;
};
