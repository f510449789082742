import type { Tx } from '@obieg/service-kit';

interface NestedGroup {
  id: number;
  name: string;
  parentGroupId: number | null;
}

export type GroupPaths = ReadonlyMap<number, string>;

/** Escapes the separator of paths. A backslash also marks the number of an equal path. */
const escapeName = (name: string): string => name.normalize('NFC').replace(/[\\/]/g, '\\$&');

/** The depth is limited in case that events of two moves have arrived in different order and form a cycle. */
const depthMax = 100;

/** Lists the names of a group and its ancestors, the outermost first. */
export const listNamesOnPath = (groups: ReadonlyMap<number, NestedGroup>, id: number): string[] => {
  const names: string[] = [];
  for (
    let next = groups.get(id);
    next && names.length < depthMax;
    next = next.parentGroupId === null ? undefined : groups.get(next.parentGroupId)
  )
    names.push(next.name);
  return names.reverse();
};

/**
 * Returns the path of each group, for example `IT/Helpdesk`. Names of groups need not be unique: the second group with
 * the same path gets the suffix `\2`, by id.
 */
const listGroupPaths = (groups: readonly NestedGroup[]): GroupPaths => {
  const byId = new Map(groups.map((group) => [group.id, { ...group, name: escapeName(group.name) }]));
  const uses = new Map<string, number>();
  return new Map(
    [...groups]
      .sort((one, other) => one.id - other.id)
      .map((group) => {
        const path = listNamesOnPath(byId, group.id).join('/');
        const number = (uses.get(path) ?? 0) + 1;
        uses.set(path, number);
        return [group.id, number === 1 ? path : `${path}\\${number}`];
      }),
  );
};

/** Loads the groups that exist now. */
export const loadGroupPaths = async (tx: Tx): Promise<GroupPaths> => {
  const rows: { id: number; name: string; parent_group_id: number | null }[] = await tx('groups').select(
    'id',
    'name',
    'parent_group_id',
  );
  return listGroupPaths(
    rows.map(({ id, name, parent_group_id }) => ({ id, name, parentGroupId: parent_group_id })),
  );
};
