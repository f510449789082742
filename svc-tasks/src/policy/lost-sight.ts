import type { Actor } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { isReaderRead, preparedReader, readerCte } from './reader-sql';
import { requestedTaskOf } from './requested-task';
import { isVisibleToMemberFor, readerBindings } from './tasks.policy';

/** The assignee that a task would have. */
export interface DraftAssignment {
  publicTaskId: number;
  userId: number | null;
  groupId: number | null;
}

const isVisible = isVisibleToMemberFor(preparedReader);

/** SQL: the visible ones of the tasks, as `t` with the assignee that they would have. */
const lostDrafts = `
  with ${readerCte}
  select cast(t.position as integer) - 1 as index
    from (select t.organization_id, t.id, t.author_user_id, t.author_email, t.is_restricted,
                 d.assigned_user_id, d.assigned_group_id, d.position
            from unnest(cast(:publicTaskIds as bigint[]), cast(:userIds as bigint[]), cast(:groupIds as bigint[]))
              with ordinality d (public_task_id, assigned_user_id, assigned_group_id, position)
            cross join lateral ${requestedTaskOf('d.public_task_id')}
           where ${isReaderRead} and ${isVisible}) t
   where not coalesce(${isVisible}, false)`;

/** Selects the drafts that take a task out of the sight of a member who sees it. `parseLostDrafts` parses the rows. */
export const selectLostDrafts = (
  knex: Knex,
  actor: Actor | undefined,
  drafts: readonly DraftAssignment[],
): Knex.Raw<{ rows: Record<string, unknown>[] }> =>
  knex.raw(lostDrafts, {
    ...readerBindings(actor),
    publicTaskIds: drafts.map(({ publicTaskId }) => publicTaskId),
    userIds: drafts.map(({ userId }) => userId),
    groupIds: drafts.map(({ groupId }) => groupId),
  });

/** @returns indexes of the drafts */
export const parseLostDrafts = (rows: readonly Record<string, unknown>[] = []): ReadonlySet<number> =>
  new Set(rows.map(({ index }) => index as number));
