import { apiTokenAudience, apiTokenSessionSeconds, jwtIssuer } from '@obieg/contracts';
import { type Database, problem, withOrganization } from '@obieg/service-kit';
import jwt from 'jsonwebtoken';
import { hashToken } from '../credentials/secrets';
import type { SigningKeys } from '../keys/signing-keys';
import type { ApiTokenRow } from './api-tokens.repo';

interface FoundToken extends Pick<ApiTokenRow, 'id' | 'user_id' | 'scopes' | 'expires_at'> {
  is_use_recorded: boolean;
}

/**
 * Opens a short session for an API token, which the gateway uses in its place. Services check the owner's present
 * permissions on each call.
 *
 * @returns the session's JWT @throws 401 for a token that does not exist in the organization, is revoked or expired
 */
export const openTokenSession = async (
  db: Database,
  keys: SigningKeys,
  organizationId: number,
  token: string,
): Promise<{ jwt: string; userId: number }> => {
  const found = await withOrganization(db, organizationId, async (tx) => {
    const row: FoundToken | undefined = await tx('api_tokens')
      .where({ organization_id: organizationId, token_hash: hashToken(token) })
      .whereNull('revoked_at')
      .where('expires_at', '>', tx.fn.now())
      .first(
        'id',
        'user_id',
        'scopes',
        'expires_at',
        tx.raw(`coalesce(last_used_at > now() - interval '1 minute', false) as is_use_recorded`),
      );
    if (row && !row.is_use_recorded)
      await tx('api_tokens')
        .where({ organization_id: organizationId, id: row.id })
        .update({ last_used_at: tx.fn.now() });
    return row;
  });
  if (!found) throw problem.unauthorized('The API token is not valid here, has expired or was revoked.');
  const { id: keyId, key } = await keys.current();
  const secondsLeft = Math.ceil((found.expires_at.getTime() - Date.now()) / 1_000);
  return {
    userId: found.user_id,
    jwt: jwt.sign({ sid: found.id, org: organizationId, scopes: found.scopes }, key, {
      algorithm: 'RS256',
      keyid: keyId,
      issuer: jwtIssuer,
      audience: apiTokenAudience,
      subject: String(found.user_id),
      expiresIn: Math.max(1, Math.min(apiTokenSessionSeconds, secondsLeft)),
    }),
  };
};
