/** SQL that opens a task by its number with the same reads for a hidden task as for an unknown number. */
import { isReaderRead, preparedReader } from './reader-sql';
import { isOpenedFor } from './tasks.policy';

/**
 * SQL: one row `t` with what decides about visibility. If there is no such task, the row is a restricted task without
 * readers, so that the rules look for readers in any case.
 *
 * @param number SQL: the number of the task
 */
export const requestedTaskOf = (number: string): string => `(
  select coalesce(f.id, 0) as id, coalesce(f.organization_id, app_organization_id()) as organization_id,
         coalesce(f.is_restricted, true) as is_restricted, f.author_user_id, f.author_email,
         f.assigned_user_id, f.assigned_group_id
    from (select) one left join tasks f on f.public_task_id = ${number} and f.deleted_at is null offset 0) t`;

/** SQL: the task `:publicTaskId`. */
export const requestedTask = requestedTaskOf(':publicTaskId');

/** SQL: the caller may open the requested task `t`. Needs `readerCte`. */
export const isOpened = (isMember: boolean): string =>
  `${isReaderRead} and ${isOpenedFor(isMember, preparedReader)}`;
