import type { Group, GroupMember } from '@obieg/contracts';
import { type FakeAnswer, type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

// happy-dom has no layout, so the picker marks its option list as hidden.
configure({ defaultHidden: true });

const buildGroup = (id: number, name: string, overrides: Partial<Group> = {}): Group => ({
  id,
  name,
  description: null,
  parentGroupId: null,
  parentGroupName: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  ...overrides,
});
const buildMember = (userId: number, userName: string): GroupMember => ({
  userId,
  userName,
  userEmail: `${userName}@acme.test`,
  role: 'MEMBER',
  joinedAt: '2026-03-03T10:00:00.000Z',
});
const groups = [
  buildGroup(1, 'Helpdesk'),
  buildGroup(2, 'Nocna zmiana', { parentGroupId: 1, parentGroupName: 'Helpdesk' }),
];
const serverRoutes = (members: GroupMember[] = [buildMember(7, 'olga')]): FakeRoutes => ({
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
  it('lists groups with their actions', async () => {
    await openPage('/groups');
    const row = (await screen.findByRole('link', { name: 'Nocna zmiana' })).closest('tr') as HTMLElement;
    within(row).getByText('Helpdesk');
    expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/groups/2/edit');
    screen.getByRole('link', { name: 'Add New Group' });
  });

  it('hides the edit actions from callers who may not manage users', async () => {
    await openRemote('/groups', serverRoutes(), 'hasBasePermission');
    await screen.findByRole('link', { name: 'Helpdesk' });
    for (const name of ['Delete', 'Edit', 'Add New Group']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.queryByRole('link', { name })).toBeNull();
    }
  });

  it('renders one page of a long list and searches the whole list', async () => {
    const manyGroups = Array.from({ length: 2_000 }, (_, index) =>
      buildGroup(index + 1, `Zespół ${index + 1}`),
    );
    await openPage('/groups', { 'GET /api/groups': () => ({ body: manyGroups }) });
    await screen.findByText('50 of 2000');
    expect(screen.getAllByRole('row')).toHaveLength(51);
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('100 of 2000');
    const searchField = screen.getByRole('textbox', { name: 'Search groups' });
    await userEvent.type(searchField, 'ZESPOL 1999{Enter}');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    screen.getByRole('link', { name: 'Zespół 1999' });
    await userEvent.type(searchField, 'x{Enter}');
    await screen.findByText('No groups found.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement);
    await screen.findByText('100 of 2000');
  });

  it('shows no search field for a short list', async () => {
    await openPage('/groups');
    await screen.findByRole('link', { name: 'Helpdesk' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('confirms a deletion, shows the reason of a 409 and treats a 404 as deleted', async () => {
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

describe('/groups/new, /groups/{id}', () => {
  it('requires a name of two characters and sends an empty parent as null', async () => {
    const { api, currentAddress } = await openPage('/groups/new', {
      'POST /api/groups': () => ({ status: 201, body: buildGroup(2, 'Nocna zmiana') }),
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

  it('is read-only in view mode and does not offer the group as its own parent', async () => {
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

  it("shows the server's cycle error at the parent field", async () => {
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

  it('offers a parent search when there are many groups', async () => {
    const manyGroups = Array.from({ length: 200 }, (_, index) =>
      buildGroup(index + 1, `Zespół ${index + 1}`),
    );
    const { api } = await openPage('/groups/7/edit', {
      'GET /api/groups': () => ({ body: manyGroups }),
      'GET /api/groups/:id': () => ({ body: manyGroups[6] }),
      'PUT /api/groups/:id': () => ({ body: manyGroups[6] }),
    });
    const findParentField = () => screen.findByRole('combobox', { name: 'Parent Group' });
    await waitFor(async () => expect((await findParentField()).tagName).toBe('INPUT'));
    await userEvent.type(await findParentField(), 'zespol 7');
    expect(screen.queryByRole('option', { name: 'Zespół 7' })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: 'Zespół 77' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getRequests(api, 'PUT')[0]?.body).toMatchObject({ parentGroupId: 77 }));
  });

  it('lets a leader of the group edit only its members', async () => {
    const routes = serverRoutes([{ ...buildMember(7, 'olga'), role: 'LEADER' }, buildMember(8, 'marek')]);
    const { currentAddress } = await openRemote('/groups/1', routes, 'hasBasePermission');
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
  ])('redirects from %s to %s without the permission to manage users', async (at, fallbackPath) => {
    const { currentAddress } = await openRemote(at, serverRoutes(), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe(fallbackPath));
  });

  it('confirms leaving with unsaved changes, but not after saving', async () => {
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

  it.each(['/groups/0', '/groups/abc/edit'])('redirects from %s to the list', async (at) => {
    const { currentAddress } = await openPage(at);
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
  });
});

describe('group members', () => {
  const buildUser = (id: number, username: string) => ({ id, username, email: `${username}@acme.test` });
  const openAddDialog = async (routes: FakeRoutes) => {
    const page = await openPage('/groups/1/edit', {
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
    await userEvent.click(addButton);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'POST')[0]?.body).toEqual({ userId: 8, role: 'LEADER' });
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
        problemAnswer(409, 'CONFLICT', 'The user is already in the group.'),
    });
    await dialog.findByRole('option', { name: /marek/ });
    await userEvent.selectOptions(dialog.getByLabelText('User'), '8');
    await userEvent.click(addButton);
    await dialog.findByText(
      'Failed to add user to group. Please try again. The user is already in the group.',
    );
  });

  it('changes a role in the table and confirms a removal', async () => {
    const { api } = await openPage('/groups/1/edit', {
      'PUT /api/groups/:id/members/:userId': () => problemAnswer(500, 'INTERNAL'),
      'DELETE /api/groups/:id/members/:userId': () => ({ status: 204 }),
    });
    await userEvent.selectOptions(await screen.findByLabelText('Role of olga'), 'SUSPENDED');
    await screen.findByText('Failed to update user role. Please try again.');
    expect(getRequests(api, 'PUT')[0]?.body).toEqual({ userId: 7, role: 'SUSPENDED' });
    api.answer({ 'PUT /api/groups/:id/members/:userId': () => ({ body: buildMember(7, 'olga') }) });
    await userEvent.selectOptions(screen.getByLabelText('Role of olga'), 'SUSPENDED');
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    expect(screen.queryByText('Failed to update user role. Please try again.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove olga' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to remove this user from the group?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(getRequests(api, 'DELETE')).toHaveLength(1));
  });

  it('shows a failed role change even if another change follows', async () => {
    let fail = (): void => undefined;
    const failure = new Promise<FakeAnswer>((resolve) => {
      fail = () => resolve(problemAnswer(500, 'INTERNAL'));
    });
    const { api } = await openPage('/groups/1/edit', {
      ...serverRoutes([buildMember(7, 'olga'), buildMember(8, 'marek')]),
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
