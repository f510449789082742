import { groupPathIn, type Tx } from '@obieg/service-kit';
import { here } from '../groups/group-rules';

interface GroupOfPath {
  id: number;
  name: string;
  path: string;
}

export type FoundGroup = { id: number } | { problem: 'unknownGroup' | 'ambiguousGroup' };

/** `IT/Helpdesk` and `IT / Helpdesk` are one path. */
const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/ ?\/ ?/g, '/');

const choose = (name: string, groups: readonly GroupOfPath[]): FoundGroup => {
  const byPath = groups.filter(({ path }) => fold(path) === name);
  const [found, another] = byPath.length > 0 ? byPath : groups.filter((group) => fold(group.name) === name);
  if (!found) return { problem: 'unknownGroup' };
  return another ? { problem: 'ambiguousGroup' } : { id: found.id };
};

/**
 * Finds groups of the organization by path, or by a name that only one has, for the texts of a batch. Runs in the tenant
 * scope, so groups of others do not exist.
 *
 * @returns a function that finds the group of one of the texts
 */
export const findGroups = async (tx: Tx, texts: readonly string[]): Promise<(text: string) => FoundGroup> => {
  const names = new Set(texts.map(fold));
  if (names.size === 0) return () => ({ problem: 'unknownGroup' });
  // Also finds names that contain a slash.
  const lastParts = [...names].map((name) => name.split('/').at(-1) ?? name);
  const { rows } = await tx.raw<{ rows: GroupOfPath[] }>(
    `select g.id, g.name, ${groupPathIn('g')} as path
       from groups g
      where ${here('g')} and lower(btrim(split_part(g.name, '/', -1))) = any(cast(:lastParts as text[]))`,
    { lastParts },
  );
  const found = new Map([...names].map((name) => [name, choose(name, rows)]));
  return (text) => found.get(fold(text)) ?? { problem: 'unknownGroup' };
};
