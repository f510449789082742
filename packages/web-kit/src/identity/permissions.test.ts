import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../session/session.store';
import {
  type FakeRoutes,
  fakeApi,
  permissionsOf,
  problemResponse,
  signInAs,
  signOutForTest,
} from '../testing';
import {
  refreshPermissions,
  useArePermissionsLoading,
  usePermissions,
  usePermissionsFailure,
} from './permissions.store';

beforeEach(() => void fakeApi());
afterEach(signOutForTest);

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

  it('are cleared by a refused request', async () => {
    fakeApi({ 'GET /api/permissions/check': () => ({ body: permissionsOf('canManageUsers') }) });
    const { result } = renderHook(() => ({
      permissions: usePermissions(),
      failure: usePermissionsFailure(),
    }));
    signInAs();
    await waitFor(() => expect(result.current.permissions.canManageUsers).toBe(true));
    fakeApi({ 'GET /api/permissions/check': () => problemResponse(403, 'FORBIDDEN') });
    await act(refreshPermissions);
    expect(result.current.permissions.canManageUsers).toBe(false);
    expect(result.current.failure).toBe('failed');
  });

  it('stay known while an outage is retried, and are cleared when all retries failed', async () => {
    vi.useFakeTimers();
    const respond = (route: FakeRoutes[string]) => fakeApi({ 'GET /api/permissions/check': route });
    const known = () => ({ body: permissionsOf('canManageUsers') });
    respond(known);
    const { result } = renderHook(() => ({
      permissions: usePermissions(),
      failure: usePermissionsFailure(),
    }));
    signInAs();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(result.current).toMatchObject({ permissions: { canManageUsers: true }, failure: undefined });
    const { requests } = respond(() => problemResponse(503, 'UNAVAILABLE'));
    await act(async () => {
      void refreshPermissions();
      await vi.advanceTimersByTimeAsync(5_000);
    });
    expect(result.current).toMatchObject({ permissions: { canManageUsers: true }, failure: 'retrying' });
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(result.current).toMatchObject({ permissions: { canManageUsers: false }, failure: 'failed' });
    expect(requests).toHaveLength(6);
    respond(known);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(result.current).toMatchObject({ permissions: { canManageUsers: true }, failure: undefined });
    vi.useRealTimers();
  });

  it('are loaded by a retry after an outage at sign-in', async () => {
    fakeApi({ 'GET /api/permissions/check': () => problemResponse(503, 'UNAVAILABLE') });
    const { result } = renderHook(() => ({
      permissions: usePermissions(),
      isLoading: useArePermissionsLoading(),
    }));
    signInAs();
    await waitFor(() => expect(result.current.isLoading).toBe(true));
    fakeApi({ 'GET /api/permissions/check': () => ({ body: permissionsOf('canManageUsers') }) });
    await waitFor(() => expect(result.current.permissions.canManageUsers).toBe(true), { timeout: 20_000 });
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
