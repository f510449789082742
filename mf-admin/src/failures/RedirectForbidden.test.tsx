import { notify } from '@obieg/web-kit';
import { permissionsOf, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRemote } from '../test-support';

afterEach(signOutForTest);

describe('a page without permission', () => {
  const text = 'You do not have permission to open that page.';

  it.each([
    ['/users', '/dashboard'],
    ['/groups/new', '/groups'],
  ])('%s redirects to %s with a notice, once', async (path, target) => {
    const info = vi.spyOn(notify, 'info');
    const { currentAddress } = await openRemote(path, {
      'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission') }),
    });
    await waitFor(() => expect(currentAddress()).toBe(target));
    await waitFor(() => expect(info.mock.calls).toEqual([[text]]));
  });

  it('leaves the address to the shell when the session ends, which returns to it after the sign-in', async () => {
    const { currentAddress } = await openRemote('/groups/new', {
      'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission', 'canManageUsers') }),
    });
    await screen.findByRole('textbox', { name: /Group name/ });
    act(signOutForTest);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Group name/ })).toBeNull());
    expect(currentAddress()).toBe('/groups/new');
  });

  it('redirects without a notice when the permissions are unknown', async () => {
    const info = vi.spyOn(notify, 'info');
    const { currentAddress } = await openRemote('/users', {
      'GET /api/permissions/check': () => problemResponse(403, 'FORBIDDEN'),
    });
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(info).not.toHaveBeenCalled();
    expect(screen.queryByText(text)).toBeNull();
  });
});
