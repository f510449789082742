import { randomUUID } from 'node:crypto';
import {
  type ApiToken,
  apiTokenDaysMax,
  type CreateApiToken,
  type CreatedApiToken,
  limits,
} from '@obieg/contracts';
import {
  type Creation,
  createOnce,
  type Database,
  generateApiToken,
  problem,
  readOrganization,
  type Tx,
} from '@obieg/service-kit';
import { hashToken } from '../credentials/secrets';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { type ApiTokenRow, revokeApiTokens } from './api-tokens.repo';

const dayMs = 24 * 60 * 60 * 1_000;

/** The account that a token acts as, in one organization. */
export interface TokenOwner {
  organizationId: number;
  userId: number;
}

const present = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Lists an account's tokens of the organization, newest first. Expired ones stay visible until they are swept. */
export const listTokens = async (
  db: Database,
  { organizationId, userId }: TokenOwner,
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

/** @throws 422 for an end that is past or more than a year away */
export const checkTokenEnd = (
  { expiresAt }: CreateApiToken,
  { language }: Pick<Origin, 'language'>,
): void => {
  const days = (Date.parse(expiresAt) - Date.now()) / dayMs;
  if (days <= 0 || days > apiTokenDaysMax)
    throw problem.validation([{ field: 'expiresAt', message: translate(language, 'apiTokenEnd') }]);
};

/**
 * Inserts a token. The caller has locked the account for a change, so that two calls at once do not exceed the number,
 * and its membership, whose removal would not revoke this token otherwise. @throws 409 above the number of tokens
 */
const insertToken = async (
  tx: Tx,
  { organizationId, userId }: TokenOwner,
  { name, scopes, expiresAt }: CreateApiToken,
  origin: Origin,
): Promise<CreatedApiToken> => {
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
};

/**
 * Gives a token that its owner never received a new secret, because only the hash of the first one is stored. @throws
 * 409 for a token that has been used or revoked
 */
const replaceLostSecret = async (
  tx: Tx,
  { organizationId, userId }: TokenOwner,
  id: string,
  { language }: Origin,
): Promise<CreatedApiToken> => {
  const token = generateApiToken();
  const replaced = await tx('api_tokens')
    .where({ organization_id: organizationId, user_id: userId, id })
    .whereNull('revoked_at')
    .whereNull('last_used_at')
    .update({ token_hash: hashToken(token) });
  if (replaced === 0) throw problem.conflict('CONFLICT', translate(language, 'apiTokenTakenOver'));
  return { id, token };
};

/** A token to create. */
export interface TokenCreation {
  owner: TokenOwner;
  input: CreateApiToken;
  creation: Creation | undefined;
  origin: Origin;
}

/**
 * Creates a token, once per idempotency key. A repetition returns the token with a new secret. The caller has locked as
 * for {@link insertToken}.
 *
 * @param announce called for a new token @throws 409 above the number of tokens, or if a repetition comes after the use
 */
export const createToken = async (
  tx: Tx,
  { owner, input, creation, origin }: TokenCreation,
  announce: () => Promise<void>,
): Promise<CreatedApiToken> => {
  let created: CreatedApiToken | undefined;
  // The remembered answer has no secret, because it is stored as it is.
  const id = await createOnce(tx, creation, async () => {
    created = await insertToken(tx, owner, input, origin);
    await announce();
    return created.id;
  });
  return created ?? replaceLostSecret(tx, owner, id, origin);
};

/** Revokes a token of the account. @throws 404 for a revoked one and for another account's */
export const revokeToken = async (
  tx: Tx,
  { organizationId, userId }: TokenOwner,
  id: string,
  origin: Origin,
): Promise<void> => {
  const revoked = await revokeApiTokens(
    tx,
    organizationId,
    { id, user_id: userId },
    { origin, reason: 'api-token.revoke' },
  );
  if (revoked === 0) throw problem.notFound(translate(origin.language, 'apiTokenNotFound'));
};
