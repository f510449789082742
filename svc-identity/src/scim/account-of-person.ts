import type { Tx } from '@obieg/service-kit';
import { endVerifiedTokens } from '../credentials/verifications.repo';
import {
  findUserByEmail,
  type MembershipRow,
  recordMembershipChanged,
  recordUserChanged,
  type UserRow,
} from '../members/members.repo';
import { skeletonColumns } from '../members/name-skeletons';
import { isUsernameTaken, lockNames } from '../members/names.repo';
import { refreshShownNames } from '../members/shown-names';
import type { ScimCall } from './scim-call';
import { scimProblem } from './scim-problems';

interface WantedAccount {
  email: string;
  /** Undefined: as it is. */
  displayName: string | undefined;
}

/** Serializes claims of an address, as an invitation does. */
export const lockAddress = (tx: Tx, email: string) =>
  tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);

/** Whether another organization has, or had, this account as a member, or it manages the whole product. */
const isShared = async (tx: Tx, { organizationId }: ScimCall, user: UserRow): Promise<boolean> => {
  if (user.is_super_admin) return true;
  const { rows } = await tx.raw<{ rows: { answer: boolean }[] }>(
    'select is_known_elsewhere(?, ?) as answer',
    [user.id, organizationId],
  );
  return rows[0]?.answer !== false;
};

const namesOf = (user: UserRow, { email, displayName }: WantedAccount) => {
  // Without a name of one's own, the address is the username.
  const username = user.username === user.email ? email : user.username;
  const chosen = displayName ?? user.display_name;
  return { username, display_name: chosen === username ? null : chosen };
};

/** @throws 409 if another account has the address */
const claimAddress = async (tx: Tx, user: UserRow, email: string): Promise<void> => {
  await lockAddress(tx, email);
  const other = await findUserByEmail(tx, email);
  if ((other && other.id !== user.id) || (await isUsernameTaken(tx, email, user.id)))
    throw scimProblem.uniqueness('emails');
};

/**
 * Changes display name and address of an account that no other organization knows. Otherwise nothing changes. The
 * account must be locked. @returns the account after a change; undefined without one @throws 409
 */
export const changeAccount = async (
  tx: Tx,
  call: ScimCall,
  user: UserRow,
  wanted: WantedAccount,
): Promise<UserRow | undefined> => {
  const names = namesOf(user, wanted);
  const isSame = wanted.email === user.email && names.display_name === user.display_name;
  if (isSame || (await isShared(tx, call, user))) return undefined;
  if (wanted.email !== user.email) await claimAddress(tx, user, wanted.email);
  await lockNames(tx, [names.username, names.display_name ?? names.username]);
  const { username_skeleton, ...columns } = skeletonColumns(names);
  const [changed] = await tx<UserRow>('users')
    .where({ id: user.id })
    .update({
      email: wanted.email,
      ...names,
      ...columns,
      // Without a new username, an older account can still have this one.
      ...(names.username === user.username ? {} : { username_skeleton }),
    })
    .returning('*');
  if (!changed) throw new Error('The update returned no row');
  recordUserChanged(tx, changed, call.origin.traceparent);
  return changed;
};

/** Adapts the membership to its changed account. Follows all locks on memberships. */
export const followAccount = async (
  tx: Tx,
  { organizationId, origin: { traceparent } }: ScimCall,
  before: UserRow,
  changed: UserRow,
): Promise<void> => {
  await refreshShownNames(tx, changed, traceparent);
  if (changed.email === before.email) return;
  // Nobody has proved that the new address can be read. What was mailed to the old one must not sign in.
  await endVerifiedTokens(tx, changed.id);
  await tx('invitations').where({ user_id: changed.id }).delete();
  const [row] = await tx<MembershipRow>('memberships')
    .where({ organization_id: organizationId, user_id: changed.id, is_email_verified: true })
    .update({ is_email_verified: false })
    .returning('*');
  if (row) recordMembershipChanged(tx, row, traceparent);
};
