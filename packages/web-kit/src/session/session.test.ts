import { storageKeys } from '@obieg/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeApi, signOutForTest } from '../testing';
import { currentSession, endSession, onSessionChange, startSession } from './session.store';

beforeEach(() => void fakeApi());
afterEach(signOutForTest);

const user = { id: 0, username: 'gosc@example.com', email: 'gosc@example.com' };

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

  it.each(['{', 'null', '{"id":"1"}'])('ignores a session with the invalid user %s', (stored) => {
    localStorage.setItem(storageKeys.token, 't');
    localStorage.setItem(storageKeys.user, stored);
    globalThis.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(currentSession()).toBeUndefined();
  });
});
