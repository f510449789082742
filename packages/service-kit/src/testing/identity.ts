import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { apiTokenAudience, jwtAudience, jwtIssuer, type TokenScope } from '@obieg/contracts';
import jwt from 'jsonwebtoken';
import type { KeySet } from '../auth/key-set';

interface TokenOptions {
  userId: number;
  organizationId: number | null;
  sessionId?: string;
  expiresIn?: number;
  /** Makes it the session of an API token. */
  scopes?: readonly TokenScope[];
}

/** Signs tokens like svc-identity, with its own key. */
export const createTestIdentity = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const keyId = 'test-key';
  const keySet: KeySet = { find: async (id) => (id === keyId ? publicKey : undefined) };
  return {
    keySet,
    publicKey: publicKey as KeyObject,
    keyId,
    sign: ({
      userId,
      organizationId,
      sessionId = randomUUID(),
      expiresIn = 3_600,
      scopes,
    }: TokenOptions): string =>
      jwt.sign({ sid: sessionId, org: organizationId, ...(scopes ? { scopes } : {}) }, privateKey, {
        algorithm: 'RS256',
        keyid: keyId,
        issuer: jwtIssuer,
        audience: scopes ? apiTokenAudience : jwtAudience,
        subject: String(userId),
        expiresIn,
      }),
  };
};
