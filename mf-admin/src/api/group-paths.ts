import type { CreateGroup, Group } from '@obieg/contracts';

/** Separators of names in a path of a workflow file. A backslash escapes one within a name. */
const namePattern = /(?:\\[\\/]|[^/\\])+/g;
/** Numbers the second and later groups with one path. */
const numberPattern = /\\\d+$/;

/** Returns the names in a path of a workflow file, from the top: `IT/Help\/desk` names two groups. */
export const readGroupPath = (path: string): string[] =>
  (path.replace(numberPattern, '').match(namePattern) ?? []).map((name) => name.replace(/\\([\\/])/g, '$1'));

/** A path of a workflow file as pages show paths: `IT / Helpdesk`, or `IT / Helpdesk (2)` for a second such group. */
export const formatGroupPath = (path: string): string => {
  const [number] = numberPattern.exec(path) ?? [];
  const names = readGroupPath(path).join(' / ');
  return number === undefined ? names : `${names} (${number.slice(1)})`;
};

type GroupFacts = Pick<Group, 'id' | 'name' | 'parentGroupId'>;

/**
 * Creates the groups of paths that do not exist, from the top. A repeated call finds what an earlier one created.
 *
 * @returns the id of the group of each path
 */
export const createGroupPaths = async (
  existing: readonly GroupFacts[],
  paths: readonly string[],
  create: (group: CreateGroup) => Promise<GroupFacts>,
): Promise<Map<string, number>> => {
  const groups = [...existing];
  const ids = new Map<string, number>();
  for (const path of paths) {
    let parentGroupId: number | null = null;
    for (const name of readGroupPath(path)) {
      const isChild = (group: GroupFacts): boolean =>
        group.parentGroupId === parentGroupId && group.name.normalize('NFC') === name;
      let group = groups.find(isChild);
      if (!group) {
        group = await create({ name, parentGroupId });
        groups.push(group);
      }
      parentGroupId = group.id;
    }
    if (parentGroupId !== null) ids.set(path, parentGroupId);
  }
  return ids;
};
