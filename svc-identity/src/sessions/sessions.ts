import { randomUUID } from 'node:crypto';
import {
  type AuthResponse,
  apiTokenSessionSeconds,
  jwtAudience,
  jwtIssuer,
  type SecurityDetails,
  type SecurityEvent,
} from '@obieg/contracts';
import {
  type Database,
  recordEvent,
  type Tx,
  withEveryOrganization,
  withTransaction,
} from '@obieg/service-kit';
import jwt from 'jsonwebtoken';
import type { Knex } from 'knex';
import type { SigningKeys } from '../keys/signing-keys';
import { lockMemberForSignIn, recordMemberSignIn, type UserRow } from '../members/members.repo';
import { checkNoProviderRequired } from '../provider-rules/required-provider';
import { lockOrganization } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

const tokenHours = 12;
/** Limits what a forged header can store. */
const headerMaxLength = 300;

/**
 * Locks the organization and membership against a concurrent removal. Call it before using up a token, because all
 * transactions take locks in the same order to avoid deadlocks.
 *
 * The order is: account, organization, groups, memberships, group members, credentials (invitations, hand-overs,
 * verifications), sessions. Several sessions are locked by id.
 *
 * @throws the error of `refuse` if the organization was deleted, the user is no member or an integration
 */
export const lockForSignIn = async (
  tx: Tx,
  user: UserRow,
  organizationId: number | undefined,
  refuse: () => Error,
): Promise<void> => {
  // Every way to a session leads here. An integration has only API tokens.
  if (user.is_integration) throw refuse();
  if (organizationId === undefined) return;
  const exists = await lockOrganization(tx, organizationId);
  const isAllowed =
    user.is_super_admin || (await lockMemberForSignIn(tx, organizationId, user.id)) !== undefined;
  if (!exists || !isAllowed) throw refuse();
};

export interface SessionProvider {
  id: number;
  signOutAddress: string | null;
  /** How the provider calls the person and its session, in a logout token. Null if it does not say. */
  subject: string | null;
  session: string | null;
}

/** Columns of `sessions` and `sign_in_challenges`. */
export const providerColumns = (provider: SessionProvider | undefined) => ({
  provider_id: provider?.id ?? null,
  provider_sign_out: provider?.signOutAddress ?? null,
  provider_subject: provider?.subject ?? null,
  provider_session: provider?.session ?? null,
});

export interface SignIn {
  user: UserRow;
  /** The addressed organization is the scope of the session. */
  origin: Origin;
  by: NonNullable<SecurityDetails['by']>;
  /** Second factor that the client has proved. */
  factor: NonNullable<SecurityDetails['factor']> | null;
  /** Default: a new id. */
  sessionId?: string;
  /** Identity provider of a sign-in by provider. The session is confined to its organization. */
  provider?: SessionProvider | undefined;
  /** Creates the error for a user who is no longer a member. */
  refuse(): Error;
}

/** Returns the origin with a user who has just authenticated as actor. */
export const asActor = (origin: Origin, userId: number, sessionId: string | null = null): Origin => ({
  ...origin,
  actorId: userId,
  sessionId,
});

/**
 * Opens a session for one address. Sign-ins call `admit` instead, which asks for a second factor first.
 *
 * @returns its token @throws the error of `refuse`, 403 PROVIDER_REQUIRED
 */
export const openSession = async (
  tx: Tx,
  keys: SigningKeys,
  { user, origin, by, factor, sessionId = randomUUID(), provider, refuse }: SignIn,
): Promise<AuthResponse> => {
  const { organizationId } = origin;
  await lockForSignIn(tx, user, organizationId, refuse);
  if (!provider) await checkNoProviderRequired(tx, user, origin);
  if (organizationId !== undefined) await recordMemberSignIn(tx, organizationId, user.id);
  await tx('sessions').insert({
    id: sessionId,
    user_id: user.id,
    organization_id: organizationId ?? null,
    expires_at: tx.raw(`now() + interval '${tokenHours} hours'`),
    user_agent: origin.userAgent?.slice(0, headerMaxLength) ?? null,
    ip: origin.ip?.slice(0, headerMaxLength) ?? null,
    factor,
    ...providerColumns(provider),
  });
  await recordSecurity(tx, asActor(origin, user.id, sessionId), {
    event: 'sign-in',
    subject: { type: 'user', id: user.id },
    details: { by, ...(factor === null ? {} : { factor }) },
  });
  const { id: keyId, key } = await keys.current();
  const token = jwt.sign({ sid: sessionId, org: organizationId ?? null }, key, {
    algorithm: 'RS256',
    keyid: keyId,
    issuer: jwtIssuer,
    audience: jwtAudience,
    subject: String(user.id),
    expiresIn: tokenHours * 3_600,
  });
  return { token, id: user.id, username: user.username, email: user.email };
};

