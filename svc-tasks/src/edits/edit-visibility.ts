import { clearVisibilityMarker, type editTaskSchema } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../people/caller';
import { checkGroups, checkPeople } from '../people/references';
import { recordVisibility } from '../tasks/tasks.events';
import { replaceReaders, type TaskDetailsRow } from '../tasks/tasks.repo';

type Input = Pick<z.output<typeof editTaskSchema>, 'visibleUserIds' | 'visibleGroupIds'>;

interface Visibility {
  userIds: readonly number[];
  groupIds: readonly number[];
}

/**
 * The lists as they are to be (spec 3 §5): an absent one stays; where neither names anybody both stay; -1 names nobody
 * on purpose.
 */
const readVisibility = (before: Visibility, { visibleUserIds, visibleGroupIds }: Input): Visibility => {
  if (!visibleUserIds?.length && !visibleGroupIds?.length) return before;
  const listOf = (named: readonly number[] | null | undefined, held: readonly number[]) =>
    named ? [...new Set(named)].filter((id) => id !== clearVisibilityMarker) : held;
  return {
    userIds: listOf(visibleUserIds, before.userIds),
    groupIds: listOf(visibleGroupIds, before.groupIds),
  };
};

const without = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id));

const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  without(one, other).length + without(other, one).length === 0;

/** Writes who is to see the task; answers whether that is a change, and whether it is restricted then. */
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
  const { userIds, groupIds } = readVisibility(before, input);
  if (areSame(before.userIds, userIds) && areSame(before.groupIds, groupIds))
    return { isChange: false, isRestricted: task.is_restricted };
  // Only whom the edit adds must be there: somebody named before may have left since.
  await checkPeople({ tx, field: 'visibleUserIds', language }, without(userIds, before.userIds));
  await checkGroups({ tx, field: 'visibleGroupIds', language }, without(groupIds, before.groupIds));
  await replaceReaders(tx, task, userIds, groupIds);
  if (!areSame(before.groupIds, groupIds)) recordVisibility(tx, task, groupIds, traceparent);
  return { isChange: true, isRestricted: userIds.length + groupIds.length > 0 };
};
