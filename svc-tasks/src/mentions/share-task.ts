import { problem, type Tx } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { saveEdit } from '../changes/edit-task';
import { translate } from '../messages/server-messages';
import { getTaskDetails, type OpenedTaskDetails } from '../tasks/open-task';
import type { TaskDetailsRow, TaskRow } from '../tasks/tasks.repo';

type SharedTask = TaskRow & Pick<TaskDetailsRow, 'visible_users' | 'visible_groups'>;

/**
 * Adds visible users to a restricted task, as an edit with its history entry. An unrestricted task stays as it is,
 * because every member sees it.
 *
 * @returns the saved task; undefined if nothing changes
 * @throws 403 without OPERATOR, 422 if a user is not a member with BASE
 */
export const shareTask = async (
  tx: Tx,
  caller: SignedInCaller,
  { row, view }: OpenedTaskDetails,
  userIds: readonly number[],
): Promise<SharedTask | undefined> => {
  const before = row.visible_users.map(({ userId }) => userId);
  const added = userIds.filter((id) => !before.includes(id));
  if (added.length === 0 || !row.is_restricted) return undefined;
  if (view !== 'member' || !caller.actor.permissions.has('OPERATOR'))
    throw problem.forbidden(translate(caller.language, 'editForbidden'));
  const saved = await saveEdit(tx, caller, row, {
    title: row.title,
    visibleUserIds: [...before, ...added],
    workflowParameters: {},
  });
  const { visible_users, visible_groups } = await getTaskDetails(tx, caller, row);
  return { ...saved, visible_users, visible_groups };
};
