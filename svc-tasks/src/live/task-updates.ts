import type { DomainEvent, EventEnvelope, EventType } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { seesAnyComment } from '../comments/list-comments';
import { hasBasePermission, isListedFor, readerBindings } from '../policy/tasks.policy';
import { readTask } from '../tasks/open-task';

/** A change of a task. `commentId` is set for a comment, which may be invisible to readers of the task. */
export interface TaskUpdate {
  organizationId: number;
  publicTaskId: number;
  commentId?: number;
  /** The comment moves the task's last update, which lists show. */
  movesLastUpdate?: boolean;
  /** The other task of a link, which may be invisible to readers of the task. */
  linkedTaskId?: number;
}

/** The inboxes of these users changed. */
interface InboxUpdate {
  organizationId: number;
  userIds: readonly number[];
}

export type LiveUpdate = TaskUpdate | InboxUpdate;

/** Events of svc-tasks that change a screen. */
export const taskUpdateTypes = [
  'obieg.tasks.task.changed',
  'obieg.tasks.task.deleted',
  'obieg.tasks.comment.added',
  'obieg.tasks.comment.changed',
  'obieg.tasks.comment.deleted',
  'obieg.tasks.link.added',
  'obieg.tasks.link.deleted',
  'obieg.tasks.notifications.changed',
] as const satisfies readonly EventType[];
type TaskUpdateEvent = DomainEvent<(typeof taskUpdateTypes)[number]>;

export const toTaskUpdate = ({ data }: EventEnvelope): LiveUpdate => {
  const update = data as TaskUpdateEvent['data'];
  if ('userIds' in update) return update;
  const { organizationId, publicTaskId, ...more } = update;
  return {
    organizationId,
    publicTaskId,
    ...('commentId' in more ? { commentId: more.commentId } : {}),
    ...('movesLastUpdate' in more && more.movesLastUpdate ? { movesLastUpdate: true } : {}),
    ...('otherTaskId' in more ? { linkedTaskId: more.otherTaskId } : {}),
  };
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

/** The other side of a link. */
const otherTaskOf = ({ publicTaskId, linkedTaskId }: TaskUpdate, shownId: number): number =>
  linkedTaskId !== undefined && linkedTaskId !== shownId ? linkedTaskId : publicTaskId;

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
  const links = updates.filter(({ linkedTaskId }) => linkedTaskId !== undefined);
  if (commentIds.length + links.length < updates.length) {
    await readTask(db, caller, publicTaskId);
    return true;
  }
  if (commentIds.length > 0 && (await seesAnyComment(db, caller, publicTaskId, commentIds))) return true;
  if (links.length === 0) return false;
  await readTask(db, caller, publicTaskId);
  return hasUpdateInList(
    db,
    caller,
    links.map((link) => ({ ...link, publicTaskId: otherTaskOf(link, publicTaskId) })),
  );
};
