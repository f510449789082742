import { jwtAudience, jwtIssuer } from '@obieg/contracts';
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
});

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

interface VerifiedToken extends Session {
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
        jwt.verify(token, key, { algorithms: ['RS256'], issuer: jwtIssuer, audience: jwtAudience }),
      );
      return {
        userId: claims.sub,
        sessionId: claims.sid,
        organizationId: claims.org,
        expiresAtSeconds: claims.exp,
      };
    } catch {
      throw problem.unauthorized('The token is not valid or has expired.');
    }
  };

  return async (authorization) => {
    if (authorization === '') return undefined;
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    if (!token || token.length > 4_096) throw problem.unauthorized('The token is not valid.');
    const known = verified.get(token);
    const session = known ?? (await verify(token));
    if (session.expiresAtSeconds * 1_000 <= Date.now()) throw problem.unauthorized('The token has expired.');
    // Only after verification: caching on each use would extend the minute, and the token could outlive its key.
    if (!known) verified.set(token, session);
    if (isRevoked(session.sessionId)) throw problem.unauthorized('The session has ended.');
    const { userId, sessionId, organizationId } = session;
    return { userId, sessionId, organizationId };
  };
};
