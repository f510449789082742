import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const secret = Buffer.from('secret of an app');

describe('a secret box', () => {
  it('opens what it sealed, for the same owner only', () => {
    const box = createSecretBox([newer]);
    const sealed = box.seal(secret, 'factor:1');
    expect(sealed.includes(secret)).toBe(false);
    expect(box.open(sealed, 'factor:1')).toEqual(secret);
    expect(() => box.open(sealed, 'factor:2')).toThrow();
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => box.open(sealed, 'factor:1')).toThrow();
  });

  it('opens with older keys and seals with the newest', () => {
    const sealed = createSecretBox([older]).seal(secret, 'x');
    const rotated = createSecretBox([newer, older]);
    expect(rotated.open(sealed, 'x')).toEqual(secret);
    expect(rotated.isCurrent(sealed)).toBe(false);
    expect(rotated.isCurrent(rotated.seal(secret, 'x'))).toBe(true);
    expect([rotated.hasKeyOf(sealed), createSecretBox([newer]).hasKeyOf(sealed)]).toEqual([true, false]);
    expect(() => createSecretBox([newer]).open(sealed, 'x')).toThrow('lacks the key');
  });

  it('is not usable without a key', () => {
    expect(createSecretBox([]).isUsable).toBe(false);
    expect(() => createSecretBox([]).seal(secret, 'x')).toThrow('has no key');
  });
});
