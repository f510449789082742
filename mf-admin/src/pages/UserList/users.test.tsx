import { nextCursorHeader, type User } from '@obieg/contracts';
import { findEnabledButton, problemAnswer, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSkippableTimers, openRemote, skipTime } from '../../test-support';

/** Delay between a successful invitation and the redirect to the list (spec 2 §9). */
const redirectMs = 3_000;

const buildUser = (id: number, username: string): User => ({
  id,
  username,
  email: `${username}@acme.test`,
  createdAt: '2026-03-02T10:00:00.000Z',
  userOrganizationRoles: [{ organization: { name: 'Acme' }, role: { name: 'MEMBER' } }],
});

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
    api.answer({ 'GET /api/users': () => ({ body: [buildUser(8, 'marek')] }) });
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
      { 'GET /api/users': () => problemAnswer(500, 'INTERNAL') },
      'canManageUsers',
    );
    await screen.findByText('Failed to load users. Please try again.');
    api.answer({ 'GET /api/users': () => ({ body: [] }) });
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

describe('/user/{id}', () => {
  const routes = { 'GET /api/users/:id': () => ({ body: buildUser(7, 'olga') }) };

  it('shows organizations and roles only with the permission to manage all users', async () => {
    const { unmount } = await openRemote('/user/7', routes, 'canManageUsers');
    await screen.findByText('olga@acme.test');
    expect(screen.queryByText('MEMBER')).toBeNull();
    unmount();
    await openRemote('/user/7', routes, 'canManageUsers', 'canManageAllUsers');
    await screen.findByText('MEMBER');
  });

  it('shows "User not found" on 404', async () => {
    await openRemote(
      '/user/7',
      { 'GET /api/users/:id': () => problemAnswer(404, 'NOT_FOUND') },
      'canManageUsers',
    );
    await screen.findByText('User not found.');
  });

  it.each(['0', 'abc'])('redirects from the id %s to the list', async (id) => {
    const { currentAddress } = await openRemote(
      `/user/${id}`,
      { 'GET /api/users': () => ({ body: [] }) },
      'canManageUsers',
    );
    await waitFor(() => expect(currentAddress()).toBe('/users'));
  });
});

