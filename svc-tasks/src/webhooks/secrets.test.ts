import { randomBytes } from 'node:crypto';
import { webhookSecretPattern } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { createSecretBox, createWebhookSecret, parseSecretKeys } from './secrets';

const [first, second] = [randomBytes(32), randomBytes(32)];

describe('createSecretBox', () => {
  const secret = createWebhookSecret();

  it('opens what it sealed, and hides it', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal(1, secret);
    expect(secret).toMatch(webhookSecretPattern);
    expect(sealed).not.toContain(secret.slice(6));
    expect(box.seal(1, secret)).not.toBe(sealed);
    expect(box.open(1, sealed)).toBe(secret);
  });

  it('opens with a former key', () => {
    const sealed = createSecretBox([first]).seal(1, secret);
    expect(createSecretBox([second, first]).open(1, sealed)).toBe(secret);
    expect(() => createSecretBox([second]).open(1, sealed)).toThrow();
  });

  it('refuses the value of another organization and a changed one', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal(1, secret);
    expect(() => box.open(2, sealed)).toThrow();
    const changed = Buffer.from(sealed, 'base64');
    changed[30] = (changed[30] ?? 0) ^ 1;
    expect(() => box.open(1, changed.toString('base64'))).toThrow();
  });
});

describe('parseSecretKeys', () => {
  it('reads one or several keys of 32 bytes', () => {
    expect(parseSecretKeys(`${first.toString('base64')}, ${second.toString('base64')}`)).toEqual([
      first,
      second,
    ]);
    expect(parseSecretKeys(randomBytes(16).toString('base64'))).toBeUndefined();
    expect(parseSecretKeys('')).toBeUndefined();
  });
});
