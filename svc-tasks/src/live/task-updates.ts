import type { DomainEvent, EventEnvelope, EventType } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { listComments } from '../comments/comments.service';
import type { SignedInCaller } from '../people/caller';
import { readTask } from '../tasks/open-task';
import { hasBasePermission, isListedFor, readerBindings } from '../tasks/tasks.policy';

/** What happened to a task: a comment that not everybody reads who sees the task, or anything else. */
export interface TaskUpdate {
  organizationId: number;
  publicTaskId: number;
  commentId?: number;
}

/** Of the events that svc-tasks publishes, those that tell of something on a screen. */
export const taskUpdateTypes = [
  'obieg.tasks.task.changed',
  'obieg.tasks.task.deleted',
  'obieg.tasks.comment.added',
] as const satisfies readonly EventType[];
type NewsEvent = DomainEvent<(typeof taskUpdateTypes)[number]>;

export const toTaskUpdate = ({ data }: EventEnvelope): TaskUpdate => {
  const { organizationId, publicTaskId, ...more } = data as NewsEvent['data'];
  return { organizationId, publicTaskId, ...('commentId' in more ? { commentId: more.commentId } : {}) };
};

/**
 * Whether any of these tasks is in the caller's list, or was in it when it was deleted. What has just been restricted to
 * others is no news to who lost it.
 */
export const hasUpdateInList = async (
  db: Database,
  { entry, actor }: SignedInCaller,
  news: readonly TaskUpdate[],
): Promise<boolean> => {
  const publicTaskIds = [...new Set(news.map(({ publicTaskId }) => publicTaskId))];
  const [[row] = []] = await readOrganization(
    db,
    entry,
    (knex) => [
      knex.raw(
        `select exists (
           select 1 from tasks t where t.public_task_id = any(:publicTaskIds) and ${isListedFor(actor)}
         ) as is_listed`,
        { ...readerBindings(actor), publicTaskIds },
      ),
    ],
    hasBasePermission(actor) ? 'kept' : 'own',
  );
  return row?.['is_listed'] === true;
};

/** Whether any of this is news to who has that task open. Throws a problem (404) when they do not see it any more. */
export const hasUpdateInTask = async (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  news: readonly TaskUpdate[],
): Promise<boolean> => {
  const commentIds = news.flatMap(({ commentId }) => commentId ?? []);
  if (commentIds.length < news.length) {
    await readTask(db, caller, publicTaskId);
    return true;
  }
  const { entries } = await listComments(db, caller, publicTaskId, Math.min(...commentIds) - 1);
  return entries.length > 0;
};
