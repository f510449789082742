import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';

export const sortKeys = ['from', 'to', 'name', 'targetGroup', 'active', 'priority'] as const;
export type SortKey = (typeof sortKeys)[number];
export interface TransitionOrder {
  by: SortKey;
  direction: 'asc' | 'desc';
}
/** Groups are ordered like the statuses, transitions by priority. */
export const defaultOrder: TransitionOrder = { by: 'from', direction: 'asc' };

const states = ['all', 'active', 'inactive'] as const;
export interface TransitionFilter {
  state: (typeof states)[number];
  /** Executor or target group. */
  groupId: number | undefined;
}
export const noFilter: TransitionFilter = { state: 'all', groupId: undefined };

export const isMatch = (
  { isActive, targetGroupId, executorGroupIds }: StatusTransition,
  { state, groupId }: TransitionFilter,
): boolean =>
  (state === 'all' || isActive === (state === 'active')) &&
  (groupId === undefined || targetGroupId === groupId || executorGroupIds.includes(groupId));

const collator = new Intl.Collator('pl', { numeric: true });
const compareTexts = (one: string | null, other: string | null): number =>
  collator.compare(one ?? '', other ?? '');

const comparisons: Record<
  Exclude<SortKey, 'from'>,
  (one: StatusTransition, other: StatusTransition) => number
> = {
  to: (one, other) => compareTexts(one.toStatusName, other.toStatusName),
  name: (one, other) => compareTexts(one.name, other.name),
  targetGroup: (one, other) => compareTexts(one.targetGroupName, other.targetGroupName),
  active: (one, other) => Number(other.isActive) - Number(one.isActive),
  priority: (one, other) => one.priorityOrder - other.priorityOrder,
};

/**
 * Orders transitions by from-status, those of new tasks first. Sorting by `from` orders the groups; any other key
 * orders the transitions of each group. Equal transitions keep their order.
 */
export const arrangeTransitions = (
  transitions: readonly StatusTransition[],
  statuses: readonly WorkflowStatus[],
  { by, direction }: TransitionOrder,
): StatusTransition[] => {
  const positions = new Map(statuses.map(({ id }, index) => [id, index] as const));
  const positionOf = ({ fromStatusId }: StatusTransition): number =>
    fromStatusId === null ? -1 : (positions.get(fromStatusId) ?? statuses.length);
  const sign = direction === 'asc' ? 1 : -1;
  const compareGroups = (one: StatusTransition, other: StatusTransition): number =>
    (by === 'from' ? sign : 1) *
    (positionOf(one) - positionOf(other) || (one.fromStatusId ?? 0) - (other.fromStatusId ?? 0));
  const compareWithin = by === 'from' ? comparisons.priority : comparisons[by];
  return [...transitions].sort(
    (one, other) => compareGroups(one, other) || (by === 'from' ? 1 : sign) * compareWithin(one, other),
  );
};
