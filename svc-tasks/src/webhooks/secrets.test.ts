import { randomBytes } from 'node:crypto';
import { webhookSecretPattern } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { createWebhookSecret, createWebhookSecrets } from './secrets';

describe('createWebhookSecrets', () => {
  it('opens what it sealed for the same organization only, and hides it', () => {
    const secrets = createWebhookSecrets([randomBytes(32)]);
    const secret = createWebhookSecret();
    const sealed = secrets.seal(1, secret);
    expect(secret).toMatch(webhookSecretPattern);
    expect(sealed).not.toContain(secret.slice(6));
    expect(secrets.open(1, sealed)).toBe(secret);
    expect(() => secrets.open(2, sealed)).toThrow();
  });
});