describe('/user/{id} actions', () => {
  const grantableRoles = () => ({
    body: ['ORG_ADMIN', 'OPERATOR', 'MEMBER'].map((name, index) => ({ id: index + 2, name })),
  });
  const member: User = { ...buildUser(7, 'olga'), roles: ['OPERATOR'] };
  const openMember = (user: User, routes: Parameters<typeof openRemote>[1] = {}) =>
    openRemote(
      '/user/7',
      { 'GET /api/users/:id': () => ({ body: user }), 'GET /api/admin/roles': grantableRoles, ...routes },
      'canManageUsers',
    );

  it('sets the selected roles, requires one and keeps the dialog open on 409', async () => {
    const { api } = await openMember(member, {
      'PUT /api/users/:id/roles': () => problemAnswer(409, 'LAST_ADMIN', 'The last administrator stays.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'OPERATOR' }));
    const save = dialog.getByRole('button', { name: 'Save roles' });
    expect(save.hasAttribute('disabled')).toBe(true);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'MEMBER' }));
    await userEvent.click(save);
    await dialog.findByText('Failed to change roles. Please try again. The last administrator stays.');
    expect(api.requests.at(-1)?.body).toEqual({ roles: ['MEMBER'] });
    api.answer({ 'PUT /api/users/:id/roles': () => ({ body: member }) });
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([7, 0])('refreshes the permissions after a change of own roles, with stored id %s', async (id) => {
    const { api } = await openMember(member, { 'PUT /api/users/:id/roles': () => ({ body: member }) });
    act(() => signInAs({ id }));
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'MEMBER' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const requests = api.requests.map(({ method, path }) => `${method} ${path}`);
    expect(requests.slice(requests.indexOf('PUT /api/users/7/roles'))).toContain(
      'GET /api/permissions/check',
    );
  });

  it('disables a current role that the caller may not grant', async () => {
    await openMember({ ...member, roles: ['OPERATOR', 'WORKFLOW_MANAGER'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'WORKFLOW_MANAGER' });
    expect([checkbox.checked, checkbox.disabled]).toEqual([true, true]);
  });

  it('confirms a removal and opens the list', async () => {
    const { api, currentAddress } = await openMember(member, {
      'DELETE /api/users/:id': () => ({ status: 204 }),
      'GET /api/users': () => ({ body: [] }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove olga?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove User' }));
    await waitFor(() => expect(currentAddress()).toBe('/users'));
    expect(api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/users/7',
    ]);
  });

  it('shows no actions for a user who is not a member', async () => {
    await openMember({ ...member, roles: [] });
    await screen.findByText('olga@acme.test');
    expect(screen.queryByRole('button', { name: 'Change roles' })).toBeNull();
  });
});

describe('/createUser', () => {
  const roles = {
    'GET /api/admin/roles': () => ({
      body: [
        { id: 5, name: 'MEMBER' },
        { id: 6, name: 'REPORTER' },
      ],
    }),
  };
  const fillForm = async () => {
    await userEvent.type(await screen.findByLabelText('Email'), 'jan@poczta.test');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'MEMBER' }));
  };
  const sendInvitation = async () => userEvent.click(await findEnabledButton('Send Invitation'));

  it.each([
    [false, 'Invitation sent successfully to jan@poczta.test!'],
    [true, 'User already exists. Roles and organization have been updated for jan@poczta.test.'],
  ])('invites, shows the result (existing account: %s) and opens the list', async (userExists, text) => {
    fakeSkippableTimers();
    const { api, currentAddress } = await openRemote(
      '/createUser',
      {
        ...roles,
        'POST /api/admin/invite-user': () => ({ body: { userExists } }),
        'GET /api/users': () => ({ body: [] }),
      },
      'canManageUsers',
    );
    await screen.findByText('New users will be automatically assigned to your organization.');
    expect(screen.getByRole('button', { name: 'Send Invitation' }).hasAttribute('disabled')).toBe(true);
    await fillForm();
    await sendInvitation();
    expect((await screen.findByText(text)).contains(document.activeElement)).toBe(false);
    expect(document.activeElement?.textContent).toBe(text);
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'jan@poczta.test',
      roles: ['MEMBER'],
    });
    await skipTime(redirectMs);
    await waitFor(() => expect(currentAddress()).toBe('/users'));
  });

  it('offers the organizations with the permission to manage all users', async () => {
    const { api } = await openRemote(
      '/createUser',
      {
        ...roles,
        'GET /api/admin/organizations': () => ({
          body: [{ id: 3, name: 'Globex', codeName: 'globex', createdAt: '2026-03-02T10:00:00.000Z' }],
        }),
        'POST /api/admin/invite-user': () => problemAnswer(403, 'FORBIDDEN', 'Not that role.'),
      },
      'canManageUsers',
      'canManageAllUsers',
    );
    await fillForm();
    await screen.findByRole('option', { name: 'Globex' });
    await userEvent.selectOptions(screen.getByLabelText('Organization'), 'Globex');
    await sendInvitation();
    await screen.findByText('Not that role.');
    expect(api.requests.at(-1)?.body).toMatchObject({ organizationId: 3 });
  });

  it('shows an error when the form is submitted without a role', async () => {
    const { api } = await openRemote('/createUser', roles, 'canManageUsers');
    await userEvent.type(await screen.findByLabelText('Email'), 'jan@poczta.test{Enter}');
    await screen.findByText('Please select at least one role before sending invitation');
    expect(api.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it.each([
    ['a reason', () => problemAnswer(409, 'LAST_ADMIN', 'The last administrator stays.'), /^The last admin/],
    ['a text', () => ({ status: 400, body: 'Unknown domain.' }), /^Unknown domain\.$/],
    ['no reason', () => problemAnswer(500, 'INTERNAL', 'Trouble.'), /^Failed to send invitation\. Please/],
    ['no response', () => 'offline' as const, /^Failed to send invitation\. Please try again\.$/],
  ])('shows an error when the server returns %s', async (_, answer, text) => {
    const routes = { ...roles, 'POST /api/admin/invite-user': answer };
    await openRemote('/createUser', routes, 'canManageUsers');
    await fillForm();
    await sendInvitation();
    await screen.findByText(text);
    expect(screen.getByLabelText('Email').closest('form')).not.toBeNull();
  });

  it.each([
    ['jan', 'Please enter a valid email'],
    [' ', 'Email is required'],
  ])('rejects the email %j', async (email, text) => {
    await openRemote('/createUser', roles, 'canManageUsers');
    await userEvent.type(await screen.findByLabelText('Email'), email);
    await userEvent.tab();
    await screen.findByText(text);
  });
});
