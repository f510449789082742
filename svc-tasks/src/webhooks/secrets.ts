import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts the secrets of webhooks. Each value is bound to its organization. */
export interface SecretBox {
  seal(organizationId: number, secret: string): string;
  /** @throws if no key fits or the value was changed */
  open(organizationId: number, sealed: string): string;
}

/** A new secret in the form of Standard Webhooks: 32 random bytes. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Parses keys in Base64, separated by commas. @returns undefined if one has not 32 bytes */
export const parseSecretKeys = (text: string): Buffer[] | undefined => {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'));
  return keys.every(({ length }) => length === keyBytes) ? keys : undefined;
};

const context = (organizationId: number): Buffer => Buffer.from(`webhook-secret:${organizationId}`);

/** @param keys the first one encrypts, all decrypt */
export const createSecretBox = (keys: readonly Buffer[]): SecretBox => {
  const [current] = keys;
  if (!current) throw new Error('A key is required');
  const openWith = (key: Buffer, organizationId: number, data: Buffer): string => {
    const decipher = createDecipheriv(algorithm, key, data.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAAD(context(organizationId));
    decipher.setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  };
  return {
    seal: (organizationId, secret) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current, iv, { authTagLength: tagBytes });
      cipher.setAAD(context(organizationId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (organizationId, sealed) => {
      const data = Buffer.from(sealed, 'base64');
      for (const [index, key] of keys.entries())
        try {
          return openWith(key, organizationId, data);
        } catch (error) {
          if (index === keys.length - 1) throw error;
        }
      throw new Error('A key is required');
    },
  };
};
