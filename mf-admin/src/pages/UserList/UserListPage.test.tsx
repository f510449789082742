import { nextCursorHeader } from '@obieg/contracts';
import { type FakeRequest, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildInvitedUser, buildUser } from '../../api/users.builders';
import { getRequests, openRemote } from '../../test-support';

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
      'Roles',
      'Groups',
      'Last Sign-in',
    ]);
    screen.getByText('2 mar 2026');
    expect(screen.getByRole('link', { name: 'Add New User' }).getAttribute('href')).toBe('/createUser');
  });

  it('shows international domains as typed, also where the address is the username', async () => {
    const user = buildUser(7, 'jan@xn--w-uga1v8h.pl', { email: 'jan@xn--w-uga1v8h.pl' });
    await openRemote('/users', { 'GET /api/users': () => ({ body: [user] }) }, 'canManageUsers');
    await waitFor(() => expect(screen.getAllByText('jan@żółw.pl')).toHaveLength(2));
    expect(screen.queryByText('jan@xn--w-uga1v8h.pl')).toBeNull();
  });

  it('shows roles, groups and the last sign-in', async () => {
    const member = buildUser(7, 'olga', {
      roles: ['OPERATOR', 'WORKFLOW_MANAGER'],
      groups: [
        { id: 1, name: 'Helpdesk' },
        { id: 2, name: 'IT' },
      ],
      groupCount: 9,
      lastSignInAt: '2026-03-02T10:00:00.000Z',
    });
    await openRemote('/users', { 'GET /api/users': () => ({ body: [member] }) }, 'canManageUsers');
    await screen.findByText('Operator, Workflow manager');
    screen.getByText('Helpdesk, IT and 7 more');
    expect(screen.getAllByText(/ temu/)).not.toHaveLength(0);
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  });

  it('marks pending and expired invitations, resends one and shows the reason of a refusal', async () => {
    const users = [
      buildInvitedUser(7, 'iga', '2999-01-01T00:00:00.000Z'),
      buildInvitedUser(8, 'jan', '2026-03-09T10:00:00.000Z'),
      buildInvitedUser(9, 'ewa'),
    ];
    const { api } = await openRemote(
      '/users',
      {
        'GET /api/users': () => ({ body: users }),
        'POST /api/users/:id/invitation': () =>
          problemResponse(429, 'TOO_MANY_REQUESTS', 'This person has received too many invitations.'),
      },
      'canManageUsers',
    );
    await screen.findByRole('columnheader', { name: 'Actions' });
    expect(screen.getAllByText('Invited, not accepted')).toHaveLength(2);
    screen.getByText('Invitation expired');
    await userEvent.click(screen.getByRole('button', { name: 'Resend invitation to jan' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('jan@acme.test receives a new mail. The link of the earlier mail stops working.');
    const resend = dialog.getByRole('button', { name: 'Resend Invitation' });
    await userEvent.click(resend);
    await dialog.findByText(
      'Failed to resend the invitation. This person has received too many invitations.',
    );
    api.respond({ 'POST /api/users/:id/invitation': () => ({ status: 204 }) });
    await userEvent.click(resend);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST').map(({ path }) => path)).toEqual([
      '/api/users/8/invitation',
      '/api/users/8/invitation',
    ]);
  });

  it('says how people without an invitation can sign in, and sends one', async () => {
    const users = [
      buildInvitedUser(7, 'iga', null, { isMailed: false, providerName: 'Firma' }),
      buildInvitedUser(8, 'jan', null, { isMailed: false, providerName: null }),
    ];
    const { api } = await openRemote(
      '/users',
      {
        'GET /api/users': () => ({ body: users }),
        'POST /api/users/:id/invitation': () => ({ status: 204 }),
      },
      'canManageUsers',
    );
    await screen.findByText('Can sign in by single sign-on');
    screen.getByText('No sign-in yet');
    expect(screen.queryByText('Invited, not accepted')).toBeNull();
    expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation to jan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send an invitation to jan?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send Invitation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST').map(({ path }) => path)).toEqual(['/api/users/8/invitation']);
  });

  it.each([204, 404])('withdraws an invitation, and treats %i as withdrawn', async (status) => {
    const { api } = await openRemote(
      '/users',
      {
        'GET /api/users': () => ({ body: [buildInvitedUser(7, 'iga')] }),
        'DELETE /api/users/:id/invitation': () =>
          status === 204 ? { status } : problemResponse(404, 'NOT_FOUND'),
      },
      'canManageUsers',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw invitation of iga' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the invitation of iga?' }));
    api.respond({ 'GET /api/users': () => ({ body: [] }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw Invitation' }));
    await screen.findByText('No users found.');
    expect(screen.queryByRole('dialog')).toBeNull();
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

  it('keeps the list when a refresh fails', async () => {
    const { api } = await openRemote(
      '/users',
      { 'GET /api/users': () => ({ body: [buildUser(7, 'olga')] }) },
      'canManageUsers',
    );
    await screen.findByText('olga@acme.test');
    api.respond({ 'GET /api/users': () => problemResponse(500, 'INTERNAL') });
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('Failed to load users. Please try again.');
    screen.getByText('olga@acme.test');
  });

  it.each(['/users', '/createUser', '/user/7'])(
    'redirects from %s to the dashboard without the permission to manage users',
    async (at) => {
      const { currentAddress, api } = await openRemote(at, {}, 'hasBasePermission');
      await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
      expect(new Set(api.requests.map(({ path }) => path))).toEqual(new Set(['/api/permissions/check']));
    },
  );

  it('joins the roles that need a second factor with those that another user sets first', async () => {
    let policy: unknown = ['ORG_ADMIN'];
    const { api } = await openRemote(
      '/users',
      {
        'GET /api/users': () => ({ body: [] }),
        'GET /api/second-factors/policy': () => ({ body: { roles: policy } }),
        'PUT /api/second-factors/policy': ({ body }: FakeRequest) => {
          const { roles, expectedRoles } = body as { roles: unknown; expectedRoles: unknown };
          if (String(expectedRoles) !== String(policy)) return problemResponse(412, 'PRECONDITION_FAILED');
          policy = roles;
          return { body: { roles } };
        },
      },
      'canManageUsers',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Second factor' }));
    const dialog = within(await screen.findByRole('dialog'));
    const admin = await dialog.findByLabelText<HTMLInputElement>('Organization administrator');
    expect(admin.checked).toBe(true);
    await userEvent.click(admin);
    await userEvent.click(dialog.getByLabelText('Operator'));
    policy = ['ORG_ADMIN', 'MEMBER'];
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(policy as string[])).toEqual(new Set(['OPERATOR', 'MEMBER']));
    expect(api.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });
});
