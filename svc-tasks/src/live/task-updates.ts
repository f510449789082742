import type { DomainEvent, EventEnvelope, EventType } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { listComments } from '../comments/comments.service';
import type { SignedInCaller } from '../people/caller';
import { readTask } from '../tasks/open-task';
import { hasBasePermission, isListedFor, readerBindings } from '../tasks/tasks.policy';

/** A change of a task. `commentId` is set for a new comment, which may be invisible to readers of the task. */
export interface TaskUpdate {
  organizationId: number;
  publicTaskId: number;
  commentId?: number;
}

/** Events of svc-tasks that change a screen. */
export const taskUpdateTypes = [
  'obieg.tasks.task.changed',
  'obieg.tasks.task.deleted',
  'obieg.tasks.comment.added',
] as const satisfies readonly EventType[];
type TaskUpdateEvent = DomainEvent<(typeof taskUpdateTypes)[number]>;

export const toTaskUpdate = ({ data }: EventEnvelope): TaskUpdate => {
  const { organizationId, publicTaskId, ...more } = data as TaskUpdateEvent['data'];
  return { organizationId, publicTaskId, ...('commentId' in more ? { commentId: more.commentId } : {}) };
};

/**
 * Checks whether one of the updated tasks is in the caller's list, or was in it when it was deleted. False if the
 * caller may no longer see the task.
 */
export const hasUpdateInList = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
  updates: readonly TaskUpdate[],
): Promise<boolean> => {
  const publicTaskIds = [...new Set(updates.map(({ publicTaskId }) => publicTaskId))];
  const [[row] = []] = await readOrganization(
    db,
    tenantScope,
    (knex) => [
      knex.raw(
        `select exists (
           select 1 from tasks t where t.public_task_id = any(:publicTaskIds) and ${isListedFor(actor)}
         ) as is_listed`,
        { ...readerBindings(actor), publicTaskIds },
      ),
    ],
    hasBasePermission(actor) ? 'generic' : 'custom',
  );
  return row?.['is_listed'] === true;
};

/**
 * Checks whether the caller, who has the task open, may see one of the updates. @throws 404 if the task is invisible
 */
export const hasUpdateInTask = async (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  updates: readonly TaskUpdate[],
): Promise<boolean> => {
  const commentIds = updates.flatMap(({ commentId }) => commentId ?? []);
  if (commentIds.length < updates.length) {
    await readTask(db, caller, publicTaskId);
    return true;
  }
  const { entries } = await listComments(db, caller, publicTaskId, Math.min(...commentIds) - 1);
  return entries.length > 0;
};