/** Finds a live session. It cannot end before the transaction does. */
export const findLiveSession = (tx: Tx, id: string | null): Promise<Pick<SignIn, 'factor'> | undefined> =>
  tx('sessions')
    .where({ id })
    .whereNull('revoked_at')
    .where('expires_at', '>', tx.fn.now())
    .forShare()
    .first('factor');

interface EndedSession {
  id: string;
  user_id: number;
  organization_id: number | null;
  expires_at: Date;
}

export interface EndOfSessions {
  origin: Origin;
  reason: SecurityEvent;
  /** A session that stays. */
  exceptId?: string | undefined;
  /** Restricts the sessions further. */
  narrow?(sessions: Knex.QueryBuilder): void;
}

/** Revokes sessions and publishes their end. Has no effect on revoked sessions. @returns the number of sessions */
export const revokeSessions = async (
  tx: Tx,
  which: { id?: string; user_id?: number; organization_id?: number },
  { origin, reason, exceptId, narrow }: EndOfSessions,
): Promise<number> => {
  // Locks all sessions in one order before changing any, to avoid deadlocks with concurrent revocations.
  const inOrder = tx('sessions')
    .where(which)
    .modify((narrowed) => {
      if (exceptId !== undefined) narrowed.whereNot({ id: exceptId });
      narrow?.(narrowed);
    })
    .whereNull('revoked_at')
    .where('expires_at', '>', tx.fn.now())
    .orderBy('id')
    .forUpdate()
    .select('id');
  const ended = await tx('sessions')
    .whereIn('id', inOrder)
    .update({ revoked_at: tx.fn.now() })
    .returning<EndedSession[]>(['id', 'user_id', 'organization_id', 'expires_at']);
  for (const { id, user_id, expires_at } of ended) {
    recordEvent(tx, {
      type: 'obieg.identity.session.revoked',
      aggregateId: id,
      data: { sessionId: id, userId: user_id, expiresAt: expires_at.toISOString() },
      traceparent: origin.traceparent,
    });
  }
  const scopeId = which.organization_id ?? origin.organizationId;
  await recordSecurity(
    tx,
    origin,
    ...ended.map(({ id, user_id, organization_id }) => ({
      event: 'session.revoke' as const,
      subject: { type: 'session' as const, id },
      // This scope cannot write to another organization's log.
      organizationId: organization_id === scopeId ? organization_id : null,
      details: { reason, userId: user_id, organizationId: organization_id },
    })),
  );
  return ended.length;
};

/** Lists sessions revoked before their token expires, optionally only recent ones. For services that missed events. */
export const listRevokedSessions = async (db: Database, withinSeconds?: number) => {
  const ofTokens = 'revoked_at + make_interval(secs => ?)';
  const rows = await withEveryOrganization(db, (tx) => {
    const onlyRecent = (narrowed: Knex.QueryBuilder): void => {
      if (withinSeconds !== undefined)
        narrowed.whereRaw(`revoked_at > now() - make_interval(secs => ?)`, [withinSeconds]);
    };
    return tx('sessions')
      .whereNotNull('revoked_at')
      .where('expires_at', '>', tx.fn.now())
      .modify(onlyRecent)
      .select('id', 'expires_at')
      .unionAll(
        tx('api_tokens')
          .whereRaw(`${ofTokens} > now()`, [apiTokenSessionSeconds])
          .modify(onlyRecent)
          .select('id', tx.raw(`${ofTokens} as expires_at`, [apiTokenSessionSeconds])),
      )
      .limit(100_000);
  });
  return rows.map(({ id, expires_at }: { id: string; expires_at: Date }) => ({
    sessionId: id,
    expiresAt: expires_at.toISOString(),
  }));
};

/** Each page load asks for the permissions, so this runs often. It writes at most every five minutes. */
export const recordSessionSeen = (db: Database, sessionId: string): Promise<void> =>
  withTransaction(db, async (tx) => {
    await tx('sessions')
      .where({ id: sessionId })
      .whereRaw(`coalesce(last_seen_at, created_at) < now() - interval '5 minutes'`)
      .update({ last_seen_at: tx.fn.now() });
  });
