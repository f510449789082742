import type { OrganizationRoleCode } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { findMembership, findUserByEmail, type UserRow } from '../members/members.repo';
import type { AssertedPerson } from './claims';
import { ProviderError } from './provider-error';
import { findDomainRow, type ProviderRow } from './providers.repo';

/** What a sign-in changes in the organization. */
export interface Admission {
  /** Undefined: the account does not exist yet. */
  user: UserRow | undefined;
  isNewMember: boolean;
  /** Roles before and after. */
  rolesBefore: readonly OrganizationRoleCode[];
  roles: OrganizationRoleCode[];
  /** Mapped groups to which the person belongs now. */
  groupIds: number[];
  /** Mapped groups to which the person does not belong. Empty if the token does not tell. */
  otherGroupIds: number[];
}

/** @throws ProviderError unless the provider speaks for the domain */
const checkDomain = async (
  tx: Tx,
  { organization_id, id }: ProviderRow,
  { domain }: AssertedPerson,
): Promise<void> => {
  const row = await findDomainRow(tx, organization_id, id, domain);
  if (!row || row.verified_at === null) throw new ProviderError('domain-not-verified', domain);
};

const planRoles = (
  { default_roles, role_mapping }: ProviderRow,
  held: readonly OrganizationRoleCode[],
  values: ReadonlySet<string> | undefined,
): OrganizationRoleCode[] => {
  const present = held.length > 0 ? held : default_roles;
  if (!values) return [...present];
  const mapped = new Set(role_mapping.map(({ role }) => role));
  const claimed = role_mapping.filter(({ value }) => values.has(value)).map(({ role }) => role);
  const kept = present.filter((role) => !mapped.has(role));
  const roles = [...new Set([...kept, ...claimed])];
  // Nobody loses the membership by a mapping.
  return roles.length > 0 ? roles : [...default_roles];
};

const planGroups = async (
  tx: Tx,
  { organization_id, group_mapping }: ProviderRow,
  values: ReadonlySet<string> | undefined,
): Promise<Pick<Admission, 'groupIds' | 'otherGroupIds'>> => {
  if (!values) return { groupIds: [], otherGroupIds: [] };
  // A group can have been deleted since. Locked before memberships, in one order.
  const present: number[] = await tx('groups')
    .where({ organization_id })
    .whereRaw('id = any(?)', [group_mapping.map(({ groupId }) => groupId)])
    .orderBy('id')
    .forKeyShare()
    .pluck('id');
  const claimed = new Set(
    group_mapping.filter(({ value }) => values.has(value)).map(({ groupId }) => groupId),
  );
  return {
    groupIds: present.filter((id) => claimed.has(id)),
    otherGroupIds: present.filter((id) => !claimed.has(id)),
  };
};

/**
 * Decides what a sign-in changes, and changes nothing. Runs in the tenant scope.
 *
 * @throws ProviderError if the provider does not speak for the person, or the person may not sign in
 */
export const planAdmission = async (
  tx: Tx,
  provider: ProviderRow,
  person: AssertedPerson,
): Promise<Admission> => {
  await checkDomain(tx, provider, person);
  const user = await findUserByEmail(tx, person.email);
  // They have rights beyond this organization, or none to sign in.
  if (user?.is_super_admin || user?.is_integration) throw new ProviderError('system-account', person.email);
  const membership = user && (await findMembership(tx, provider.organization_id, user.id));
  // An administrator ended it, so only an administrator begins a new one.
  if (membership && membership.roles.length === 0) throw new ProviderError('membership-ended', person.email);
  const rolesBefore = membership?.roles ?? [];
  return {
    user,
    isNewMember: !membership,
    rolesBefore,
    roles: planRoles(provider, rolesBefore, person.groupValues),
    ...(await planGroups(tx, provider, person.groupValues)),
  };
};
