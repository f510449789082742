import { limits } from '@obieg/contracts';
import { isProblem, problem, sendWithCommit, type Tx } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { openTaskForUpdate } from '../tasks/open-task';
import type { TaskRow } from '../tasks/tasks.repo';
import { recordLinkChange } from './links.events';
import { findAncestors, hasMaximumLinks } from './links.repo';
import { checkMayLink } from './open-linked-tasks';

/**
 * Locks the parent of a task that is about to be created. A new task has no children, so no cycle can arise.
 *
 * @throws 422 if the parent is invisible, 403 if the caller may not link it, 409 if the caller sees too many links or ancestors of it
 */
export const openParent = async (tx: Tx, caller: SignedInCaller, parentTaskId: number): Promise<TaskRow> => {
  const opened = await openTaskForUpdate(tx, caller, parentTaskId, 'addition').catch((error: unknown) => {
    if (!isProblem(error) || error.status !== 404) throw error;
    throw problem.validation([
      { field: 'parentTaskId', message: translate(caller.language, 'linkedTaskNotFound') },
    ]);
  });
  checkMayLink(caller, opened);
  if ((await findAncestors(tx, caller.actor, opened.row)).levels >= limits.taskAncestorsMax)
    throw problem.conflict('CONFLICT', translate(caller.language, 'parentRefused'));
  if (await hasMaximumLinks(tx, caller.actor, opened.row))
    throw problem.conflict('CONFLICT', translate(caller.language, 'tooManyLinks'));
  return opened.row;
};

/** Links a new task to its parent when the transaction commits, after the task is inserted. */
export const insertSubtaskLink = (
  tx: Tx,
  caller: SignedInCaller,
  parent: Pick<TaskRow, 'id' | 'public_task_id'>,
  task: Pick<TaskRow, 'public_task_id'>,
): void => {
  sendWithCommit(
    tx,
    tx.raw(
      `insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
       select t.organization_id, 'PARENT_OF', :parentId, t.id, :userId
         from tasks t where t.public_task_id = :publicTaskId`,
      { parentId: parent.id, userId: caller.actor.userId, publicTaskId: task.public_task_id },
    ),
  );
  recordLinkChange(tx, caller, 'added', {
    type: 'PARENT_OF',
    publicTaskId: parent.public_task_id,
    otherTaskId: task.public_task_id,
  });
};
