import { statusCountMax, type TaskStatusCounts } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { isReaderRead, preparedReader, readerCte } from '../policy/reader-sql';
import { isListedFor, readerBindings } from '../policy/tasks.policy';

/**
 * Counts the tasks of each status that the caller's list contains. Stops at the maximum, so that the cost does not grow
 * with the organization's tasks.
 */
export const countByStatus = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
): Promise<TaskStatusCounts> => {
  const [counts] = await readOrganization(db, tenantScope, (knex) => [
    knex.raw(
      `with ${readerCte}
       select s.id as "statusId", c.tasks
         from statuses s
        cross join lateral (
          select count(*)::int as tasks
            from (select from tasks t
                   where t.status_id = s.id and t.deleted_at is null and ${isListedFor(actor, preparedReader)}
                   limit ${statusCountMax}) visible) c
        where c.tasks > 0 and ${isReaderRead}
        order by s.id`,
      readerBindings(actor),
    ),
  ]);
  return { counts: counts as TaskStatusCounts['counts'] };
};
