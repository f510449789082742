import { randomUUID } from 'node:crypto';
import {
  type ApiToken,
  apiTokenDaysMax,
  type CreateApiToken,
  type CreatedApiToken,
  limits,
} from '@obieg/contracts';
import {
  type Database,
  generateApiToken,
  problem,
  readOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { hashToken } from '../credentials/secrets';
import { lockUserForChange } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { lockForSignIn } from '../sessions/sessions';
import { type ApiTokenRow, revokeApiTokens } from './api-tokens.repo';

const dayMs = 24 * 60 * 60 * 1_000;

const present = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Lists a person's tokens of the organization, newest first. Expired ones stay visible until they are swept. */
export const listOwnTokens = async (
  db: Database,
  organizationId: number,
  userId: number,
): Promise<ApiToken[]> => {
  const [rows = []] = await readOrganization(db, organizationId, (knex) => [
    knex('api_tokens')
      .where({ organization_id: organizationId, user_id: userId })
      .whereNull('revoked_at')
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  ]);
  return (rows as unknown as ApiTokenRow[]).map(present);
};

const checkEnd = (expiresAt: string, { language }: Origin): void => {
  const days = (Date.parse(expiresAt) - Date.now()) / dayMs;
  if (days <= 0 || days > apiTokenDaysMax)
    throw problem.validation([{ field: 'expiresAt', message: translate(language, 'apiTokenEnd') }]);
};

/** Creates a token of the caller. @throws 409 above the number of tokens, 422 for an end out of range */
export const createOwnToken = (
  db: Database,
  organizationId: number,
  userId: number,
  { name, scopes, expiresAt }: CreateApiToken,
  origin: Origin,
): Promise<CreatedApiToken> => {
  checkEnd(expiresAt, origin);
  return withOrganization(db, organizationId, async (tx) => {
    // Two calls at once must not exceed the number.
    const user = await lockUserForChange(tx, userId);
    if (!user) throw problem.unauthorized();
    // A removal that runs at once would not revoke this token.
    await lockForSignIn(tx, user, organizationId, () => problem.unauthorized());
    const held = await tx('api_tokens')
      .where({ organization_id: organizationId, user_id: userId })
      .whereNull('revoked_at')
      .pluck('id');
    if (held.length >= limits.apiTokensPerPersonMax)
      throw problem.conflict('CONFLICT', translate(origin.language, 'tooManyApiTokens'));
    const id = randomUUID();
    const token = generateApiToken();
    await tx('api_tokens').insert({
      organization_id: organizationId,
      id,
      user_id: userId,
      name,
      scopes,
      token_hash: hashToken(token),
      expires_at: expiresAt,
    });
    await recordSecurity(tx, origin, {
      event: 'api-token.create',
      subject: { type: 'user', id: userId },
      details: { name, scopes },
    });
    return { id, token };
  });
};

/** Revokes a token of the caller. @throws 404 for a revoked one and for another person's */
export const revokeOwnToken = (
  db: Database,
  organizationId: number,
  userId: number,
  id: string,
  origin: Origin,
): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    const revoked = await revokeApiTokens(
      tx,
      organizationId,
      { id, user_id: userId },
      { origin, reason: 'api-token.revoke' },
    );
    if (revoked === 0) throw problem.notFound(translate(origin.language, 'apiTokenNotFound'));
  });
