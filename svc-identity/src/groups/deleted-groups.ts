import type { GroupMemberRole } from '@obieg/contracts';
import { type Logger, restoreUsedRows, type Tx } from '@obieg/service-kit';
import { serviceOrigin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { recordMemberChanged } from './group-members.repo';
import { recordGroup } from './groups.events';

/** Copies a group and its members before its deletion. */
export const storeDeletedGroup = async (tx: Tx, organizationId: number, id: number): Promise<void> => {
  await tx.raw(
    `insert into deleted_groups (organization_id, id, name, description, parent_group_id, created_at, members)
     select g.organization_id, g.id, g.name, g.description, g.parent_group_id, g.created_at,
            (select coalesce(jsonb_agg(jsonb_build_object(
                      'user_id', m.user_id, 'role', m.role, 'joined_at', m.joined_at)), '[]')
               from group_members m
              where m.organization_id = g.organization_id and m.group_id = g.id)
       from groups g
      where g.organization_id = ? and g.id = ?`,
    [organizationId, id],
  );
};

interface DeletedGroup {
  id: number;
  name: string;
  description: string | null;
  parent_group_id: number | null;
  created_at: Date;
  members: { user_id: number; role: GroupMemberRole; joined_at: string }[];
}

/** Locks the members of all groups by user id. Locking them group by group could deadlock. */
const lockMembers = async (tx: Tx, organizationId: number, ids: readonly number[]): Promise<void> => {
  await tx('memberships')
    .where({ organization_id: organizationId })
    .whereRaw(
      `user_id in (select (member->>'user_id')::bigint
                     from deleted_groups g cross join jsonb_array_elements(g.members) as member
                    where g.organization_id = ? and g.id = any(?))`,
      [organizationId, [...ids]],
    )
    .orderBy('user_id')
    .forShare()
    .select('user_id');
};

/** Restores members who are still in the organization. They cannot leave before the transaction ends. */
const restoreMembers = async (
  tx: Tx,
  organizationId: number,
  { id, members }: DeletedGroup,
): Promise<void> => {
  const userIds = members.map(({ user_id }) => user_id);
  const present = new Set<number>(
    await tx('memberships')
      .where({ organization_id: organizationId })
      .whereRaw('user_id = any(?) and cardinality(roles) > 0', [userIds])
      .pluck('user_id'),
  );
  for (const { user_id, role, joined_at } of members.filter((member) => present.has(member.user_id))) {
    const place = { organizationId, groupId: id, userId: user_id };
    await tx('group_members').insert({
      organization_id: organizationId,
      group_id: id,
      user_id,
      role,
      joined_at,
    });
    recordMemberChanged(tx, place, role);
  }
};

/** Restores a group with its members. If its parent was deleted, too, it gets no parent. */
const restoreGroup = async (tx: Tx, organizationId: number, id: number, log: Logger): Promise<void> => {
  const where = { organization_id: organizationId, id };
  const [deleted]: DeletedGroup[] = await tx('deleted_groups').where(where).delete().returning('*');
  // A concurrent transaction has restored it.
  if (!deleted) return;
  const parent =
    deleted.parent_group_id === null
      ? undefined
      : await tx('groups')
          .where({ organization_id: organizationId, id: deleted.parent_group_id })
          .forKeyShare()
          .first('id');
  const { name, description, created_at } = deleted;
  const row = { ...where, name, description, parent_group_id: parent?.id ?? null, created_at };
  await tx.raw(
    `insert into groups (organization_id, id, name, description, parent_group_id, created_at)
     overriding system value values (?, ?, ?, ?, ?, ?)`,
    [organizationId, id, name, description, row.parent_group_id, created_at],
  );
  recordGroup(tx, row);
  await recordSecurity(tx, serviceOrigin(organizationId, log), {
    event: 'group.restore',
    subject: { type: 'group', id },
    details: { name, parentGroupId: row.parent_group_id },
  });
  await restoreMembers(tx, organizationId, deleted);
};

/** Restores deleted groups that tasks or transitions use. */
export const restoreUsedGroups = (
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  log: Logger,
): Promise<void> => {
  let membersLocked: Promise<void> | undefined;
  return restoreUsedRows(tx, ids, {
    table: 'groups',
    deletedTable: 'deleted_groups',
    restore: async (id) => {
      membersLocked ??= lockMembers(tx, organizationId, ids);
      await membersLocked;
      await restoreGroup(tx, organizationId, id, log);
    },
  });
};
