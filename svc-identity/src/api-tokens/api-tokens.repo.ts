import { apiTokenSessionSeconds, type SecurityEvent, type TokenScope } from '@obieg/contracts';
import { recordEvent, type Tx } from '@obieg/service-kit';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

export interface ApiTokenRow {
  id: string;
  user_id: number;
  name: string;
  scopes: TokenScope[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

interface Revocation {
  origin: Origin;
  reason: SecurityEvent;
}

/**
 * Revokes live tokens of the organization in scope and publishes the end of their sessions. @returns the number of
 * tokens
 */
export const revokeApiTokens = async (
  tx: Tx,
  organizationId: number,
  which: { id?: string; user_id?: number },
  { origin, reason }: Revocation,
): Promise<number> => {
  const scoped = { organization_id: organizationId, ...which };
  // Locks all tokens in one order before changing any, to avoid deadlocks with concurrent revocations.
  const inOrder = tx('api_tokens')
    .where(scoped)
    .whereNull('revoked_at')
    .orderBy('id')
    .forUpdate()
    .select('id');
  const revoked: Pick<ApiTokenRow, 'id' | 'user_id' | 'name'>[] = await tx('api_tokens')
    .where({ organization_id: organizationId })
    .whereIn('id', inOrder)
    .update({ revoked_at: tx.fn.now() })
    .returning(['id', 'user_id', 'name']);
  const expiresAt = new Date(Date.now() + apiTokenSessionSeconds * 1_000).toISOString();
  for (const { id, user_id } of revoked)
    recordEvent(tx, {
      type: 'obieg.identity.session.revoked',
      aggregateId: id,
      data: { sessionId: id, userId: user_id, expiresAt },
      traceparent: origin.traceparent,
    });
  await recordSecurity(
    tx,
    origin,
    ...revoked.map(({ user_id, name }) => ({
      event: 'api-token.revoke' as const,
      subject: { type: 'user' as const, id: user_id },
      details: { reason, name },
    })),
  );
  return revoked.length;
};
