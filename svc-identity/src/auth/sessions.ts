import { randomUUID } from 'node:crypto';
import {
  type AuthResponse,
  jwtAudience,
  jwtIssuer,
  type SecurityDetails,
  type SecurityEvent,
} from '@obieg/contracts';
import { type Database, recordEvent, type Tx, withTransaction } from '@obieg/service-kit';
import jwt from 'jsonwebtoken';
import type { SigningKeys } from '../keys/signing-keys';
import { lockMember, type UserRow } from '../members/members.repo';
import { holdOrganization } from '../organizations/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

const tokenHours = 12;

/**
 * Waits for who removes the member or deletes the organization at this moment; their sessions end before or after. Locks
 * are taken in one order everywhere, so that nobody waits in a circle: the account, the organization, its groups,
 * memberships, places in groups, what lets in (invitations, hand-overs, verifications), sessions, several of them by
 * their ids. So whoever uses up a token calls this before it.
 * @throws what `refuse` makes
 */
export const checkMayEnter = async (
  tx: Tx,
  user: UserRow,
  organizationId: number | undefined,
  refuse: () => Error,
): Promise<void> => {
  if (organizationId === undefined) return;
  const isThere = await holdOrganization(tx, organizationId);
  const isAtHome = user.is_super_admin || (await lockMember(tx, organizationId, user.id)) !== undefined;
  if (!isThere || !isAtHome) throw refuse();
};

interface SignIn {
  user: UserRow;
  /** Of the addressed organization, in whose scope it is opened. */
  origin: Origin;
  by: NonNullable<SecurityDetails['by']>;
  /** Where the caller has to know it; drawn otherwise. */
  sessionId?: string;
  /** Makes the error for who is no member any more. */
  refuse(): Error;
}

/** Somebody who has proven just now who they are, as actor of what follows from it. */
export const asActor = (origin: Origin, userId: number, sessionId: string | null = null): Origin => ({
  ...origin,
  actorId: userId,
  sessionId,
});

/**
 * Opens a session for one address and answers its token (decision: the token names user, session, organization).
 * @throws what `refuse` makes
 */
export const openSession = async (
  tx: Tx,
  keys: SigningKeys,
  { user, origin, by, sessionId = randomUUID(), refuse }: SignIn,
): Promise<AuthResponse> => {
  const { organizationId } = origin;
  await checkMayEnter(tx, user, organizationId, refuse);
  await tx('sessions').insert({
    id: sessionId,
    user_id: user.id,
    organization_id: organizationId ?? null,
    expires_at: tx.raw(`now() + interval '${tokenHours} hours'`),
  });
  await recordSecurity(tx, asActor(origin, user.id, sessionId), {
    event: 'sign-in',
    subject: { type: 'user', id: user.id },
    details: { by },
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

/** Whether a session goes on; one that does is not ended before the transaction is over. */
export const isLiveSession = async (tx: Tx, id: string | null): Promise<boolean> =>
  (await tx('sessions')
    .where({ id })
    .whereNull('revoked_at')
    .where('expires_at', '>', tx.fn.now())
    .forShare()
    .first('id')) !== undefined;

interface EndedSession {
  id: string;
  user_id: number;
  organization_id: number | null;
  expires_at: Date;
}

/** Ends sessions and tells everybody; ending one again changes nothing. */
export const revokeSessions = async (
  tx: Tx,
  which: { id?: string; user_id?: number; organization_id?: number },
  { origin, reason }: { origin: Origin; reason: SecurityEvent },
): Promise<void> => {
  // Locked before any is changed, and in one order: who ends some of the same at this moment waits, but in no circle.
  const inOrder = tx('sessions')
    .where(which)
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
      // Of another organization's session this scope cannot write into that organization's log.
      organizationId: organization_id === scopeId ? organization_id : null,
      details: { reason, userId: user_id, organizationId: organization_id },
    })),
  );
};

/** Sessions that ended before their token does, all or those of this time: for services that miss events. */
export const listRevokedSessions = async (db: Database, withinSeconds?: number) => {
  const rows = await withTransaction(db, (tx) =>
    tx('sessions')
      .whereNotNull('revoked_at')
      .where('expires_at', '>', tx.fn.now())
      .modify((narrowed) => {
        if (withinSeconds !== undefined)
          narrowed.whereRaw(`revoked_at > now() - make_interval(secs => ?)`, [withinSeconds]);
      })
      .select('id', 'expires_at')
      .limit(100_000),
  );
  return rows.map(({ id, expires_at }: { id: string; expires_at: Date }) => ({
    sessionId: id,
    expiresAt: expires_at.toISOString(),
  }));
};
