import type { OrganizationRoleCode } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { addMember } from '../groups/group-members.repo';
import { recordInvited, saveMembership, type UserRow } from '../members/members.repo';
import { lockNames } from '../members/names.repo';
import { checkGrantable, checkRevocable, hasSameRoles, lockRoles } from '../members/role-rules';
import { endSessionsWithoutFactor } from '../second-factor/policy';
import { endMembership, lockChange, replaceRoles } from '../users/change-membership';
import { invitePerson } from './invite-person';
import { keepPlace, type Person } from './people.repo';
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
  await recordInvited(tx, organizationId, user.id);
  await invitePerson(tx, call, user, roles);
};

/** Ends the membership, its sessions and tokens. @throws 403, 409 LAST_ADMIN */
export const leave = async (tx: Tx, call: ScimCall, userId: number): Promise<void> => {
  const change = changeOf(call, userId);
  const { actor, held } = await lockChange(tx, change, []);
  checkRevocable(held, [], actor, call.origin.language);
  await endMembership(tx, change, held, 'member.remove');
};

const deactivate = async (tx: Tx, call: ScimCall, { user, roles }: Person): Promise<void> => {
  const { organizationId } = call;
  const groupIds: number[] = await tx('group_members')
    .where({ organization_id: organizationId, user_id: user.id })
    .orderBy('group_id')
    .pluck('group_id');
  await leave(tx, call, user.id);
  await keepPlace(tx, organizationId, user.id, { roles, groupIds });
};

const activate = async (
  tx: Tx,
  call: ScimCall,
  { user, keptGroupIds }: Person,
  roles: readonly OrganizationRoleCode[],
): Promise<void> => {
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
  await keepPlace(tx, organizationId, user.id, { roles: [], groupIds: [] });
};

interface Wanted {
  isActive: boolean;
  roles: readonly OrganizationRoleCode[];
}

/** Brings a membership to the wanted state. The person must be stored. @throws 403, 409 LAST_ADMIN */
export const settleMembership = async (
  tx: Tx,
  call: ScimCall,
  person: Person,
  { isActive, roles }: Wanted,
): Promise<void> => {
  const { organizationId, origin } = call;
  const { user } = person;
  if (person.isActive !== isActive)
    return isActive ? activate(tx, call, person, roles) : deactivate(tx, call, person);
  if (hasSameRoles(person.roles, roles)) return;
  if (!isActive) return keepPlace(tx, organizationId, user.id, { roles, groupIds: person.keptGroupIds });
  await replaceRoles(tx, changeOf(call, user.id), roles, undefined);
  await endSessionsWithoutFactor(tx, organizationId, origin, user.id);
};
