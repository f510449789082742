import type { Group } from '@obieg/contracts';

export interface GroupRow {
  group: Group;
  /** 0 for a root, or for a group whose parent is not in the list. */
  depth: number;
}

/** Returns the groups with each child below its parent. Keeps the order of siblings. */
export const orderAsTree = (groups: readonly Group[]): GroupRow[] => {
  const ids = new Set(groups.map(({ id }) => id));
  const childrenOf = new Map<number | null, Group[]>();
  for (const group of groups) {
    const parentId =
      group.parentGroupId !== null && ids.has(group.parentGroupId) ? group.parentGroupId : null;
    const siblings = childrenOf.get(parentId);
    if (siblings) siblings.push(group);
    else childrenOf.set(parentId, [group]);
  }
  const rows: GroupRow[] = [];
  const pending = (childrenOf.get(null) ?? []).map((group) => ({ group, depth: 0 })).reverse();
  for (let row = pending.pop(); row; row = pending.pop()) {
    const { group, depth } = row;
    rows.push(row);
    const children = childrenOf.get(group.id) ?? [];
    pending.push(...children.map((child) => ({ group: child, depth: depth + 1 })).reverse());
  }
  return rows;
};
