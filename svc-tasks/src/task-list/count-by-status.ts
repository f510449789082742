import { statusCountMax, type TaskStatusCounts } from '@obieg/contracts';
import { type Actor, type Database, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../callers/caller';
import { readerCte } from '../policy/reader-sql';
import { selectListed, type TaskSource } from '../policy/task-sources';
import { readerBindings } from '../policy/tasks.policy';

const isOfStatus = 't.status_id = s.id';
const selectOfStatus = ({ from, isLive, visibility }: TaskSource): string =>
  `select t.id from ${from} where ${[isLive, ...visibility, isOfStatus].join(' and ')} limit ${statusCountMax}`;

/** SQL: counts up to the maximum, so that the cost does not grow with the organization's tasks. */
export const selectStatusCounts = (knex: Knex, actor: Actor): Knex.Raw =>
  knex.raw(
    `with ${readerCte}
     select s.id as "statusId", c.tasks
       from statuses s
      cross join lateral (
        select count(*)::int as tasks
          from (select * from (${selectListed(actor, selectOfStatus, [isOfStatus])}) listed limit ${statusCountMax}) counted) c
      where c.tasks > 0
      order by s.id`,
    readerBindings(actor),
  );

/** Counts the tasks of each status that the caller's list contains, up to the maximum. */
export const countByStatus = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
): Promise<TaskStatusCounts> => {
  const [counts] = await readOrganization(
    db,
    tenantScope,
    (knex) => [selectStatusCounts(knex, actor)],
    // Planning takes longer than execution.
    'generic',
  );
  return { counts: counts as TaskStatusCounts['counts'] };
};
