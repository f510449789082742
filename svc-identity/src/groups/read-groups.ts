import type { Group, Language } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
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

/** Ancestors in a path. A deeper group begins with an ellipsis, so that a list of groups stays short. */
const pathLevelsMax = 20;

/** SQL: names of the group `g` and its ancestors, from the top. */
export const selectPath = (tx: Tx) =>
  tx.raw(
    `(with recursive line as (
        select g.id, g.parent_group_id, g.name, 1 as level
        union all
        select a.id, a.parent_group_id, a.name, line.level + 1
          from line join groups a on ${here('a')} and a.id = line.parent_group_id
         where line.level < ${pathLevelsMax}
      ) select string_agg(
          case when level = ${pathLevelsMax} and parent_group_id is not null then '… / ' else '' end || name,
          ' / ' order by level desc
        ) from line) as path`,
  );

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
