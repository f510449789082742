import { storageKeys } from '@obieg/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi, permissionsOf, problemResponse, signInAs, signOutForTest } from '../testing';
import { refreshPermissions, usePermissions } from './permissions.store';
import { currentSession, endSession, onSessionChange, startSession } from './session.store';

beforeEach(() => {
  fakeApi();
  signOutForTest();
});

const user = { id: 0, username: 'gosc@example.com', email: 'gosc@example.com' };

describe('session (spec 1 §3, §4)', () => {
  it('stores token and user under the specified keys and removes both', () => {
    startSession('t', user);
    expect(localStorage.getItem(storageKeys.token)).toBe('t');
    expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '')).toEqual(user);
    endSession();
    expect(localStorage.length).toBe(0);
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

  it.each(['{', 'null', '{"id":"1"}'])('ignores a session with the invalid user %s', (stored) => {
    localStorage.setItem(storageKeys.token, 't');
    localStorage.setItem(storageKeys.user, stored);
    globalThis.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(currentSession()).toBeUndefined();
  });
});

describe('permissions (spec 1 §6)', () => {
  it('are loaded with the token after sign-in and cleared after sign-out', async () => {
    const api = fakeApi({
      'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }),
    });
    const { result } = renderHook(usePermissions);
    expect(result.current.hasBasePermission).toBe(false);
    signInAs();
    await waitFor(() => expect(result.current.hasBasePermission).toBe(true));
    expect(api.requests[0]?.headers['authorization']).toBe('Bearer test-token');
    endSession();
    await waitFor(() => expect(result.current.hasBasePermission).toBe(false));
  });

  it('are cleared by a failed request, which is retried if the service is unavailable', async () => {
    fakeApi({ 'GET /api/permissions/check': () => ({ body: permissionsOf('canManageUsers') }) });
    const { result } = renderHook(usePermissions);
    signInAs();
    await waitFor(() => expect(result.current.canManageUsers).toBe(true));
    fakeApi({ 'GET /api/permissions/check': () => problemResponse(503, 'UNAVAILABLE') });
    await refreshPermissions();
    await waitFor(() => expect(result.current.canManageUsers).toBe(false));
    fakeApi({ 'GET /api/permissions/check': () => ({ body: permissionsOf('canManageUsers') }) });
    await waitFor(() => expect(result.current.canManageUsers).toBe(true), { timeout: 20_000 });
  });

  it('are those of the newest request, even if an older response arrives later', async () => {
    fakeApi({ 'GET /api/permissions/check': () => ({ body: permissionsOf('canManageUsers') }) });
    const { result } = renderHook(usePermissions);
    signInAs();
    await waitFor(() => expect(result.current.canManageUsers).toBe(true));
    let arriveLate = () => {};
    const slow = fakeApi({
      'GET /api/permissions/check': () =>
        new Promise((resolve) => {
          arriveLate = () => resolve({ body: permissionsOf('canManageUsers') });
        }),
    });
    const overtaken = refreshPermissions();
    await waitFor(() => expect(slow.requests).toHaveLength(1));
    fakeApi({ 'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }) });
    await act(refreshPermissions);
    arriveLate();
    await act(() => overtaken);
    expect(result.current).toEqual(permissionsOf('hasBasePermission'));
  });
});
