import type { Group, GroupMember } from '@obieg/contracts';
import { type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

// Without layout a picker's list finds no room and hides itself; what it offers is there all the same.
configure({ defaultHidden: true });

const group = (id: number, name: string, more: Partial<Group> = {}): Group => ({
  id,
  name,
  description: null,
  parentGroupId: null,
  parentGroupName: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  ...more,
});
const member = (userId: number, userName: string): GroupMember => ({
  userId,
  userName,
  userEmail: `${userName}@acme.test`,
  role: 'MEMBER',
  joinedAt: '2026-03-03T10:00:00.000Z',
});
const groups = [
  group(1, 'Helpdesk'),
  group(2, 'Nocna zmiana', { parentGroupId: 1, parentGroupName: 'Helpdesk' }),
];
const world = (members: GroupMember[] = [member(7, 'olga')]): FakeRoutes => ({
  'GET /api/groups': () => ({ body: groups }),
  'GET /api/groups/:id': ({ params }) => ({ body: groups.find(({ id }) => String(id) === params['id']) }),
  'GET /api/groups/:id/members': () => ({ body: members }),
});
const open = (at: string, routes: FakeRoutes = {}) =>
  openRemote(at, { ...world(), ...routes }, 'hasBasePermission', 'canManageUsers');
const sent = (api: Awaited<ReturnType<typeof open>>['api'], method: string) =>
  api.requests.filter((request) => request.method === method);

afterEach(signOutForTest);

describe('/groups (spec 2 §2)', () => {
  it('lists groups with what can be done with them', async () => {
    await open('/groups');
    const row = (await screen.findByRole('link', { name: 'Nocna zmiana' })).closest('tr') as HTMLElement;
    within(row).getByText('Helpdesk');
    expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/groups/2/edit');
    screen.getByRole('link', { name: 'Add New Group' });
  });

  it('offers nothing to change to who may not manage users', async () => {
    await openRemote('/groups', world(), 'hasBasePermission');
    await screen.findByRole('link', { name: 'Helpdesk' });
    for (const name of ['Delete', 'Edit', 'Add New Group']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.queryByRole('link', { name })).toBeNull();
    }
  });

  it('asks before it deletes and says what holds a group', async () => {
    const { api } = await open('/groups', {
      'DELETE /api/groups/:id': () => problemAnswer(409, 'IN_USE', 'Grupa ma podgrupy.'),
    });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to delete this group?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await within(dialog).findByText('Grupa ma podgrupy.');
    api.answer({ 'DELETE /api/groups/:id': () => ({ status: 204 }) });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(api, 'DELETE').map(({ path }) => path)).toEqual(['/api/groups/1', '/api/groups/1']);
  });
});

describe('a group', () => {
  it('is made with a name of two characters at least; no parent goes as null', async () => {
    const { api, currentAddress } = await open('/groups/new', {
      'POST /api/groups': () => ({ status: 201, body: group(2, 'Nocna zmiana') }),
    });
    expect(screen.queryByText('Group Members')).toBeNull();
    const name = await screen.findByLabelText('Group name');
    await userEvent.type(name, 'N');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Group name is required and must be at least 2 characters long.');
    await userEvent.type(name, 'ocna zmiana');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentAddress()).toBe('/groups/2'));
    expect(sent(api, 'POST')[0]?.body).toEqual({
      name: 'Nocna zmiana',
      description: null,
      parentGroupId: null,
    });
  });

  it('is read only until one edits it, and never its own parent', async () => {
    const { currentAddress } = await open('/groups/2');
    await screen.findByRole('heading', { name: 'Group Details' });
    expect((await screen.findByLabelText('Role of olga')).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Add Member' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Edit Group' }));
    await waitFor(() => expect(currentAddress()).toBe('/groups/2/edit'));
    const parent = (await screen.findByLabelText('Parent Group')) as HTMLSelectElement;
    await within(parent).findByRole('option', { name: 'Helpdesk' });
    expect(within(parent).queryByRole('option', { name: 'Nocna zmiana' })).toBeNull();
    expect(parent.value).toBe('1');
  });

  it('says what the server refused', async () => {
    await open('/groups/2/edit', {
      'PUT /api/groups/:id': () => problemAnswer(422, 'VALIDATION_FAILED', 'Grupy tworzyłyby koło.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Grupy tworzyłyby koło.');
  });

  it.each(['/groups/0', '/groups/abc/edit'])('leads from %s to the list', async (at) => {
    const { currentAddress } = await open(at);
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
  });
});

describe('members of a group', () => {
  it('join by search, with a role; SUSPENDED is no way to join, nor are members offered', async () => {
    const { api } = await open('/groups/1/edit', {
      'GET /api/users/search': () => ({
        body: {
          users: [
            { id: 7, username: 'olga', email: 'olga@acme.test' },
            { id: 8, username: 'marek', email: 'marek@acme.test' },
          ],
          limitReached: false,
        },
      }),
      'POST /api/groups/:id/members': () => ({ status: 201, body: member(8, 'marek') }),
    });
    await screen.findByText('olga@acme.test');
    await userEvent.click(screen.getByRole('button', { name: 'Add Member' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add User to Group' });
    const add = within(dialog).getByRole('button', { name: 'Add User' });
    expect(add.hasAttribute('disabled')).toBe(true);
    expect(within(dialog).queryByRole('option', { name: 'SUSPENDED' })).toBeNull();
    await userEvent.type(within(dialog).getByRole('combobox', { name: 'User' }), 'acme');
    await userEvent.click(await screen.findByRole('option', { name: /marek/ }));
    expect(screen.queryByRole('option', { name: /olga/ })).toBeNull();
    await userEvent.selectOptions(within(dialog).getByLabelText('Role'), 'LEADER');
    await userEvent.click(add);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(api, 'POST')[0]?.body).toEqual({ userId: 8, role: 'LEADER' });
  });

  it('change roles in place and leave after a question', async () => {
    const { api } = await open('/groups/1/edit', {
      'PUT /api/groups/:id/members/:userId': () => problemAnswer(500, 'INTERNAL'),
      'DELETE /api/groups/:id/members/:userId': () => ({ status: 204 }),
    });
    await userEvent.selectOptions(await screen.findByLabelText('Role of olga'), 'SUSPENDED');
    await screen.findByText('Failed to update user role. Please try again.');
    expect(sent(api, 'PUT')[0]?.body).toEqual({ userId: 7, role: 'SUSPENDED' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove olga' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to remove this user from the group?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent(api, 'DELETE')).toHaveLength(1));
  });
});
