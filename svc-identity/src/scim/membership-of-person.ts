import type { OrganizationRoleCode } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { addMember } from '../groups/group-members.repo';
import { recordInvited, saveMembership, type UserRow } from '../members/members.repo';
import { lockNames } from '../members/names.repo';
import { checkGrantable, checkRevocable, hasSameRoles, lockRoles } from '../members/role-rules';
import { endSessionsWithoutFactor } from '../second-factor/policy';
import { endMembership, lockChange, replaceRoles } from '../users/change-membership';
import { invitePerson } from './invite-person';
import type { Person } from './people.repo';
import type { ScimCall } from './scim-call';

const changeOf = (call: ScimCall, userId: number) => ({ ...call, userId, isIntegration: false });

/**
 * Makes an account a member, as an invitation does. Until the first sign-in the person counts as invited, so that an
 * organization keeps an administrator who has signed in. @throws 403 for roles beyond the integration's
 */
export const join = async (
  tx: Tx,
  call: ScimCall,
  user: UserRow,
  wanted: readonly OrganizationRoleCode[],
): Promise<void> => {
  const { organizationId, origin } = call;
  await lockNames(tx, [user.display_name ?? user.username, user.username]);
  const { actor } = await lockRoles(tx, changeOf(call, user.id), wanted);
  const roles = checkGrantable(wanted, actor, origin.language);
  await saveMembership(tx, organizationId, user.id, roles, origin);
  const isMailed = await invitePerson(tx, call, user, roles);
  await recordInvited(tx, organizationId, user.id, { isMailed });
};

/** Ends the membership, its sessions and tokens. @throws 403, 409 LAST_ADMIN */
export const leave = async (tx: Tx, call: ScimCall, userId: number): Promise<void> => {
  const change = changeOf(call, userId);
  const { actor, held } = await lockChange(tx, change, []);
  checkRevocable(held, [], actor, call.origin.language);
  await endMembership(tx, change, held, 'member.remove');
};

/** Roles and groups that an inactive person gets with the activation. */
interface KeptPlace {
  roles: readonly OrganizationRoleCode[];
  groupIds: readonly number[];
}

const deactivate = async (tx: Tx, call: ScimCall, { user, roles }: Person): Promise<KeptPlace> => {
  const { organizationId } = call;
  const groupIds: number[] = await tx('group_members')
    .where({ organization_id: organizationId, user_id: user.id })
    .orderBy('group_id')
    .pluck('group_id');
  await leave(tx, call, user.id);
  return { roles, groupIds };
};

const activate = async (
  tx: Tx,
  call: ScimCall,
  { user, keptGroupIds }: Person,
  roles: readonly OrganizationRoleCode[],
): Promise<KeptPlace> => {
  const { organizationId, origin } = call;
  // Locks follow the order of all transactions: names, groups, memberships.
  await lockNames(tx, [user.display_name ?? user.username, user.username]);
  // Those that were deleted meanwhile are gone.
  const groupIds: number[] = await tx('groups')
    .where({ organization_id: organizationId })
    .whereRaw('id = any(?)', [keptGroupIds])
    .orderBy('id')
    .forKeyShare()
    .pluck('id');
  await join(tx, call, user, roles.length > 0 ? roles : ['MEMBER']);
  for (const groupId of groupIds)
    await addMember(tx, { organizationId, groupId, userId: user.id }, 'MEMBER', origin);
  return { roles: [], groupIds: [] };
};

interface Wanted {
  isActive: boolean;
  roles: readonly OrganizationRoleCode[];
}

/**
 * Brings a membership to the wanted state. @returns the place to keep from now on; undefined if it stays. Rows of SCIM
 * are locked after all others @throws 403, 409 LAST_ADMIN
 */
export const settleMembership = async (
  tx: Tx,
  call: ScimCall,
  person: Person,
  { isActive, roles }: Wanted,
): Promise<KeptPlace | undefined> => {
  const { organizationId, origin } = call;
  const { user } = person;
  if (person.isActive !== isActive)
    return isActive ? activate(tx, call, person, roles) : deactivate(tx, call, person);
  if (hasSameRoles(person.roles, roles)) return undefined;
  if (!isActive) return { roles, groupIds: person.keptGroupIds };
  await replaceRoles(tx, changeOf(call, user.id), roles, undefined);
  await endSessionsWithoutFactor(tx, organizationId, origin, user.id);
  return undefined;
};
