import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import type { Configuration, CustomFetch } from 'openid-client';
import * as z from 'zod';
import { ProviderError, toProviderError } from './provider-error';

/** What a provider wants to end: one of its sessions, or all of a person. */
export interface ProviderLogout {
  tokenId: string;
  subject: string | undefined;
  providerSession: string | undefined;
}

/** Of `sub` and `sid`. The standard allows 255 characters of a subject. */
export const providerNameMaxLength = 255;
export const logoutTokenMaxAgeSeconds = 300;
const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Without `none` and without shared secrets, with which a client could sign for the provider. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const nameSchema = z.string().min(1).max(providerNameMaxLength);
const claimsSchema = z
  .object({
    jti: nameSchema,
    sub: nameSchema.optional(),
    sid: nameSchema.optional(),
    events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

interface Verification {
  config: Configuration;
  clientId: string;
  fetch: CustomFetch;
  clockToleranceSeconds: number;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). An ID token is none: it lacks the event.
 * The caller checks that the token is used once. @throws ProviderError
 */
export const verifyLogoutToken = async (
  token: string,
  { config, clientId, fetch, clockToleranceSeconds }: Verification,
): Promise<ProviderLogout> => {
  const { issuer, jwks_uri } = config.serverMetadata();
  if (jwks_uri === undefined) throw new ProviderError('bad-keys', 'no jwks_uri');
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    [customFetch]: (url, { headers, method }) =>
      fetch(url, { headers: Object.fromEntries(headers), method, body: null, redirect: 'manual' }),
  });
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: signatures,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: logoutTokenMaxAgeSeconds,
    });
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) throw new ProviderError('bad-token', 'no logout token');
    const { jti, sub, sid } = claims.data;
    return { tokenId: jti, subject: sub, providerSession: sid };
  } catch (error) {
    throw toProviderError(error, 'bad-token');
  }
};
