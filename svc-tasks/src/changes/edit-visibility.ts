import { clearVisibilityMarker, type editTaskSchema } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { checkGroups, checkVisibleUsers } from '../members/references';
import { queueNews } from '../news-queue/queue-news';
import { recordVisibility } from '../tasks/tasks.events';
import { replaceReaders, type TaskDetailsRow } from '../tasks/tasks.repo';

type Input = Pick<z.output<typeof editTaskSchema>, 'visibleUserIds' | 'visibleGroupIds'>;

interface Visibility {
  userIds: readonly number[];
  groupIds: readonly number[];
}

/**
 * Merges the request into the current lists (spec 3 §5). An absent list is unchanged. If both are absent or empty,
 * both are unchanged. The id -1 clears a list.
 */
const mergeVisibility = (before: Visibility, { visibleUserIds, visibleGroupIds }: Input): Visibility => {
  if (!visibleUserIds?.length && !visibleGroupIds?.length) return before;
  const mergeList = (requested: readonly number[] | null | undefined, current: readonly number[]) =>
    requested ? [...new Set(requested)].filter((id) => id !== clearVisibilityMarker) : current;
  return {
    userIds: mergeList(visibleUserIds, before.userIds),
    groupIds: mergeList(visibleGroupIds, before.groupIds),
  };
};

const without = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id));

const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  without(one, other).length + without(other, one).length === 0;

/** Writes the visible users and groups. @throws 422 if an added one does not exist or may not see tasks */
export const editVisibility = async (
  tx: Tx,
  { language, traceparent }: SignedInCaller,
  task: TaskDetailsRow,
  input: Input,
): Promise<{ isChange: boolean; isRestricted: boolean }> => {
  const before = {
    userIds: task.visible_users.map(({ userId }) => userId),
    groupIds: task.visible_groups.map(({ groupId }) => groupId),
  };
  const { userIds, groupIds } = mergeVisibility(before, input);
  if (areSame(before.userIds, userIds) && areSame(before.groupIds, groupIds))
    return { isChange: false, isRestricted: task.is_restricted };
  // Checks only added readers, because existing ones may have left the organization.
  await checkVisibleUsers({ tx, field: 'visibleUserIds', language }, without(userIds, before.userIds));
  await checkGroups({ tx, field: 'visibleGroupIds', language }, without(groupIds, before.groupIds));
  await replaceReaders(tx, task, userIds, groupIds);
  if (!areSame(before.groupIds, groupIds)) recordVisibility(tx, task, groupIds, traceparent);
  queueNews(tx, task, { kind: 'SIGHT_CHANGED', actorUserId: null });
  return { isChange: true, isRestricted: userIds.length + groupIds.length > 0 };
};
