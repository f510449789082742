import type { GroupMemberRole } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';

/** Who reads, as far as it decides what they see. */
export interface Reader {
  /** Undefined for visitors without an account. */
  userId: number | undefined;
  /** Members with BASE are "the organization"; reporters and visitors are not. */
  isOfOrganization: boolean;
  /** Groups whose things the reader sees: those with any role but SUSPENDED, and their ancestors. */
  groupIds: number[];
  /** Groups through which the reader acts: LEADER or MEMBER, and their ancestors. */
  actingGroupIds: number[];
}

const actingRoles: GroupMemberRole[] = ['LEADER', 'MEMBER'];

/** A member of a child group counts as a member of all its ancestors. Needs the organization's scope. */
const listEffectiveGroups = async (
  tx: Tx,
  userId: number,
): Promise<{ id: number; role: GroupMemberRole }[]> => {
  const { rows } = await tx.raw<{ rows: { id: number; role: GroupMemberRole }[] }>(
    `with recursive effective as (
       select g.id, g.parent_group_id, m.role
         from group_members m join groups g on g.organization_id = m.organization_id and g.id = m.group_id
        where m.user_id = ? and m.role <> 'SUSPENDED' and g.deleted_at is null
       union
       select p.id, p.parent_group_id, e.role from effective e join groups p on p.id = e.parent_group_id
     ) select id, role from effective`,
    [userId],
  );
  return rows;
};

export const describeReader = async (tx: Tx, actor: Actor | undefined): Promise<Reader> => {
  if (!actor) return { userId: undefined, isOfOrganization: false, groupIds: [], actingGroupIds: [] };
  const groups = await listEffectiveGroups(tx, actor.userId);
  return {
    userId: actor.userId,
    isOfOrganization: actor.permissions.has('BASE'),
    groupIds: [...new Set(groups.map(({ id }) => id))],
    actingGroupIds: [...new Set(groups.filter(({ role }) => actingRoles.includes(role)).map(({ id }) => id))],
  };
};
