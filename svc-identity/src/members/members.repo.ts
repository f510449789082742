import { randomBytes } from 'node:crypto';
import {
  type ConfirmedTask,
  type InviteUser,
  type Language,
  type OrganizationRoleCode,
  presentName,
} from '@obieg/contracts';
import { recordEvent, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { skeletonColumns } from './name-skeletons';
import { findShownName, isUsernameTaken, lockNames, type NamedUser } from './names.repo';

export interface UserRow extends NamedUser {
  /** Language of mails. Null: none chosen. */
  language: Language | null;
  password_hash: string | null;
  is_super_admin: boolean;
  /** An account of one organization for a program. Nobody signs in to it. */
  is_integration: boolean;
  created_at: Date;
}
export interface MembershipRow {
  organization_id: number;
  user_id: number;
  roles: OrganizationRoleCode[];
  /** The name in this organization, if another member has the chosen one. Null: the chosen one. */
  shown_name: string | null;
  is_email_verified: boolean;
  last_sign_in_at: Date | null;
  /** When the newest invitation was sent, or the member joined without one. Null if the user has signed in since, or was not invited. */
  invited_at: Date | null;
  /** Whether the member joined without a mail and none was sent since. Counts only with `invited_at`. */
  is_invitation_unsent: boolean;
}

/** SQL: case-insensitive username, as in its unique index. */
const foldedUsername = (text: string): string => `lower(${text} collate "und-x-icu")`;

/** Restricts a query of `users as u` to an e-mail address or username. The address takes precedence. */
export const whereNamed = (query: Knex.QueryBuilder, login: string): Knex.QueryBuilder =>
  query
    .where((named) =>
      named
        .whereRaw('lower(u.email) = lower(?)', [login])
        .orWhereRaw(`${foldedUsername('u.username')} = ${foldedUsername('?')}`, [login.normalize()]),
    )
    .orderByRaw('lower(u.email) = lower(?) desc', [login]);

export const findUser = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  tx<UserRow>('users').where({ id }).first();

/** Locks the account against a password change until the transaction ends. Must precede locks on its sessions. */
export const lockUser = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  tx<UserRow>('users').where({ id }).forShare().first();

/** Locks the account for a password change. A concurrent sign-in waits. Must precede all other locks of the account. */
export const lockUserForChange = (tx: Tx, id: number): Promise<UserRow | undefined> =>
  tx<UserRow>('users').where({ id }).forNoKeyUpdate().first();

export const findUserByEmail = (tx: Tx, email: string): Promise<UserRow | undefined> =>
  tx<UserRow>('users').whereRaw('lower(email) = lower(?)', [email]).first();

/** Runs in the tenant scope or with `withEveryOrganization`. */
export const findMembership = (
  tx: Tx,
  organizationId: number,
  userId: number,
): Promise<MembershipRow | undefined> =>
  tx<MembershipRow>('memberships').where({ organization_id: organizationId, user_id: userId }).first();

export const recordUserChanged = (
  tx: Tx,
  { id, username, display_name, language, email, is_super_admin, is_integration }: UserRow,
  traceparent?: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.identity.user.changed',
    aggregateId: id,
    data: {
      id,
      username,
      displayName: presentName(display_name ?? username, true),
      language,
      email,
      systemRoles: is_super_admin ? ['SUPER_ADMIN'] : [],
      isIntegration: is_integration,
    },
    traceparent,
  });

export const recordMembershipChanged = (tx: Tx, row: MembershipRow, traceparent?: string): void =>
  recordEvent(tx, {
    type: 'obieg.identity.membership.changed',
    organizationId: row.organization_id,
    aggregateId: row.user_id,
    data: {
      organizationId: row.organization_id,
      userId: row.user_id,
      roles: row.roles,
      isEmailVerified: row.is_email_verified,
      shownName: row.shown_name,
    },
    traceparent,
  });

/**
 * Unlike the membership's event, it is also published if the address was verified before.
 *
 * @param task the submission for which the code was requested
 */
export const recordEmailVerified = (
  tx: Tx,
  organizationId: number,
  { id: userId, email }: UserRow,
  task: ConfirmedTask | undefined,
  traceparent?: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.identity.email.verified',
    organizationId,
    aggregateId: userId,
    data: { organizationId, userId, email, verifiedAt: new Date().toISOString(), task },
    traceparent,
  });

/**
 * Sets a user's roles in an organization, creating the membership if needed. A name that another member has is replaced
 * in this organization; the names must be locked before, see `lockNames`. Runs in its scope.
 */
export const saveMembership = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  roles: OrganizationRoleCode[],
  origin: Origin,
): Promise<void> => {
  const before = await findMembership(tx, organizationId, userId);
  const joining =
    roles.length > 0 && !before?.roles.length
      ? await tx<UserRow>('users').where({ id: userId }).first()
      : undefined;
  const shown = joining ? { shown_name: await findShownName(tx, organizationId, joining) } : {};
  const [row] = await tx<MembershipRow>('memberships')
    .insert({ organization_id: organizationId, user_id: userId, roles, ...shown })
    .onConflict(['organization_id', 'user_id'])
    .merge(['roles', ...(joining ? (['shown_name'] as const) : [])])
    .returning('*');
  if (row) recordMembershipChanged(tx, row, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'roles.change',
    subject: { type: 'user', id: userId },
    organizationId,
    details: { roles, rolesBefore: before?.roles ?? [] },
  });
};

