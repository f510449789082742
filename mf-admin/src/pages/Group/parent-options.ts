import type { Group } from '@obieg/contracts';

/** Returns the groups that a group can be moved below: neither itself nor its descendants. A new group has no id. */
export const listParentOptions = (groups: readonly Group[], groupId: number | undefined): Group[] => {
  if (groupId === undefined) return [...groups];
  const parentOf = new Map(groups.map(({ id, parentGroupId }) => [id, parentGroupId] as const));
  const isBelow = (id: number): boolean => {
    const seen = new Set<number>();
    for (
      let next: number | null | undefined = id;
      next != null && !seen.has(next);
      next = parentOf.get(next)
    ) {
      if (next === groupId) return true;
      seen.add(next);
    }
    return false;
  };
  return groups.filter(({ id }) => !isBelow(id));
};
