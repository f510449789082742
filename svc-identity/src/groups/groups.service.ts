import type { Group, GroupMember, GroupMemberRole, GroupSummary, SaveGroup } from '@obieg/contracts';
import {
  type Database,
  problem,
  recordEvent,
  type Tx,
  translateConstraint,
  withOrganization,
} from '@obieg/service-kit';

interface GroupRow {
  organization_id: number;
  id: number;
  name: string;
  description: string | null;
  parent_group_id: number | null;
  parent_group_name?: string | null;
  created_at: Date;
}

const present = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  parentGroupId: row.parent_group_id,
  parentGroupName: row.parent_group_name ?? null,
  createdAt: row.created_at.toISOString(),
});

const selectGroups = (tx: Tx) =>
  tx<GroupRow>('groups as g')
    .leftJoin('groups as p', (join) =>
      join.on('p.organization_id', 'g.organization_id').andOn('p.id', 'g.parent_group_id'),
    )
    .select('g.*', 'p.name as parent_group_name');

const getGroup = async (tx: Tx, id: number): Promise<GroupRow> => {
  const row = (await selectGroups(tx).where('g.id', id).first()) as GroupRow | undefined;
  if (!row) throw problem.notFound();
  return row;
};

/** The organization's groups change one at a time, so that two changes cannot close a circle together. */
const lockGroups = (tx: Tx, organizationId: number) =>
  tx.raw('select pg_advisory_xact_lock(?, ?)', [7_310_002, organizationId % 2_147_483_647]);

const checkParent = async (tx: Tx, parentId: number | null, groupId?: number): Promise<void> => {
  if (parentId === null) return;
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `with recursive ancestors as (
       select id, parent_group_id from groups where id = ?
       union
       select g.id, g.parent_group_id from groups g join ancestors a on g.id = a.parent_group_id
     ) select id from ancestors`,
    [parentId],
  );
  if (rows.length === 0)
    throw problem.validation([{ field: 'parentGroupId', message: 'There is no such group.' }]);
  if (rows.some(({ id }) => id === groupId))
    throw problem.validation([{ field: 'parentGroupId', message: 'A group cannot be its own ancestor.' }]);
};

const recordGroup = (tx: Tx, row: GroupRow, traceparent?: string): Promise<void> =>
  recordEvent(tx, {
    type: 'obieg.identity.group.changed',
    organizationId: row.organization_id,
    aggregateId: row.id,
    data: {
      organizationId: row.organization_id,
      id: row.id,
      name: row.name,
      description: row.description,
      parentGroupId: row.parent_group_id,
    },
    traceparent,
  });

const columns = ({ name, description, parentGroupId }: SaveGroup) => ({
  name,
  description: description || null,
  parent_group_id: parentGroupId ?? null,
});