const selectMember = (tx: Tx, organizationId: number, userId: number) =>
  tx<MembershipRow>('memberships')
    .where({ organization_id: organizationId, user_id: userId })
    .whereRaw('cardinality(roles) > 0');

/** Locks a user's roles until the transaction ends; undefined if the user is no member. Runs in the tenant scope. */
export const lockMember = (
  tx: Tx,
  organizationId: number,
  userId: number,
): Promise<MembershipRow | undefined> => selectMember(tx, organizationId, userId).forShare().first();

/**
 * Like {@link lockMember}, for a sign-in. Two sign-ins with a shared lock would deadlock when they record the sign-in.
 */
export const lockMemberForSignIn = (
  tx: Tx,
  organizationId: number,
  userId: number,
): Promise<MembershipRow | undefined> => selectMember(tx, organizationId, userId).forNoKeyUpdate().first();

/** Records a sign-in, which accepts an invitation. A super administrator need not be a member. Runs in the tenant scope. */
export const recordMemberSignIn = async (tx: Tx, organizationId: number, userId: number): Promise<void> => {
  await selectMember(tx, organizationId, userId).update({
    last_sign_in_at: tx.fn.now(),
    invited_at: null,
  });
};

/**
 * Records that a member waits for the first sign-in from now on. Runs in the tenant scope.
 * @param isMailed whether an invitation was sent, or is queued
 */
export const recordInvited = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  { isMailed }: { isMailed: boolean },
): Promise<void> => {
  await selectMember(tx, organizationId, userId).update({
    invited_at: tx.fn.now(),
    is_invitation_unsent: !isMailed,
  });
};

/** Forgets the activity of a former member. Runs in the tenant scope. */
export const forgetActivity = async (tx: Tx, organizationId: number, userId: number): Promise<void> => {
  await tx<MembershipRow>('memberships')
    .where({ organization_id: organizationId, user_id: userId })
    .update({ last_sign_in_at: null, invited_at: null });
};

/** A locked membership. */
export interface LockedMembership extends MembershipRow {
  is_integration: boolean;
}

interface Concerned {
  userIds: readonly number[];
  /** Include all administrators. */
  withAdmins?: boolean;
  /** Whether the roles will change, or only be relied on. */
  isChange: boolean;
}

/**
 * Locks memberships until the transaction ends, including those without roles. Lock several with one call, ordered by
 * user id, to avoid deadlocks. Runs in the tenant scope.
 */
export const lockMemberships = (
  tx: Tx,
  organizationId: number,
  { userIds, withAdmins = false, isChange }: Concerned,
): Promise<LockedMembership[]> => {
  const rows = tx('memberships')
    .select<LockedMembership[]>(
      'memberships.*',
      tx.raw('(select u.is_integration from users u where u.id = memberships.user_id) as is_integration'),
    )
    .where({ organization_id: organizationId })
    .where((whose) => {
      whose.whereRaw('user_id = any(?)', [[...userIds]]);
      if (withAdmins) whose.orWhereRaw(`'ORG_ADMIN' = any(roles)`);
    })
    .orderBy('user_id');
  return isChange ? rows.forUpdate() : rows.forShare();
};

/** Records that the user has verified their address in this organization. Runs in its scope. */
export const markEmailVerified = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  origin: Origin,
): Promise<void> => {
  const [row] = await tx<MembershipRow>('memberships')
    .where({ organization_id: organizationId, user_id: userId, is_email_verified: false })
    .update({ is_email_verified: true })
    .returning('*');
  if (!row) return;
  recordMembershipChanged(tx, row, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'email.verify',
    subject: { type: 'user', id: userId },
    organizationId,
  });
};

/** Returns the wanted username, or a similar one if it is taken. */
const findUsername = async (tx: Tx, email: string, wanted: string | undefined): Promise<string> => {
  const base = wanted ?? email;
  await lockNames(tx, [base]);
  return (await isUsernameTaken(tx, base)) ? `${base}-${randomBytes(3).toString('hex')}` : base;
};

/** Creates an account without a password. */
export const createAccount = async (
  tx: Tx,
  email: string,
  { username, displayName }: Pick<InviteUser, 'username' | 'displayName'>,
  origin: Origin,
): Promise<UserRow> => {
  const names = {
    username: await findUsername(tx, email, username),
    display_name: displayName === undefined || displayName === username ? null : displayName,
  };
  const [user] = await tx<UserRow>('users')
    .insert({ email, ...names, ...skeletonColumns(names) })
    .returning('*');
  if (!user) throw new Error('The insert returned no row');
  recordUserChanged(tx, user, origin.traceparent);
  await recordSecurity(tx, origin, { event: 'account.create', subject: { type: 'user', id: user.id } });
  return user;
};
