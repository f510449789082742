import { storageKeys } from '@obieg/contracts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isLoginPath, rememberReturnUrl, takeReturnUrl } from './return-url';

beforeEach(() => sessionStorage.clear());

describe('return URL (spec 1 §4)', () => {
  it('returns the stored address once', () => {
    rememberReturnUrl('/task/123456789012?tab=history#end');
    expect(takeReturnUrl()).toBe('/task/123456789012?tab=history#end');
    expect(takeReturnUrl()).toBe('/dashboard');
    expect(sessionStorage.getItem(storageKeys.returnUrl)).toBeNull();
  });

  it('keeps the address that is already stored', () => {
    rememberReturnUrl('/tasks');
    rememberReturnUrl('/users');
    expect(takeReturnUrl()).toBe('/tasks');
  });

  it.each(['/', '/login', '/login?x=1', '/set-password?token=used', '/verify-email?token=used'])(
    'does not store %s',
    (address) => {
      rememberReturnUrl(address);
      expect(takeReturnUrl()).toBe('/dashboard');
    },
  );

  it.each([
    'https://evil.test/x',
    '//evil.test/x',
    '///evil.test/x',
    '/\\evil.test/x',
    '/.//evil.test/x',
    '/a/..//evil.test/x',
    `${location.origin}//evil.test/x`,
    '\t//evil.test/x',
    'javascript:alert(1)',
    'http://[',
    '/login',
  ])('never returns the stored address %s', (address) => {
    rememberReturnUrl(address);
    sessionStorage.setItem(storageKeys.returnUrl, address);
    expect(takeReturnUrl()).toBe('/dashboard');
  });

  it('returns an address of this origin for any stored text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (stored) => {
          sessionStorage.setItem(storageKeys.returnUrl, stored);
          const taken = takeReturnUrl();
          expect(new URL(taken, location.origin).origin).toBe(location.origin);
          expect(taken.startsWith('/')).toBe(true);
        },
      ),
    );
  });
});

describe('isLoginPath', () => {
  it('matches the login page and paths below it', () => {
    expect(['/login', '/login/x', '/loginx', '/tasks'].map(isLoginPath)).toEqual([true, true, false, false]);
  });
});
