import { notify } from '@obieg/web-kit';
import { permissionsOf, problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
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

  it('stays at its address while no one is signed in, because the shell opens the login page', async () => {
    const { currentAddress } = await openRemote('/groups/new', {
      'GET /api/permissions/check': () => ({ body: permissionsOf('hasBasePermission', 'canManageUsers') }),
    });
    const findName = () => screen.findByRole('textbox', { name: /Group name/ });
    await findName();
    act(signOutForTest);
    // A redirect of the page would load the other route meanwhile.
    await act(() => import('../pages/GroupList/GroupListPage'));
    act(signInAs);
    await findName();
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
