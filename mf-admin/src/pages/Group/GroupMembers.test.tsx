import { notify } from '@obieg/web-kit';
import {
  type FakeResponse,
  type FakeRoutes,
  problemResponse,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildMember, groupRoutes, openAsUserManager } from '../../api/groups.builders';
import { getRequests } from '../../test-support';

// happy-dom has no layout, so the picker marks its option list as hidden.
configure({ defaultHidden: true });

afterEach(signOutForTest);

describe('group members', () => {
  const buildUser = (id: number, username: string) => ({ id, username, email: `${username}@acme.test` });
  const openAddDialog = async (routes: FakeRoutes) => {
    const page = await openAsUserManager('/groups/1/edit', {
      'POST /api/groups/:id/members': () => ({ status: 201, body: buildMember(8, 'marek') }),
      ...routes,
    });
    await screen.findByText('olga@acme.test');
    await userEvent.click(screen.getByRole('button', { name: 'Add Member' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add User to Group' }));
    return { ...page, dialog, addButton: dialog.getByRole('button', { name: 'Add User' }) };
  };

  it('adds a user with a role and offers neither SUSPENDED nor existing members', async () => {
    const { api, dialog, addButton } = await openAddDialog({
      'GET /api/organizations/users': () => ({ body: [buildUser(7, 'olga'), buildUser(8, 'marek')] }),
    });
    expect(addButton.hasAttribute('disabled')).toBe(true);
    expect(dialog.queryByRole('option', { name: 'Suspended' })).toBeNull();
    dialog.getByText('Sees the tasks of the group, receives them and runs its transitions');
    const users = dialog.getByLabelText('User');
    await waitFor(() => expect(document.activeElement).toBe(users));
    await within(users).findByRole('option', { name: 'marek (marek@acme.test)' });
    expect(
      within(users)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['-- Select a user --', 'marek (marek@acme.test)']);
    await userEvent.selectOptions(users, 'marek (marek@acme.test)');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'LEADER');
    dialog.getByText('Like a member, and manages the members of the group');
    await userEvent.click(addButton);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')[0]?.body).toEqual({ userId: 8, role: 'LEADER' });
  });

  it('marks integrations, whose addresses are no mailboxes', async () => {
    const email = 'integration-9@integrations.invalid';
    const member = { ...buildMember(9, 'Monitoring'), userEmail: email, isIntegration: true };
    const { dialog } = await openAddDialog({
      'GET /api/groups/:id/members': () => ({ body: [buildMember(7, 'olga'), member] }),
      'GET /api/organizations/users': () => ({
        body: [{ id: 10, username: 'Raporty', email, isIntegration: true }],
      }),
    });
    await within(dialog.getByLabelText('User')).findByRole('option', { name: 'Raporty (integration)' });
    const row = within(screen.getByRole('row', { name: /Monitoring/ }));
    row.getByText('integracja');
    expect(document.body.textContent).not.toContain('integrations.invalid');
  });

  it('offers a user search in a large organization', async () => {
    const { api, dialog, addButton } = await openAddDialog({
      'GET /api/organizations/users': () => ({
        body: Array.from({ length: 150 }, (_, index) => buildUser(index + 100, `osoba${index}`)),
      }),
      'GET /api/users/search': () => ({
        body: { users: [buildUser(7, 'olga'), buildUser(8, 'marek')], limitReached: false },
      }),
    });
    await userEvent.type(await dialog.findByRole('combobox', { name: 'User' }), 'acme');
    await userEvent.click(await screen.findByRole('option', { name: /marek/ }));
    expect(screen.queryByRole('option', { name: /olga/ })).toBeNull();
    await userEvent.click(addButton);
    await waitFor(() => expect(getRequests(api, 'POST')[0]?.body).toEqual({ userId: 8, role: 'MEMBER' }));
  });

  it('keeps the dialog open and shows the reason when adding fails', async () => {
    const { dialog, addButton } = await openAddDialog({
      'GET /api/organizations/users': () => ({ body: [buildUser(8, 'marek')] }),
      'POST /api/groups/:id/members': () =>
        problemResponse(409, 'CONFLICT', 'The user is already in the group.'),
    });
    await dialog.findByRole('option', { name: /marek/ });
    await userEvent.selectOptions(dialog.getByLabelText('User'), '8');
    await userEvent.click(addButton);
    await dialog.findByText('Failed to add user to group. The user is already in the group.');
  });

  it('explains an empty group and a failed removal', async () => {
    const { unmount } = await openAsUserManager('/groups/1/edit', groupRoutes([]));
    await screen.findByText('This group has no members yet.');
    unmount();
    await openAsUserManager('/groups/1/edit', {
      'DELETE /api/groups/:id/members/:userId': () => problemResponse(500, 'INTERNAL'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove olga' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove olga?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Failed to remove user from group. Please try again.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('changes a role in the table and confirms a removal', async () => {
    const success = vi.spyOn(notify, 'success');
    const { api } = await openAsUserManager('/groups/1/edit', {
      'PUT /api/groups/:id/members/:userId': () => problemResponse(500, 'INTERNAL'),
      'DELETE /api/groups/:id/members/:userId': () => ({ status: 204 }),
    });
    act(() => signInAs({ id: 1, email: 'anna@acme.test' }));
    await userEvent.selectOptions(await screen.findByLabelText('Role of olga'), 'SUSPENDED');
    await screen.findByText('Failed to update user role. Please try again.');
    expect(getRequests(api, 'PUT')[0]?.body).toEqual({
      userId: 7,
      role: 'SUSPENDED',
      expectedRole: 'MEMBER',
    });
    api.respond({ 'PUT /api/groups/:id/members/:userId': () => ({ body: buildMember(7, 'olga') }) });
    await userEvent.selectOptions(screen.getByLabelText('Role of olga'), 'SUSPENDED');
    await waitFor(() => expect(success).toHaveBeenCalledWith('The role of olga is changed.'));
    expect(getRequests(api, 'PUT')).toHaveLength(2);
    expect(screen.queryByText('Failed to update user role. Please try again.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove olga' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to remove this user from the group?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(getRequests(api, 'DELETE')).toHaveLength(1));
  });

  it('shows the role that another user has saved first, and who it was', async () => {
    const refusal = problemResponse(412, 'PRECONDITION_FAILED');
    const lastChange = { at: '2026-11-29T09:12:00.000Z', authorName: 'Anna Kowalska' };
    const { api } = await openAsUserManager('/groups/1/edit', {
      'PUT /api/groups/:id/members/:userId': () => ({
        ...refusal,
        body: { ...(refusal.body as object), lastChange },
      }),
    });
    act(() => signInAs({ id: 1, email: 'anna@acme.test' }));
    const role = await screen.findByLabelText<HTMLSelectElement>('Role of olga');
    api.respond(groupRoutes([{ ...buildMember(7, 'olga'), role: 'OBSERVER' }]));
    await userEvent.selectOptions(role, 'SUSPENDED');
    await screen.findByText(/^Anna Kowalska has changed the role of olga in the meantime\./);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>('Role of olga').value).toBe('OBSERVER'),
    );
    await userEvent.selectOptions(screen.getByLabelText('Role of olga'), 'SUSPENDED');
    await waitFor(() => expect(getRequests(api, 'PUT')[1]?.body).toMatchObject({ expectedRole: 'OBSERVER' }));
  });

  it('says what follows before the only leader is removed or demoted', async () => {
    const leader = { ...buildMember(8, 'marek'), role: 'LEADER' as const };
    const { api } = await openAsUserManager('/groups/1/edit', {
      ...groupRoutes([buildMember(7, 'olga'), leader]),
      'PUT /api/groups/:id/members/:userId': () => ({ body: { ...leader, role: 'MEMBER' } }),
    });
    const consequence =
      'marek is the only leader of this group. Afterwards, only administrators can change its members.';
    await userEvent.click(await screen.findByRole('button', { name: 'Remove marek' }));
    const removal = within(await screen.findByRole('dialog', { name: 'Remove marek?' }));
    removal.getByText(consequence);
    await userEvent.click(removal.getByRole('button', { name: 'Cancel' }));
    await userEvent.selectOptions(screen.getByLabelText('Role of marek'), 'MEMBER');
    const change = within(await screen.findByRole('dialog', { name: 'Change the role of marek to Member?' }));
    change.getByText(consequence);
    expect(getRequests(api, 'PUT')).toEqual([]);
    await userEvent.click(change.getByRole('button', { name: 'Change role' }));
    await waitFor(() =>
      expect(getRequests(api, 'PUT')[0]?.body).toEqual({
        userId: 8,
        role: 'MEMBER',
        expectedRole: 'LEADER',
      }),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what follows before callers lower their own role or leave', async () => {
    const { api } = await openAsUserManager('/groups/1/edit');
    await userEvent.selectOptions(await screen.findByLabelText('Role of olga'), 'OBSERVER');
    const change = within(await screen.findByRole('dialog'));
    change.getByText(/^This is your own role\./);
    await userEvent.click(change.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Role of olga').value).toBe('MEMBER');
    await userEvent.click(screen.getByRole('button', { name: 'Remove olga' }));
    within(await screen.findByRole('dialog')).getByText(/^You lose the tasks that you see only/);
    expect(getRequests(api, 'PUT')).toEqual([]);
  });

  it('shows a failed role change even if another change follows', async () => {
    let fail = (): void => undefined;
    const failure = new Promise<FakeResponse>((resolve) => {
      fail = () => resolve(problemResponse(500, 'INTERNAL'));
    });
    const { api } = await openAsUserManager('/groups/1/edit', {
      ...groupRoutes([buildMember(7, 'olga'), buildMember(8, 'marek')]),
      'PUT /api/groups/:id/members/:userId': ({ params }) =>
        params['userId'] === '7' ? failure : { body: { ...buildMember(8, 'marek'), role: 'LEADER' } },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Role of olga'), 'LEADER');
    await userEvent.selectOptions(screen.getByLabelText('Role of marek'), 'LEADER');
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    fail();
    await screen.findByText('Failed to update user role. Please try again.');
  });
});
