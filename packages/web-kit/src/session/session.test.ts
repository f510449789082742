import { signedInCookie, storageKeys } from '@obieg/contracts';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, signOutForTest } from '../testing';
import { captureSession, currentSession, endSession, onSessionChange, startSession } from './session.store';

beforeEach(() => void fakeApi());
afterEach(signOutForTest);

const user = { id: 0, username: 'gosc@example.com', email: 'gosc@example.com' };

/** Other cookies may exist, for example that of the language. */
const mark = `${signedInCookie}=1`;
/** happy-dom keeps an expired cookie until the next millisecond. */
const expectNoMark = () => waitFor(() => expect(document.cookie).not.toContain(signedInCookie));

describe('session (spec 1 §3, §4)', () => {
  it('stores token and user under the specified keys and removes both', () => {
    startSession('t', user);
    expect(localStorage.getItem(storageKeys.token)).toBe('t');
    expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '')).toEqual(user);
    endSession();
    expect(localStorage.getItem(storageKeys.token)).toBeNull();
    expect(localStorage.getItem(storageKeys.user)).toBeNull();
  });

  it('notifies listeners once per change of the token', () => {
    let changes = 0;
    const stop = onSessionChange(() => changes++);
    startSession('t', user);
    startSession('t', { ...user, username: 'renamed' });
    endSession();
    endSession();
    stop();
    startSession('t', user);
    expect(changes).toBe(2);
  });

  it('follows another tab', () => {
    startSession('t', user);
    localStorage.removeItem(storageKeys.token);
    globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
    expect(currentSession()).toBeUndefined();
  });

  it.each([
    ['user', 'token'],
    ['token', 'user'],
  ] as const)('follows a sign-in in another tab whose %s arrives before the %s', (first, second) => {
    const stored = { user: JSON.stringify(user), token: 't' };
    const changes: boolean[] = [];
    const stop = onSessionChange(({ isFromOtherTab }) => changes.push(isFromOtherTab));
    for (const part of [first, second]) {
      localStorage.setItem(storageKeys[part], stored[part]);
      globalThis.dispatchEvent(new StorageEvent('storage', { key: storageKeys[part] }));
    }
    stop();
    expect(currentSession()).toEqual({ token: 't', user });
    expect(changes).toEqual([true]);
  });

  it('writes the user before the token, which other tabs follow', () => {
    startSession('t', user);
    expect(Object.keys(localStorage)).toEqual([storageKeys.user, storageKeys.token]);
  });

  it('ends when another tab clears the storage', () => {
    startSession('t', user);
    localStorage.clear();
    globalThis.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(currentSession()).toBeUndefined();
  });

  it('keeps the session when another tab stores something else', () => {
    startSession('t', user);
    localStorage.removeItem(storageKeys.token);
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
    expect(currentSession()?.token).toBe('t');
  });

  it('marks the browser for the gateway on every page of the site, as long as a user is signed in', async () => {
    // happy-dom sends every cookie to every page, so the path is read from what is written.
    const write = vi.spyOn(document, 'cookie', 'set');
    startSession('t', user);
    expect(write.mock.lastCall?.[0]).toMatch(/; path=\/;/);
    expect(document.cookie.split('; ')).toContain(mark);
    endSession();
    await expectNoMark();
  });

  it('tells whether a captured session is still the current one', () => {
    startSession('t', user);
    const isSame = captureSession();
    startSession('t', { ...user, username: 'renamed' });
    expect(isSame()).toBe(true);
    startSession('u', user);
    expect(isSame()).toBe(false);
    startSession('t', user);
    expect(isSame()).toBe(true);
    endSession();
    expect(isSame()).toBe(false);
  });

  it.each(['{', 'null', '{"id":"1"}', '{"id":1,"username":"gosc"}', '{"id":1,"email":"gosc@example.com"}'])(
    'ignores a session with the invalid user %s',
    (stored) => {
      localStorage.setItem(storageKeys.token, 't');
      localStorage.setItem(storageKeys.user, stored);
      globalThis.dispatchEvent(new StorageEvent('storage', { key: null }));
      expect(currentSession()).toBeUndefined();
    },
  );
});
