import type { OrganizationRoleCode } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { addMember, removeMember } from '../groups/group-members.repo';
import {
  createAccount,
  findUserByEmail,
  lockMemberships,
  lockUser,
  markEmailVerified,
  recordEmailVerified,
  saveMembership,
  type UserRow,
} from '../members/members.repo';
import { lockNames } from '../members/names.repo';
import { hasSameRoles, isLastAdmin } from '../members/role-rules';
import { lockOrganization } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { asActor } from '../sessions/sessions';
import type { AssertedPerson } from './claims';
import { type Admission, planAdmission } from './plan-admission';
import { ProviderError } from './provider-error';
import type { ProviderRow } from './providers.repo';

/** The last administrator keeps the role, whatever the token says. */
const keepLastAdmin = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  roles: readonly OrganizationRoleCode[],
): Promise<OrganizationRoleCode[]> => {
  const isKept = roles.includes('ORG_ADMIN');
  const locked = await lockMemberships(tx, organizationId, {
    userIds: [userId],
    withAdmins: !isKept,
    isChange: true,
  });
  return !isKept && isLastAdmin(locked, userId) ? [...roles, 'ORG_ADMIN'] : [...roles];
};

const applyRoles = async (
  tx: Tx,
  organizationId: number,
  user: UserRow,
  { isNewMember, rolesBefore, roles: planned }: Admission,
  origin: Origin,
): Promise<void> => {
  if (isNewMember) await lockNames(tx, [user.display_name ?? user.username, user.username]);
  const roles = await keepLastAdmin(tx, organizationId, user.id, planned);
  if (isNewMember || !hasSameRoles(rolesBefore, roles))
    await saveMembership(tx, organizationId, user.id, roles, origin);
};

const applyGroups = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  { groupIds, otherGroupIds }: Admission,
  origin: Origin,
): Promise<void> => {
  const present = new Set<number>(
    await tx('group_members')
      .where({ organization_id: organizationId, user_id: userId })
      .whereRaw('group_id = any(?)', [[...groupIds, ...otherGroupIds]])
      .pluck('group_id'),
  );
  for (const groupId of groupIds)
    if (!present.has(groupId)) await addMember(tx, { organizationId, groupId, userId }, 'MEMBER', origin);
  for (const groupId of otherGroupIds)
    if (present.has(groupId)) await removeMember(tx, { organizationId, groupId, userId }, origin);
};

/**
 * Makes the person a member with roles and groups of the mapping. Of the account, it changes nothing that another
 * organization sees. Runs in the tenant scope; the provider's row is locked. @returns the account, locked
 */
export const applyAdmission = async (
  tx: Tx,
  provider: ProviderRow,
  person: AssertedPerson,
  origin: Origin,
): Promise<UserRow> => {
  const { organization_id: organizationId } = provider;
  // A concurrent invitation of the address must not create a second account.
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [person.email]);
  const known = await findUserByEmail(tx, person.email);
  if (known) await lockUser(tx, known.id);
  if (!(await lockOrganization(tx, organizationId))) throw new ProviderError('sign-in-expired');
  const admission = await planAdmission(tx, provider, person);
  const { displayName } = person;
  const user =
    known ??
    (await createAccount(tx, person.email, displayName === undefined ? {} : { displayName }, origin));
  const owner = asActor(origin, user.id);
  await applyRoles(tx, organizationId, user, admission, owner);
  await applyGroups(tx, organizationId, user.id, admission, owner);
  await markEmailVerified(tx, organizationId, user.id, owner);
  recordEmailVerified(tx, organizationId, user, undefined, origin.traceparent);
  return user;
};
