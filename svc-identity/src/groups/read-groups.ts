import type { Group, Language } from '@obieg/contracts';
import { type Actor, groupPathIn, problem, type Tx } from '@obieg/service-kit';
import { describeDeletionRefusals, here } from './group-rules';

export interface GroupRow {
  organization_id: number;
  id: number;
  name: string;
  description: string | null;
  parent_group_id: number | null;
  revision: number;
  parent_group_name?: string | null;
  path?: string;
  member_count?: number;
  created_at: Date;
}

/** A group with its revision, which is in the ETag and not in the body. */
export type RevisedGroup = Group & { revision: number };

export const presentGroup = (row: GroupRow): RevisedGroup => ({
  id: row.id,
  name: row.name,
  ...(row.path === undefined ? {} : { path: row.path }),
  description: row.description,
  parentGroupId: row.parent_group_id,
  parentGroupName: row.parent_group_name ?? null,
  createdAt: row.created_at.toISOString(),
  memberCount: row.member_count ?? 0,
  revision: row.revision,
});

export interface Reader {
  actor: Actor;
  language: Language;
}

/** Users who may delete groups also learn which of them cannot be deleted, and why. */
export const presentGroupsTo = async (
  tx: Tx,
  { actor, language }: Reader,
  rows: readonly GroupRow[],
): Promise<RevisedGroup[]> => {
  const ids = actor.permissions.has('MANAGE_USERS') ? rows.map(({ id }) => id) : [];
  const refusals = await describeDeletionRefusals(tx, ids, language);
  return rows.map((row) => {
    const deletionRefusal = refusals.get(row.id);
    return { ...presentGroup(row), ...(deletionRefusal ? { deletionRefusal } : {}) };
  });
};

/** SQL: the path of the group `g`. */
export const selectPath = (tx: Tx) => tx.raw(`${groupPathIn('g')} as path`);

export const selectGroups = (tx: Tx) =>
  tx<GroupRow>('groups as g')
    .leftJoin('groups as p', (join) =>
      join.on('p.organization_id', 'g.organization_id').andOn('p.id', 'g.parent_group_id'),
    )
    .select(
      'g.*',
      'p.name as parent_group_name',
      selectPath(tx),
      tx.raw(
        `(select count(*)::int from group_members m where ${here('m')} and m.group_id = g.id) as member_count`,
      ),
    );

/** @throws 404 */
export const getGroup = async (tx: Tx, id: number): Promise<GroupRow> => {
  const row = (await selectGroups(tx).where('g.id', id).whereRaw(here('g')).first()) as GroupRow | undefined;
  if (!row) throw problem.notFound();
  return row;
};