export const createGroups = (db: Database) => ({
  list: (organizationId: number): Promise<Group[]> =>
    withOrganization(db, organizationId, async (tx) =>
      ((await selectGroups(tx).orderBy('g.name').orderBy('g.id')) as GroupRow[]).map(present),
    ),

  listSummaries: (organizationId: number): Promise<GroupSummary[]> =>
    withOrganization(db, organizationId, (tx) =>
      tx('groups').orderBy('name').orderBy('id').select('id', 'name', 'description'),
    ),

  get: (organizationId: number, id: number): Promise<Group> =>
    withOrganization(db, organizationId, async (tx) => present(await getGroup(tx, id))),

  create: (organizationId: number, input: SaveGroup, traceparent?: string): Promise<Group> =>
    withOrganization(db, organizationId, async (tx) => {
      await lockGroups(tx, organizationId);
      await checkParent(tx, input.parentGroupId ?? null);
      const [row] = await tx<GroupRow>('groups')
        .insert({ organization_id: organizationId, ...columns(input) })
        .returning('*');
      if (!row) throw new Error('The insert returned no row');
      await recordGroup(tx, row, traceparent);
      return present(await getGroup(tx, row.id));
    }),

  update: (organizationId: number, id: number, input: SaveGroup, traceparent?: string): Promise<Group> =>
    withOrganization(db, organizationId, async (tx) => {
      await lockGroups(tx, organizationId);
      await getGroup(tx, id);
      await checkParent(tx, input.parentGroupId ?? null, id);
      const [row] = await tx<GroupRow>('groups').where({ id }).update(columns(input)).returning('*');
      if (!row) throw problem.notFound();
      await recordGroup(tx, row, traceparent);
      return present(await getGroup(tx, id));
    }),

  /** A group with children is not deleted. */
  delete: (organizationId: number, id: number, traceparent?: string): Promise<void> =>
    withOrganization(db, organizationId, async (tx) => {
      await lockGroups(tx, organizationId);
      await getGroup(tx, id);
      const child = await tx('groups').where({ parent_group_id: id }).first('name');
      if (child) throw problem.conflict('IN_USE', `The group has a child group: ${child.name}.`);
      const memberIds = await tx('group_members').where({ group_id: id }).delete().returning('user_id');
      for (const { user_id } of memberIds)
        await recordMemberRemoved(tx, organizationId, id, user_id, traceparent);
      await tx('groups').where({ id }).delete();
      await recordEvent(tx, {
        type: 'obieg.identity.group.deleted',
        organizationId,
        aggregateId: id,
        data: { organizationId, id },
        traceparent,
      });
    }),

  listMembers: (organizationId: number, groupId: number): Promise<GroupMember[]> =>
    withOrganization(db, organizationId, async (tx) => {
      await getGroup(tx, groupId);
      return listMembers(tx, groupId);
    }),

  /** Adds a member or changes the role of one. */
  saveMember: (
    organizationId: number,
    groupId: number,
    userId: number,
    role: GroupMemberRole,
    mode: 'add' | 'change',
    traceparent?: string,
  ): Promise<GroupMember> =>
    withOrganization(db, organizationId, async (tx) => {
      await getGroup(tx, groupId);
      if (mode === 'add') {
        await tx('group_members')
          .insert({ organization_id: organizationId, group_id: groupId, user_id: userId, role })
          .catch(
            translateConstraint({
              group_members_pkey: () => problem.conflict('CONFLICT', 'The user is already in the group.'),
              group_members_member_fkey: () =>
                problem.validation([
                  { field: 'userId', message: 'There is no such member of the organization.' },
                ]),
            }),
          );
      } else if (
        (await tx('group_members').where({ group_id: groupId, user_id: userId }).update({ role })) === 0
      )
        throw problem.notFound();
      await recordEvent(tx, {
        type: 'obieg.identity.group-member.changed',
        organizationId,
        aggregateId: `${groupId}-${userId}`,
        data: { organizationId, groupId, userId, role },
        traceparent,
      });
      const [member] = await listMembers(tx, groupId, userId);
      if (!member) throw problem.notFound();
      return member;
    }),

  removeMember: (
    organizationId: number,
    groupId: number,
    userId: number,
    traceparent?: string,
  ): Promise<void> =>
    withOrganization(db, organizationId, async (tx) => {
      if ((await tx('group_members').where({ group_id: groupId, user_id: userId }).delete()) === 0)
        throw problem.notFound();
      await recordMemberRemoved(tx, organizationId, groupId, userId, traceparent);
    }),
});
export type Groups = ReturnType<typeof createGroups>;

const listMembers = async (tx: Tx, groupId: number, userId?: number): Promise<GroupMember[]> => {
  const query = tx('group_members as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where('m.group_id', groupId)
    .orderBy('u.username')
    .select('m.*', 'u.username', 'u.email');
  if (userId !== undefined) query.where('m.user_id', userId);
  return (await query).map((row) => ({
    userId: row.user_id,
    userName: row.username,
    userEmail: row.email,
    role: row.role,
    joinedAt: row.joined_at.toISOString(),
  }));
};

const recordMemberRemoved = (
  tx: Tx,
  organizationId: number,
  groupId: number,
  userId: number,
  traceparent?: string,
): Promise<void> =>
  recordEvent(tx, {
    type: 'obieg.identity.group-member.deleted',
    organizationId,
    aggregateId: `${groupId}-${userId}`,
    data: { organizationId, groupId, userId },
    traceparent,
  });
