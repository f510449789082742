import type { Group, GroupMember } from '@obieg/contracts';
import { type FakeAnswer, type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
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
const serverRoutes = (members: GroupMember[] = [member(7, 'olga')]): FakeRoutes => ({
  'GET /api/groups': () => ({ body: groups }),
  'GET /api/groups/:id': ({ params }) => ({ body: groups.find(({ id }) => String(id) === params['id']) }),
  'GET /api/groups/:id/members': () => ({ body: members }),
});
const openPage = (at: string, routes: FakeRoutes = {}) =>
  openRemote(at, { ...serverRoutes(), ...routes }, 'hasBasePermission', 'canManageUsers');
const getRequests = (api: Awaited<ReturnType<typeof openPage>>['api'], method: string) =>
  api.requests.filter((request) => request.method === method);

afterEach(signOutForTest);

describe('/groups (spec 2 §2)', () => {
  it('lists groups with what can be done with them', async () => {
    await openPage('/groups');
    const row = (await screen.findByRole('link', { name: 'Nocna zmiana' })).closest('tr') as HTMLElement;
    within(row).getByText('Helpdesk');
    expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/groups/2/edit');
    screen.getByRole('link', { name: 'Add New Group' });
  });

  it('offers nothing to change to who may not manage users', async () => {
    await openRemote('/groups', serverRoutes(), 'hasBasePermission');
    await screen.findByRole('link', { name: 'Helpdesk' });
    for (const name of ['Delete', 'Edit', 'Add New Group']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.queryByRole('link', { name })).toBeNull();
    }
  });

  it('draws a page of a long list, and searches all of it', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => group(index + 1, `Zespół ${index + 1}`));
    await openPage('/groups', { 'GET /api/groups': () => ({ body: many }) });
    await screen.findByText('50 of 2000');
    expect(screen.getAllByRole('row')).toHaveLength(51);
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('100 of 2000');
    await userEvent.type(screen.getByRole('textbox', { name: 'Search groups' }), 'ZESPOL 1999{Enter}');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    screen.getByRole('link', { name: 'Zespół 1999' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Search groups' }), 'x{Enter}');
    await screen.findByText('No groups found.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement);
    await screen.findByText('100 of 2000');
  });

  it('has no search for a handful', async () => {
    await openPage('/groups');
    await screen.findByRole('link', { name: 'Helpdesk' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('asks before it deletes, says what holds a group, and takes one that is gone for deleted', async () => {
    const { api } = await openPage('/groups', {
      'DELETE /api/groups/:id': () => problemAnswer(409, 'IN_USE', 'Grupa ma podgrupy.'),
    });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to delete this group?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
    await within(dialog).findByText('Failed to delete group. Please try again. Grupa ma podgrupy.');
    api.answer({ 'DELETE /api/groups/:id': () => problemAnswer(404, 'NOT_FOUND') });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'DELETE').map(({ path }) => path)).toEqual(['/api/groups/1', '/api/groups/1']);
  });
});

describe('a group', () => {
  it('is made with a name of two characters at least; no parent goes as null', async () => {
    const { api, currentAddress } = await openPage('/groups/new', {
      'POST /api/groups': () => ({ status: 201, body: group(2, 'Nocna zmiana') }),
    });
    expect(screen.queryByText('Group Members')).toBeNull();
    const name = await screen.findByLabelText('Group name');
    await userEvent.type(name, 'N');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Group name is required and must be at least 2 characters long.');
    await userEvent.type(name, 'ocna zmiana');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      name: 'Nocna zmiana',
      description: null,
      parentGroupId: null,
    });
  });

  it('is read only until one edits it, and never its own parent', async () => {
    const { currentAddress } = await openPage('/groups/2');
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

  it('says what the server refused: a circle beside the parent', async () => {
    const { api } = await openPage('/groups/2/edit', {
      'PUT /api/groups/:id': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'Invalid.', [
          { field: 'parentGroupId', message: 'Grupy tworzyłyby koło.' },
        ]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Failed to save group. Please try again.');
    const parent = screen.getByLabelText('Parent Group');
    const described = parent.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Grupy tworzyłyby koło.');
    api.answer({ 'PUT /api/groups/:id': () => problemAnswer(500, 'INTERNAL') });
    await userEvent.selectOptions(parent, 'None');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Grupy tworzyłyby koło.')).toBeNull());
    await screen.findByText('Failed to save group. Please try again.');
    expect(getRequests(api, 'PUT').at(-1)?.body).toMatchObject({ parentGroupId: null });
  });

  it('finds its parent by a search where there are many', async () => {
    const many = Array.from({ length: 200 }, (_, index) => group(index + 1, `Zespół ${index + 1}`));
    const { api } = await openPage('/groups/7/edit', {
      'GET /api/groups': () => ({ body: many }),
      'GET /api/groups/:id': () => ({ body: many[6] }),
      'PUT /api/groups/:id': () => ({ body: many[6] }),
    });
    const parent = () => screen.findByRole('combobox', { name: 'Parent Group' });
    await waitFor(async () => expect((await parent()).tagName).toBe('INPUT'));
    await userEvent.type(await parent(), 'zespol 7');
    expect(screen.queryByRole('option', { name: 'Zespół 7' })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: 'Zespół 77' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getRequests(api, 'PUT')[0]?.body).toMatchObject({ parentGroupId: 77 }));
  });

  it('has its members changed by who leads it, and nothing else', async () => {
    const leading: FakeRoutes = serverRoutes([{ ...member(7, 'olga'), role: 'LEADER' }, member(8, 'marek')]);
    const { currentAddress } = await openRemote('/groups/1', leading, 'hasBasePermission');
    await userEvent.click(await screen.findByRole('link', { name: 'Edit Group' }));
    await waitFor(() => expect(currentAddress()).toBe('/groups/1/edit'));
    await screen.findByRole('button', { name: 'Add Member' });
    expect((await screen.findByLabelText('Role of marek')).hasAttribute('disabled')).toBe(false);
    expect(screen.queryByLabelText('Group name')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it.each([
    ['/groups/new', '/groups'],
    ['/groups/2/edit', '/groups/2'],
  ])('is not changed at %s by who may not manage users', async (at, instead) => {
    const { currentAddress } = await openRemote(at, serverRoutes(), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe(instead));
  });

  it('asks before what was typed is left behind, and not when it is saved', async () => {
    const { currentAddress } = await openPage('/groups/2/edit', {
      'PUT /api/groups/:id': () => ({ body: groups[1] }),
    });
    await userEvent.type(await screen.findByLabelText(/^Description/), 'Od 22 do 6');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentAddress()).toBe('/groups/2/edit');
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Od 22 do 6');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['/groups/0', '/groups/abc/edit'])('leads from %s to the list', async (at) => {
    const { currentAddress } = await openPage(at);
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
  });
});

describe('members of a group', () => {
  const person = (id: number, username: string) => ({ id, username, email: `${username}@acme.test` });
  const openDialog = async (routes: FakeRoutes) => {
    const opened = await openPage('/groups/1/edit', {
      'POST /api/groups/:id/members': () => ({ status: 201, body: member(8, 'marek') }),
      ...routes,
    });
    await screen.findByText('olga@acme.test');
    await userEvent.click(screen.getByRole('button', { name: 'Add Member' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add User to Group' }));
    return { ...opened, dialog, add: dialog.getByRole('button', { name: 'Add User' }) };
  };

  it('join with a role; SUSPENDED is no way to join, nor are members offered', async () => {
    const { api, dialog, add } = await openDialog({
      'GET /api/organizations/users': () => ({ body: [person(7, 'olga'), person(8, 'marek')] }),
    });
    expect(add.hasAttribute('disabled')).toBe(true);
    expect(dialog.queryByRole('option', { name: 'SUSPENDED' })).toBeNull();
    const users = dialog.getByLabelText('User');
    await within(users).findByRole('option', { name: 'marek (marek@acme.test)' });
    expect(
      within(users)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['-- Select a user --', 'marek (marek@acme.test)']);
    await userEvent.selectOptions(users, 'marek (marek@acme.test)');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'LEADER');
    await userEvent.click(add);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')[0]?.body).toEqual({ userId: 8, role: 'LEADER' });
  });

  it('are searched for where the organization is large', async () => {
    const { api, dialog, add } = await openDialog({
      'GET /api/organizations/users': () => ({
        body: Array.from({ length: 150 }, (_, index) => person(index + 100, `osoba${index}`)),
      }),
      'GET /api/users/search': () => ({
        body: { users: [person(7, 'olga'), person(8, 'marek')], limitReached: false },
      }),
    });
    await userEvent.type(await dialog.findByRole('combobox', { name: 'User' }), 'acme');
    await userEvent.click(await screen.findByRole('option', { name: /marek/ }));
    expect(screen.queryByRole('option', { name: /olga/ })).toBeNull();
    await userEvent.click(add);
    await waitFor(() => expect(getRequests(api, 'POST')[0]?.body).toEqual({ userId: 8, role: 'MEMBER' }));
  });

  it('are told why somebody could not join; the dialog stays', async () => {
    const { dialog, add } = await openDialog({
      'GET /api/organizations/users': () => ({ body: [person(8, 'marek')] }),
      'POST /api/groups/:id/members': () =>
        problemAnswer(409, 'CONFLICT', 'The user is already in the group.'),
    });
    await dialog.findByRole('option', { name: /marek/ });
    await userEvent.selectOptions(dialog.getByLabelText('User'), '8');
    await userEvent.click(add);
    await dialog.findByText(
      'Failed to add user to group. Please try again. The user is already in the group.',
    );
  });

  it('change roles in place and leave after a question', async () => {
    const { api } = await openPage('/groups/1/edit', {
      'PUT /api/groups/:id/members/:userId': () => problemAnswer(500, 'INTERNAL'),
      'DELETE /api/groups/:id/members/:userId': () => ({ status: 204 }),
    });
    await userEvent.selectOptions(await screen.findByLabelText('Role of olga'), 'SUSPENDED');
    await screen.findByText('Failed to update user role. Please try again.');
    expect(getRequests(api, 'PUT')[0]?.body).toEqual({ userId: 7, role: 'SUSPENDED' });
    api.answer({ 'PUT /api/groups/:id/members/:userId': () => ({ body: member(7, 'olga') }) });
    await userEvent.selectOptions(screen.getByLabelText('Role of olga'), 'SUSPENDED');
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    expect(screen.queryByText('Failed to update user role. Please try again.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove olga' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to remove this user from the group?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(getRequests(api, 'DELETE')).toHaveLength(1));
  });

  it('are each told of a change that was refused, also while another is under way', async () => {
    let refuse = (): void => undefined;
    const refusal = new Promise<FakeAnswer>((resolve) => {
      refuse = () => resolve(problemAnswer(500, 'INTERNAL'));
    });
    const { api } = await openPage('/groups/1/edit', {
      ...serverRoutes([member(7, 'olga'), member(8, 'marek')]),
      'PUT /api/groups/:id/members/:userId': ({ params }) =>
        params['userId'] === '7' ? refusal : { body: { ...member(8, 'marek'), role: 'LEADER' } },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Role of olga'), 'LEADER');
    await userEvent.selectOptions(screen.getByLabelText('Role of marek'), 'LEADER');
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    refuse();
    await screen.findByText('Failed to update user role. Please try again.');
  });
});
