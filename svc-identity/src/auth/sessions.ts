import { randomUUID } from 'node:crypto';
import { type AuthResponse, jwtAudience, jwtIssuer } from '@obieg/contracts';
import { type Database, recordEvent, type Tx, withTransaction } from '@obieg/service-kit';
import jwt from 'jsonwebtoken';
import type { SigningKeys } from '../keys/signing-keys';
import { lockMember, type UserRow } from '../members/members.repo';

const tokenHours = 12;

/** Waits for who removes the member or deletes the organization at this moment; their sessions end before or after. */
const checkMayEnter = async (
  tx: Tx,
  user: UserRow,
  organizationId: number,
  refuse: () => Error,
): Promise<void> => {
  const organization = await tx('organizations')
    .where({ id: organizationId })
    .whereNull('deleted_at')
    .forShare()
    .first('id');
  const isAtHome = user.is_super_admin || (await lockMember(tx, organizationId, user.id)) !== undefined;
  if (!organization || !isAtHome) throw refuse();
};

/**
 * Opens a session for one address and answers its token (decision: the token names user, session, organization).
 * @throws what `refuse` makes, for who is no member any more
 */
export const openSession = async (
  tx: Tx,
  keys: SigningKeys,
  user: UserRow,
  organizationId: number | undefined,
  refuse: () => Error,
): Promise<AuthResponse> => {
  if (organizationId !== undefined) await checkMayEnter(tx, user, organizationId, refuse);
  const sessionId = randomUUID();
  await tx('sessions').insert({
    id: sessionId,
    user_id: user.id,
    organization_id: organizationId ?? null,
    expires_at: tx.raw(`now() + interval '${tokenHours} hours'`),
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

/** Ends sessions and tells everybody; ending one again changes nothing. */
export const revokeSessions = async (
  tx: Tx,
  which: { id?: string; user_id?: number; organization_id?: number },
  traceparent?: string,
): Promise<void> => {
  const ended = await tx('sessions')
    .where(which)
    .whereNull('revoked_at')
    .where('expires_at', '>', tx.fn.now())
    .update({ revoked_at: tx.fn.now() })
    .returning(['id', 'user_id', 'expires_at']);
  for (const { id, user_id, expires_at } of ended as { id: string; user_id: number; expires_at: Date }[]) {
    await recordEvent(tx, {
      type: 'obieg.identity.session.revoked',
      aggregateId: id,
      data: { sessionId: id, userId: user_id, expiresAt: expires_at.toISOString() },
      traceparent,
    });
  }
};

/** Sessions that ended before their token does: for services that miss events. */
export const listRevokedSessions = async (db: Database) => {
  const rows = await withTransaction(db, (tx) =>
    tx('sessions')
      .whereNotNull('revoked_at')
      .where('expires_at', '>', tx.fn.now())
      .select('id', 'expires_at')
      .limit(100_000),
  );
  return rows.map(({ id, expires_at }: { id: string; expires_at: Date }) => ({
    sessionId: id,
    expiresAt: expires_at.toISOString(),
  }));
};
