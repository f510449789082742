import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildGroup, groupRoutes, openAsUserManager } from '../../api/groups.builders';
import { getRequests, openRemote } from '../../test-support';

// The visibility check of role queries is slow in a table of 100 rows.
configure({ defaultHidden: true });

afterEach(signOutForTest);

describe('/groups (spec 2 §2)', () => {
  it('lists groups with their actions', async () => {
    await openAsUserManager('/groups');
    const row = (await screen.findByRole('link', { name: 'Nocna zmiana' })).closest('tr') as HTMLElement;
    within(row).getByText('Helpdesk');
    expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/groups/2/edit');
    screen.getByRole('link', { name: 'Add New Group' });
  });

  it('shows children below their parent, and the number of members', async () => {
    const list = [
      buildGroup(1, 'Biuro', { parentGroupId: 2, parentGroupName: 'Zakład', memberCount: 3 }),
      buildGroup(2, 'Zakład', { memberCount: 0 }),
    ];
    await openAsUserManager('/groups', { 'GET /api/groups': () => ({ body: list }) });
    await screen.findByRole('link', { name: 'Biuro' });
    const [head, ...rows] = screen.getAllByRole('row').map((row) => row as HTMLTableRowElement);
    const members = [...(head?.cells ?? [])].findIndex(({ textContent }) => textContent === 'Members');
    expect(rows.map(({ cells }) => [cells[1]?.textContent, cells[members]?.textContent])).toEqual([
      ['Zakład', '0'],
      ['Biuro', '3'],
    ]);
    expect(rows.map((row) => row.querySelector('[data-depth]')?.getAttribute('data-depth'))).toEqual([
      undefined,
      '1',
    ]);
  });

  it('hides the edit actions from callers who may not manage users', async () => {
    await openRemote('/groups', groupRoutes(), 'hasBasePermission');
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
    await openAsUserManager('/groups', { 'GET /api/groups': () => ({ body: manyGroups }) });
    await screen.findByText('50 of 2000');
    expect(screen.getAllByRole('row')).toHaveLength(51);
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('100 of 2000');
    const searchField = screen.getByRole('textbox', { name: 'Search groups' });
    // Each typed letter would render 100 rows.
    await userEvent.click(searchField);
    await userEvent.paste('ZESPOL 1999');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    screen.getByRole('link', { name: 'Zespół 1999' });
    await userEvent.type(searchField, 'x{Enter}');
    await screen.findByText('No groups found.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement);
    await screen.findByText('100 of 2000');
  });

  it('shows an error with a retry, and an empty list', async () => {
    const { api } = await openAsUserManager('/groups', {
      'GET /api/groups': () => problemResponse(500, 'INTERNAL'),
    });
    await screen.findByText('Failed to load groups. Please try again.');
    api.respond({ 'GET /api/groups': () => ({ body: [] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('No groups found.');
  });

  it('shows no search field for a short list', async () => {
    await openAsUserManager('/groups');
    await screen.findByRole('link', { name: 'Helpdesk' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('confirms a deletion, shows the reason of a 409 and treats a 404 as deleted', async () => {
    const { api } = await openAsUserManager('/groups', {
      'DELETE /api/groups/:id': () => problemResponse(409, 'IN_USE', 'Grupa ma podgrupy.'),
    });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' }))[1] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to delete this group?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
    await within(dialog).findByText('Failed to delete group. Grupa ma podgrupy.');
    api.respond({ 'DELETE /api/groups/:id': () => problemResponse(404, 'NOT_FOUND') });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'DELETE').map(({ path }) => path)).toEqual(['/api/groups/2', '/api/groups/2']);
  });

  it('says what another user has changed since, and deletes that revision after a second question', async () => {
    const shown = { ...buildGroup(1, 'Helpdesk'), revision: 3 };
    const present = { ...buildGroup(1, 'Serwis'), description: 'Od 8 do 16' };
    const lastChange = { at: '2026-11-29T09:12:00.000Z', authorName: 'Anna Kowalska' };
    const refusal = problemResponse(412, 'PRECONDITION_FAILED', 'Zapisano inne zmiany.');
    const { api } = await openAsUserManager('/groups', {
      'GET /api/groups': () => ({ body: [shown] }),
      'GET /api/groups/:id': () => ({ body: present, headers: { etag: '"4"' } }),
      'DELETE /api/groups/:id': ({ headers }) =>
        headers['if-match'] === '"4"'
          ? { status: 204 }
          : { ...refusal, body: { ...(refusal.body as object), lastChange } },
    });
    await userEvent.click((await screen.findAllByRole('button', { name: /^Delete/ }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Helpdesk?' }));
    const confirm = dialog.getByRole('button', { name: 'Delete Group' });
    await userEvent.click(confirm);
    await dialog.findByText('Changed in the meantime by Anna Kowalska');
    dialog.getByText('Name: Helpdesk → Serwis');
    dialog.getByText('Description: – → Od 8 do 16');
    await userEvent.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'DELETE').map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"']);
  });

  it('disables the deletion of a group in use, with the reason of the server', async () => {
    const deletionRefusal = 'The group cannot be deleted: tasks are assigned to it.';
    await openAsUserManager('/groups', {
      'GET /api/groups': () => ({ body: [{ ...buildGroup(1, 'Helpdesk'), deletionRefusal }] }),
    });
    const [used] = await screen.findAllByRole('button', { name: 'Delete' });
    expect(used?.getAttribute('data-reason')).toBe(deletionRefusal);
    await userEvent.click(used as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
