import type { User } from '@obieg/contracts';
import { problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildInvitedUser, buildUser } from '../../api/users.builders';
import { openRemote } from '../../test-support';

afterEach(signOutForTest);

describe('/user/{id}', () => {
  const routes = { 'GET /api/users/:id': () => ({ body: buildUser(7, 'olga') }) };

  it('shows organizations and roles only with the permission to manage all users', async () => {
    const { unmount } = await openRemote('/user/7', routes, 'canManageUsers');
    await screen.findByText('olga@acme.test');
    expect(screen.queryByText('Member')).toBeNull();
    unmount();
    await openRemote('/user/7', routes, 'canManageUsers', 'canManageAllUsers');
    await screen.findByText('Member');
  });

  it('shows roles, groups and the last sign-in of a member', async () => {
    const member = buildUser(7, 'olga', {
      roles: ['OPERATOR'],
      groups: [{ id: 1, name: 'Helpdesk' }],
      groupCount: 1,
      lastSignInAt: null,
    });
    await openRemote('/user/7', { 'GET /api/users/:id': () => ({ body: member }) }, 'canManageUsers');
    await screen.findByText('Operator');
    screen.getByText('Helpdesk');
    screen.getByText('None recorded');
    expect(screen.queryByText('Invited, not accepted')).toBeNull();
  });

  it('withdraws a pending invitation and opens the list', async () => {
    const { api, currentAddress } = await openRemote(
      '/user/7',
      {
        'GET /api/users/:id': () => ({ body: buildInvitedUser(7, 'iga', '2999-01-01T00:00:00.000Z') }),
        'GET /api/users': () => ({ body: [] }),
        'DELETE /api/users/:id/invitation': () =>
          problemResponse(409, 'CONFLICT', 'This person has already accepted the invitation.'),
      },
      'canManageUsers',
    );
    await screen.findByText('Invited, not accepted');
    screen.getByText(/The link is valid until/);
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw invitation' }));
    const dialog = within(await screen.findByRole('dialog'));
    const withdraw = dialog.getByRole('button', { name: 'Withdraw Invitation' });
    await userEvent.click(withdraw);
    await dialog.findByText(
      'Failed to withdraw the invitation. This person has already accepted the invitation.',
    );
    api.respond({ 'DELETE /api/users/:id/invitation': () => ({ status: 204 }) });
    await userEvent.click(withdraw);
    await waitFor(() => expect(currentAddress()).toBe('/users'));
  });

  it('says that a person without an invitation can sign in by the provider', async () => {
    const user = buildInvitedUser(7, 'iga', null, { isMailed: false, providerName: 'Firma' });
    await openRemote('/user/7', { 'GET /api/users/:id': () => ({ body: user }) }, 'canManageUsers');
    await screen.findByText('Can sign in by single sign-on');
    screen.getByText('The user can sign in by Firma and has not done so yet.');
    screen.getByRole('button', { name: 'Send invitation' });
    expect(screen.queryByRole('button', { name: 'Withdraw invitation' })).toBeNull();
  });

  it('resets the second factor of a person who lost it, after a question', async () => {
    signInAs({ email: 'anna@acme.test' });
    let hasSecondFactor = true;
    const member = () => buildUser(8, 'marek', { roles: ['OPERATOR'], groups: [], hasSecondFactor });
    const { api } = await openRemote(
      '/user/8',
      {
        'GET /api/users/:id': () => ({ body: member() }),
        'DELETE /api/second-factors/users/8': () =>
          problemResponse(403, 'FORBIDDEN', 'Only a system administrator can reset this person.'),
      },
      'canManageUsers',
    );
    await screen.findByText('Set up');
    await userEvent.click(screen.getByRole('button', { name: 'Remove second factor' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Remove second factor' });
    await userEvent.click(confirm);
    await dialog.findByText(/Only a system administrator/);
    api.respond({
      'DELETE /api/second-factors/users/8': () => {
        hasSecondFactor = false;
        return { status: 204 };
      },
    });
    await userEvent.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove second factor' })).toBeNull());
  });

  it('offers no reset of a missing or an own second factor', async () => {
    signInAs({ email: 'olga@acme.test' });
    const own = buildUser(7, 'olga', { roles: ['ORG_ADMIN'], groups: [], hasSecondFactor: true });
    await openRemote('/user/7', { 'GET /api/users/:id': () => ({ body: own }) }, 'canManageUsers');
    await screen.findByText('Set up');
    expect(screen.queryByRole('button', { name: 'Remove second factor' })).toBeNull();
  });

  it('shows "User not found" on 404', async () => {
    await openRemote(
      '/user/7',
      { 'GET /api/users/:id': () => problemResponse(404, 'NOT_FOUND') },
      'canManageUsers',
    );
    await screen.findByText('User not found.');
  });

  it('shows an error when the user cannot be loaded', async () => {
    const routes = { 'GET /api/users/:id': () => problemResponse(500, 'INTERNAL') };
    await openRemote('/user/7', routes, 'canManageUsers');
    await screen.findByText('Failed to load user details.');
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
  const openMember = async (
    user: User,
    routes: Parameters<typeof openRemote>[1] = {},
    caller: Parameters<typeof signInAs>[0] = { id: 1, username: 'anna', email: 'anna@acme.test' },
  ) => {
    const page = await openRemote(
      '/user/7',
      { 'GET /api/users/:id': () => ({ body: user }), 'GET /api/admin/roles': grantableRoles, ...routes },
      'canManageUsers',
    );
    act(() => signInAs(caller));
    return page;
  };

  it('sets the selected roles, requires one and keeps the dialog open on 409', async () => {
    const { api } = await openMember(member, {
      'PUT /api/users/:id/roles': () => problemResponse(409, 'LAST_ADMIN', 'The last administrator stays.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    await dialog.findByRole('checkbox', { name: 'Operator' });
    await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByRole('checkbox')[0]));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Operator' }));
    const save = dialog.getByRole('button', { name: 'Save roles' });
    expect(save.hasAttribute('disabled')).toBe(true);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Member' }));
    await userEvent.click(save);
    await dialog.findByText('Failed to change roles. The last administrator stays.');
    expect(api.requests.at(-1)?.body).toEqual({ roles: ['MEMBER'], expectedRoles: ['OPERATOR'] });
    api.respond({ 'PUT /api/users/:id/roles': () => ({ body: member }) });
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('joins the roles with those that another administrator sets first', async () => {
    let roles: unknown = ['OPERATOR'];
    const { api } = await openMember(member, {
      'GET /api/users/:id': () => ({ body: { ...member, roles } }),
      'PUT /api/users/:id/roles': ({ body }) => {
        const change = body as { roles: unknown; expectedRoles: unknown };
        if (String(change.expectedRoles) !== String(roles))
          return problemResponse(412, 'PRECONDITION_FAILED');
        roles = change.roles;
        return { body: member };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Member' }));
    roles = ['OPERATOR', 'ORG_ADMIN'];
    await userEvent.click(dialog.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(roles).toEqual(['OPERATOR', 'MEMBER', 'ORG_ADMIN']);
    expect(api.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it('says that a user was removed while their roles were chosen', async () => {
    await openMember(member, {
      'PUT /api/users/:id/roles': () => problemResponse(404, 'NOT_FOUND', 'User not found.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Member' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save roles' }));
    await dialog.findByText(/^olga has been removed from the organization in the meantime/);
  });

  it.each([7, 0])('refreshes the permissions after a change of own roles, with stored id %s', async (id) => {
    const routes = { 'PUT /api/users/:id/roles': () => ({ body: member }) };
    const { api } = await openMember(member, routes, { id });
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Member' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const requests = api.requests.map(({ method, path }) => `${method} ${path}`);
    expect(requests.slice(requests.indexOf('PUT /api/users/7/roles'))).toContain(
      'GET /api/permissions/check',
    );
  });

  it('says what follows before callers give up a role of their own', async () => {
    const routes = {
      'PUT /api/users/:id/roles': () => problemResponse(409, 'LAST_ADMIN', 'The last administrator stays.'),
    };
    const { api } = await openMember({ ...member, roles: ['ORG_ADMIN', 'OPERATOR'] }, routes, {});
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const selection = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    await userEvent.click(await selection.findByRole('checkbox', { name: 'Organization administrator' }));
    await userEvent.click(selection.getByRole('button', { name: 'Save roles' }));
    const question = within(await screen.findByRole('dialog', { name: 'Give up your own roles?' }));
    question.getByText('Organization administrator, Operator');
    question.getByText(/You lose what only these roles allow: Organization administrator\./);
    expect(api.requests.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.click(question.getByRole('button', { name: 'Give up roles' }));
    await question.findByText('Failed to change roles. The last administrator stays.');
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    const again = within(await screen.findByRole('dialog', { name: 'Roles of olga' }));
    const admin = again.getByRole<HTMLInputElement>('checkbox', { name: 'Organization administrator' });
    expect(admin.checked).toBe(false);
    await userEvent.click(admin);
    api.respond({ 'PUT /api/users/:id/roles': () => ({ body: member }) });
    await userEvent.click(again.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says what follows before callers remove themselves', async () => {
    await openMember(member, {}, {});
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove olga?' }));
    dialog.getByText(/^This is your own account\. You will leave this organization/);
  });

  it('names the groups that lose their only leader by a removal', async () => {
    await openMember({
      ...member,
      groupsLedAlone: [{ id: 3, name: 'Kierownicy', path: 'Sprzedaż / Kierownicy' }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove olga?' }));
    dialog.getByText(/^Groups whose only leader is olga: Sprzedaż \/ Kierownicy\. Afterwards, only/);
  });

  it('disables a current role that the caller may not grant', async () => {
    await openMember({ ...member, roles: ['OPERATOR', 'WORKFLOW_MANAGER'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Workflow manager' });
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
