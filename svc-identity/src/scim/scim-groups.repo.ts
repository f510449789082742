import { type Tx, translateConstraint } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Condition } from './filters';
import { readScimId } from './scim-ids';
import { scimProblem } from './scim-problems';

export interface ScimGroupRow {
  id: number;
  name: string;
  description: string | null;
  parent_group_id: number | null;
  created_at: Date;
  external_id: string | null;
  /** Changes with the people and child groups of the group. */
  members_hash: string;
}

/** SQL: members of the group `g`. SCIM knows no integrations, so they stay whatever it changes. */
const peopleIn = `from group_members m join users u on u.id = m.user_id
  where m.organization_id = g.organization_id and m.group_id = g.id and not u.is_integration`;

const groupsOf = (tx: Tx, organizationId: number) =>
  tx('groups as g')
    .leftJoin('scim_groups as s', (join) =>
      join.on('s.organization_id', 'g.organization_id').andOn('s.group_id', 'g.id'),
    )
    .where('g.organization_id', organizationId);

const columns = (tx: Tx) => [
  'g.id',
  'g.name',
  'g.description',
  'g.parent_group_id',
  'g.created_at',
  's.external_id',
  tx.raw(`md5(coalesce((select string_agg(m.user_id::text, ',' order by m.user_id) ${peopleIn}), '') || '/' ||
    coalesce((select string_agg(c.id::text || c.name, ',' order by c.id) from groups c
               where c.organization_id = g.organization_id and c.parent_group_id = g.id), '')) as members_hash`),
];

const whereMember = (query: Knex.QueryBuilder, value: string) =>
  query.whereRaw(`exists (select 1 ${peopleIn} and m.user_id = ?)`, [readScimId('User', value) ?? 0]);

const restrictions: Record<string, (query: Knex.QueryBuilder, value: string) => Knex.QueryBuilder> = {
  id: (query, value) => query.where('g.id', readScimId('Group', value) ?? 0),
  displayname: (query, value) =>
    query.whereRaw('lower(g.name collate "und-x-icu") = lower(? collate "und-x-icu")', [value]),
  externalid: (query, value) => query.where('s.external_id', value),
  members: whereMember,
  'members.value': whereMember,
};

const restrict = (query: Knex.QueryBuilder, { attribute, value }: Condition): Knex.QueryBuilder => {
  const known = Object.hasOwn(restrictions, attribute) ? restrictions[attribute] : undefined;
  if (!known || typeof value !== 'string')
    throw scimProblem.invalidFilter(
      `Groups cannot be filtered by ${attribute.slice(0, 60)} with this value.`,
    );
  return known(query, value);
};

/** Lists groups by id, which meet all conditions. @throws 400 invalidFilter */
export const listScimGroups = async (
  tx: Tx,
  organizationId: number,
  { conditions, offset, limit }: { conditions: readonly Condition[]; offset: number; limit: number },
): Promise<{ groups: ScimGroupRow[]; count: number }> => {
  const select = () => {
    const query = groupsOf(tx, organizationId);
    for (const condition of conditions) restrict(query, condition);
    return query;
  };
  const { count } = await select().first(tx.raw('count(*)::int as count'));
  const groups: ScimGroupRow[] =
    limit === 0 ? [] : await select().orderBy('g.id').offset(offset).limit(limit).select(columns(tx));
  return { groups, count };
};

export const findScimGroup = (
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ScimGroupRow | undefined> =>
  groupsOf(tx, organizationId).where('g.id', id).first(columns(tx)) as Promise<ScimGroupRow | undefined>;

export interface ListedMember {
  group_id: number;
  id: number;
  name: string;
  kind: 'User' | 'Group';
}

/** Lists people and child groups of groups, at most `limit` together. */
export const listMembers = async (
  tx: Tx,
  organizationId: number,
  groupIds: readonly number[],
  limit: number,
): Promise<ListedMember[]> => {
  const { rows } = await tx.raw<{ rows: ListedMember[] }>(
    `select g.id as group_id, m.user_id as id, coalesce(u.display_name, u.username) as name, 'User' as kind
       from groups g, lateral (select m.user_id ${peopleIn}) m join users u on u.id = m.user_id
      where g.organization_id = :organizationId and g.id = any(:groupIds)
      union all
     select c.parent_group_id, c.id, c.name, 'Group'
       from groups c where c.organization_id = :organizationId and c.parent_group_id = any(:groupIds)
      order by 1, 4 desc, 2 limit :limit`,
    { organizationId, groupIds: [...groupIds], limit },
  );
  return rows;
};

/** Of the accounts, or of everybody, the people in the group. */
export const listPeopleIn = async (
  tx: Tx,
  organizationId: number,
  groupId: number,
  among?: readonly number[],
): Promise<number[]> =>
  tx('group_members as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where({ 'm.organization_id': organizationId, 'm.group_id': groupId, 'u.is_integration': false })
    .modify((query) => {
      if (among) query.whereRaw('m.user_id = any(?)', [[...among]]);
    })
    .pluck('m.user_id');

/** Of the accounts, those that the identity provider keeps as inactive, and integrations, which SCIM does not know. */
export const listSpecial = async (
  tx: Tx,
  organizationId: number,
  userIds: readonly number[],
): Promise<{ inactive: number[]; integrations: number[] }> => {
  const inactive: number[] = await tx('scim_people as s')
    .leftJoin('memberships as m', (join) =>
      join.on('m.organization_id', 's.organization_id').andOn('m.user_id', 's.user_id'),
    )
    .where('s.organization_id', organizationId)
    .whereRaw('s.user_id = any(?) and coalesce(cardinality(m.roles), 0) = 0', [[...userIds]])
    .pluck('s.user_id');
  const integrations: number[] = await tx('memberships as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where({ 'm.organization_id': organizationId, 'u.is_integration': true })
    .whereRaw('u.id = any(?)', [[...userIds]])
    .pluck('u.id');
  return { inactive, integrations };
};

/** Changes the groups that inactive people get when they become active. */
export const changeKeptGroups = async (
  tx: Tx,
  organizationId: number,
  groupId: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] | 'others' },
): Promise<void> => {
  const kept = () => tx('scim_people').where({ organization_id: organizationId });
  const without = tx.raw('array_remove(kept_group_ids, cast(? as bigint))', [groupId]);
  await kept()
    .whereRaw('cast(? as bigint) = any(kept_group_ids)', [groupId])
    .modify((query) => {
      if (removed === 'others') query.whereRaw('not user_id = any(?)', [[...added]]);
      else query.whereRaw('user_id = any(?)', [[...removed]]);
    })
    .update({ kept_group_ids: without });
  if (added.length > 0)
    await kept()
      .whereRaw('user_id = any(?) and not cast(? as bigint) = any(kept_group_ids)', [[...added], groupId])
      .update({ kept_group_ids: tx.raw('kept_group_ids || cast(? as bigint)', [groupId]) });
};

/** @throws 409 uniqueness */
export const storeExternalId = async (
  tx: Tx,
  organizationId: number,
  groupId: number,
  externalId: string | null,
): Promise<void> => {
  const row = { organization_id: organizationId, group_id: groupId };
  if (!externalId) {
    await tx('scim_groups').where(row).delete();
    return;
  }
  await tx('scim_groups')
    .insert({ ...row, external_id: externalId })
    .onConflict(['organization_id', 'group_id'])
    .merge(['external_id'])
    .catch(translateConstraint({ scim_groups_external_id: () => scimProblem.uniqueness('externalId') }));
};
