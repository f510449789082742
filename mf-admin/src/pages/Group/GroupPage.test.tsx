import type { Group } from '@obieg/contracts';
import { notify, signOut } from '@obieg/web-kit';
import { problemResponse, signOutForTest, signOutInAnotherTab } from '@obieg/web-kit/testing';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildGroup, buildMember, groupRoutes, groups, openAsUserManager } from '../../api/groups.builders';
import { getRequests, openRemote } from '../../test-support';
import { fakeVersionedResource } from '../../versioned-resource';

// happy-dom has no layout, so the picker marks its option list as hidden.
configure({ defaultHidden: true });

afterEach(signOutForTest);

describe('/groups/new, /groups/{id}', () => {
  it('requires a name of two characters and sends an empty parent as null', async () => {
    const { api, currentAddress } = await openAsUserManager('/groups/new', {
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

  it('creates a group with several members and their roles, in one call', async () => {
    const users = [7, 8, 9].map((id) => ({ id, username: `osoba${id}`, email: `osoba${id}@acme.test` }));
    const { api, currentAddress } = await openAsUserManager('/groups/new', {
      'GET /api/users/search': () => ({ body: { users, limitReached: false } }),
      'POST /api/groups': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Invalid.', [
          { field: 'members.1.userId', message: 'This member does not exist in the organization.' },
        ]),
    });
    await userEvent.type(await screen.findByLabelText('Group name'), 'Nocna zmiana');
    const search = screen.getByRole('combobox', { name: 'Find users to add' });
    for (const name of ['osoba7', 'osoba8', 'osoba9']) {
      await userEvent.type(search, 'os');
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
    }
    await userEvent.type(search, 'os');
    await screen.findByText('Brak wyników');
    await userEvent.clear(search);
    await userEvent.selectOptions(screen.getByLabelText('Role of osoba8'), 'Leader');
    expect(screen.queryByRole('option', { name: 'Suspended' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove osoba7' }));
    screen.getByText('Sees the tasks of the group, but does not work on them');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('osoba9: This member does not exist in the organization.');
    api.respond({ 'POST /api/groups': () => ({ status: 201, body: buildGroup(2, 'Nocna zmiana') }) });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
    expect(getRequests(api, 'POST').at(-1)?.body).toEqual({
      name: 'Nocna zmiana',
      description: null,
      parentGroupId: null,
      members: [
        { userId: 8, role: 'LEADER' },
        { userId: 9, role: 'MEMBER' },
      ],
    });
  });

  it('is read-only in view mode and does not offer the group as its own parent', async () => {
    const { currentAddress } = await openAsUserManager('/groups/2');
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

  it('offers no descendant as the parent', async () => {
    await openAsUserManager('/groups/1/edit');
    const parent = await screen.findByLabelText('Parent Group');
    await waitFor(() => expect(parent.hasAttribute('disabled')).toBe(false));
    expect(within(parent).getAllByRole('option')).toHaveLength(1);
  });

  it("shows the server's cycle error at the parent field", async () => {
    const { api } = await openAsUserManager('/groups/2/edit', {
      'PUT /api/groups/:id': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Invalid.', [
          { field: 'parentGroupId', message: 'Grupy tworzyłyby koło.' },
        ]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const parent = screen.getByLabelText('Parent Group');
    await waitFor(() => expect(parent.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByText(/Failed to save group/)).toBeNull();
    const descriptions = parent.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(descriptions.map((id) => document.getElementById(id)?.textContent)).toContain(
      'Grupy tworzyłyby koło.',
    );
    api.respond({ 'PUT /api/groups/:id': () => problemResponse(500, 'INTERNAL') });
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
    const { api } = await openAsUserManager('/groups/7/edit', {
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
    const routes = groupRoutes([{ ...buildMember(7, 'olga'), role: 'LEADER' }, buildMember(8, 'marek')]);
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
    const { currentAddress } = await openRemote(at, groupRoutes(), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe(fallbackPath));
  });

  it('does not ask again after signing out, which has asked itself', async () => {
    const { currentAddress } = await openAsUserManager('/groups/2/edit');
    await userEvent.type(await screen.findByLabelText(/^Description/), 'Od 22 do 6');
    act(signOut);
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  describe('that another user saves first', () => {
    const openEdit = async () => {
      const group = fakeVersionedResource('/api/groups/:id', groups[1] as Group);
      const page = await openAsUserManager('/groups/2/edit', group.routes);
      return { ...page, group, name: await screen.findByLabelText<HTMLInputElement>('Group name') };
    };
    const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

    it('is joined with changes of other fields', async () => {
      const info = vi.spyOn(notify, 'info');
      const { currentAddress, group, name } = await openEdit();
      await userEvent.type(name, '!');
      group.saveElsewhere({ description: 'Od 22 do 6', parentGroupId: null });
      await save();
      await waitFor(() => expect(currentAddress()).toBe('/groups'));
      expect(group.getSaved()).toMatchObject({
        name: 'Nocna zmiana!',
        description: 'Od 22 do 6',
        parentGroupId: null,
      });
      expect(info).toHaveBeenCalledWith(
        'Saved together with simultaneous changes by Anna Kowalska: Description, Parent Group.',
      );
    });

    it('shows both values of the same field', async () => {
      const { currentAddress, group, name } = await openEdit();
      const parent = screen.getByLabelText('Parent Group');
      await within(parent).findByRole('option', { name: 'Helpdesk' });
      await userEvent.selectOptions(parent, 'None');
      await userEvent.type(name, '!');
      group.saveElsewhere({ name: 'Zmiana nocna' });
      await save();
      await userEvent.click(await screen.findByRole('radio', { name: 'Saved value Zmiana nocna' }));
      expect(name.value).toBe('Zmiana nocna');
      await save();
      await waitFor(() => expect(currentAddress()).toBe('/groups'));
      expect(group.getSaved()).toMatchObject({ name: 'Zmiana nocna', parentGroupId: null });
    });
  });

  it('confirms leaving with unsaved changes, but not after saving', async () => {
    const { currentAddress } = await openAsUserManager('/groups/2/edit', {
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

  it('shows an error when the group cannot be loaded', async () => {
    await openAsUserManager('/groups/2', { 'GET /api/groups/:id': () => problemResponse(500, 'INTERNAL') });
    await screen.findByText('Failed to load group details.');
  });

  it.each(['/groups/0', '/groups/abc/edit'])('redirects from %s to the list', async (at) => {
    const { currentAddress } = await openAsUserManager(at);
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
  });
});

describe('a changed form whose session ends in another tab', () => {
  const change = async () => {
    const group = fakeVersionedResource('/api/groups/:id', groups[1] as Group);
    const open = () => openAsUserManager('/groups/2/edit', group.routes);
    await open();
    await userEvent.type(await screen.findByLabelText('Group name'), '!');
    signOutInAnotherTab();
    return { group, open };
  };
  const findName = async () => (await screen.findByLabelText<HTMLInputElement>('Group name')).value;

  it('returns to the same user, who saves it with what others have saved since', async () => {
    const { group, open } = await change();
    group.saveElsewhere({ description: 'Od 22 do 6' });
    const { currentAddress } = await open();
    expect(await findName()).toBe('Nocna zmiana!');
    screen.getByText(/^Przywrócono niezapisany szkic:/);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentAddress()).toBe('/groups'));
    expect(group.getSaved()).toMatchObject({ name: 'Nocna zmiana!', description: 'Od 22 do 6' });
    expect(sessionStorage.length).toBe(0);
  });

  it('shows what is saved when the user discards it', async () => {
    const { open } = await change();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Odrzuć szkic' }));
    expect(await findName()).toBe('Nocna zmiana');
    expect(screen.queryByText(/^Przywrócono niezapisany szkic:/)).toBeNull();
  });

  it('is not restored if nothing was changed', async () => {
    const group = fakeVersionedResource('/api/groups/:id', groups[1] as Group);
    await openAsUserManager('/groups/2/edit', group.routes);
    await findName();
    signOutInAnotherTab();
    expect(sessionStorage.length).toBe(0);
  });
});
