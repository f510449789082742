import { type GroupMemberRole, groupMemberRoles } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';
import { nameMemberRole } from '../../members/role-names';

export type InitialRole = Exclude<GroupMemberRole, 'SUSPENDED'>;

/** SUSPENDED cannot be chosen when adding a member (spec 2 §3). */
export const initialRoles = groupMemberRoles.filter((role): role is InitialRole => role !== 'SUSPENDED');

/** Options of a role field. */
export const listRoleOptions = (t: Translate, roles: readonly GroupMemberRole[]) =>
  roles.map((role) => ({ value: role, label: nameMemberRole(t, role) }));
