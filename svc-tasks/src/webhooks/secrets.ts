import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@obieg/service-kit';

/** A new secret in the form of Standard Webhooks: 32 random bytes. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const contextOf = (organizationId: number): string => `webhook-secret:${organizationId}`;

/**
 * Encrypts the secrets of webhooks, as Base64. Each value is bound to its organization.
 *
 * @param keys the first one encrypts, all decrypt
 */
export const createWebhookSecrets = (keys: readonly Buffer[]) => {
  const box = createSecretBox(keys);
  return {
    seal: (organizationId: number, secret: string): string =>
      box.seal(Buffer.from(secret), contextOf(organizationId)).toString('base64'),
    hasKeyOf: (sealed: string): boolean => box.hasKeyOf(Buffer.from(sealed, 'base64')),
    /** @throws if no key fits or the value was changed */
    open: (organizationId: number, sealed: string): string =>
      box.open(Buffer.from(sealed, 'base64'), contextOf(organizationId)).toString(),
  };
};
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;
