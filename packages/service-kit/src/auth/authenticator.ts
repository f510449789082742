import { apiTokenAudience, jwtAudience, jwtIssuer, type TokenScope, tokenScopes } from '@obieg/contracts';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { problem } from '../errors/problems';
import type { KeySet } from './key-set';

/** Claims of a token. Permissions are never part of it. */
export interface Session {
  userId: number;
  sessionId: string;
  organizationId: number | null;
  /** Of an API token: what it may be used for. Undefined for a person's session, which has no limit. */
  scopes?: readonly TokenScope[];
}

/**
 * Reads an Authorization header. @returns undefined without a header @throws 401 unless it contains a valid token of
 * a session that has not ended
 */
export type Authenticate = (authorization: string) => Promise<Session | undefined>;

const claimsSchema = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
  sid: z.uuid(),
  org: z.int().positive().nullable(),
  exp: z.number(),
  aud: z.enum([jwtAudience, apiTokenAudience]),
  scopes: z.array(z.string()).optional(),
});

/** @returns undefined for a person's session. @throws without the scopes of an API token */
const readScopes = ({ aud, scopes }: z.infer<typeof claimsSchema>): readonly TokenScope[] | undefined => {
  if (aud === jwtAudience) return undefined;
  if (!scopes) throw new TypeError('The session of an API token has no scopes');
  // A newer version can issue scopes that this one does not know.
  return tokenScopes.filter((scope) => scopes.includes(scope));
};

const headerSchema = z.object({ alg: z.literal('RS256'), kid: z.string().min(1) });

/** Returns the key id of an RS256 token, unverified; undefined for any other token. */
const readKeyId = (token: string): string | undefined => {
  try {
    const [header = ''] = token.split('.');
    return headerSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString())).kid;
  } catch {
    return undefined;
  }
};

interface VerifiedToken {
  session: Session;
  expiresAtSeconds: number;
}

interface AuthenticatorOptions {
  keySet: KeySet;
  isRevoked(sessionId: string): boolean;
}

/** Verifies RS256 tokens of svc-identity. Caches verified tokens for a minute; checks revocation on every call. */
export const createAuthenticator = ({ keySet, isRevoked }: AuthenticatorOptions): Authenticate => {
  const verified = new LRUCache<string, VerifiedToken>({ max: 5_000, ttl: 60_000 });

  const verify = async (token: string): Promise<VerifiedToken> => {
    const keyId = readKeyId(token);
    if (keyId === undefined) throw problem.unauthorized('The token is not valid.');
    const key = await keySet.find(keyId).catch((error: unknown) => {
      throw problem.unavailable(undefined, error);
    });
    if (!key) throw problem.unauthorized('The token is not valid.');
    try {
      const claims = claimsSchema.parse(
        jwt.verify(token, key, {
          algorithms: ['RS256'],
          issuer: jwtIssuer,
          audience: [jwtAudience, apiTokenAudience],
        }),
      );
      const scopes = readScopes(claims);
      const session = { userId: claims.sub, sessionId: claims.sid, organizationId: claims.org };
      return { session: scopes ? { ...session, scopes } : session, expiresAtSeconds: claims.exp };
    } catch {
      throw problem.unauthorized('The token is not valid or has expired.');
    }
  };

  const remember = async (token: string): Promise<VerifiedToken> => {
    const found = await verify(token);
    // Only here: caching on each use would extend the minute, and the token could outlive its key.
    if (found.expiresAtSeconds * 1_000 > Date.now()) verified.set(token, found);
    return found;
  };

  return async (authorization) => {
    if (authorization === '') return undefined;
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    if (!token || token.length > 4_096) throw problem.unauthorized('The token is not valid.');
    const known = verified.get(token);
    const { session, expiresAtSeconds } = known ?? (await remember(token));
    if (expiresAtSeconds * 1_000 <= Date.now()) throw problem.unauthorized('The token has expired.');
    if (isRevoked(session.sessionId)) throw problem.unauthorized('The session has ended.');
    return session;
  };
};
