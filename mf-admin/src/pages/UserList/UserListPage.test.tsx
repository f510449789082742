import { nextCursorHeader } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';
import { buildUser } from '../../users.builders';

afterEach(signOutForTest);

describe('/users (spec 2 §2)', () => {
  it('lists members with links to their pages', async () => {
    await openRemote(
      '/users',
      { 'GET /api/users': () => ({ body: [buildUser(7, 'olga')] }) },
      'canManageUsers',
    );
    expect((await screen.findByRole('link', { name: /olga/ })).getAttribute('href')).toBe('/user/7');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Username',
      'Email',
      'Created At',
    ]);
    screen.getByText('2 mar 2026');
    expect(screen.getByRole('link', { name: 'Add New User' }).getAttribute('href')).toBe('/createUser');
  });

  it('loads the next page', async () => {
    const { api } = await openRemote(
      '/users',
      { 'GET /api/users': () => ({ body: [buildUser(7, 'olga')], headers: { [nextCursorHeader]: 'more' } }) },
      'canManageUsers',
    );
    await screen.findByText('olga');
    api.respond({ 'GET /api/users': () => ({ body: [buildUser(8, 'marek')] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('marek');
    expect(api.requests.at(-1)?.query).toEqual({ cursor: 'more' });
    expect(screen.queryByRole('button', { name: 'Pokaż więcej' })).toBeNull();
  });

  it('searches on the server, reads the search from the URL and clears it', async () => {
    const { api } = await openRemote(
      '/users?search=mar',
      {
        'GET /api/users': ({ query }) => ({
          body: [buildUser(7, 'olga'), buildUser(8, 'marek')].filter(({ username }) =>
            username.includes(query['search'] ?? ''),
          ),
        }),
      },
      'canManageUsers',
    );
    await screen.findByText('marek');
    expect(screen.queryByText('olga')).toBeNull();
    const field = screen.getByRole('textbox', { name: 'Search users' });
    expect((field as HTMLInputElement).value).toBe('mar');
    await userEvent.clear(field);
    await userEvent.type(field, ' nikt ');
    await screen.findByText('No users found.');
    expect(api.requests.at(-1)?.query).toEqual({ search: 'nikt' });
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement);
    await screen.findByText('olga');
    expect((field as HTMLInputElement).value).toBe('');
  });

  it('shows an error with a retry, and an empty list', async () => {
    const { api } = await openRemote(
      '/users',
      { 'GET /api/users': () => problemResponse(500, 'INTERNAL') },
      'canManageUsers',
    );
    await screen.findByText('Failed to load users. Please try again.');
    api.respond({ 'GET /api/users': () => ({ body: [] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('No users found.');
  });

  it.each(['/users', '/createUser', '/user/7'])(
    'redirects from %s to the dashboard without the permission to manage users',
    async (at) => {
      const { currentAddress, api } = await openRemote(at, {}, 'hasBasePermission');
      await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
      expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/api/permissions/check']));
    },
  );
});
