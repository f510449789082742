import type { Organization } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { findEnabledButton, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeSkippableTimers, openOnMainDomain, openRemote, skipTime } from '../../test-support';
import { fakeVersionedResource } from '../../versioned-resource';

const organization = (id: number, name: string): Organization => ({
  id,
  name,
  codeName: name.toLowerCase(),
  createdAt: '2026-03-02T10:00:00.000Z',
});
const listRoute = (...names: string[]) => ({
  'GET /api/organizations': () => ({ body: names.map((name, index) => organization(index + 1, name)) }),
});

afterEach(signOutForTest);

describe('/organizations selection (spec 1 §2)', () => {
  it('links to the sub-domain of an organization', async () => {
    await openRemote('/organizations', listRoute('Globex'));
    await screen.findByRole('heading', { name: 'Wybierz Organizację' });
    expect(screen.getByRole('link', { name: /Globex/ }).getAttribute('href')).toBe(
      'http://globex.obieg.localhost:8080',
    );
  });

  it.each([
    [
      'hands over the session',
      () => ({ body: { address: 'http://globex.test/login#code=x' } }),
      'http://globex.test/login#code=x',
    ],
    [
      'opens the sub-domain without a session when the hand-over fails',
      () => problemResponse(404, 'NOT_FOUND'),
      'http://globex.obieg.localhost:8080',
    ],
  ])('on the main domain, %s', async (_, respond, address) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    const { api } = await openOnMainDomain('/organizations', {
      ...listRoute('Globex'),
      'POST /api/auth/hand-over': respond,
    });
    await userEvent.click(await screen.findByRole('link', { name: /Globex/ }));
    await waitFor(() => expect(assign.mock.calls).toEqual([[address]]));
    expect(api.requests.at(-1)?.body).toEqual({ organizationId: 1 });
    assign.mockRestore();
  });

  it.each(['/users', '/createUser', '/user/7', '/groups', '/groups/new', '/groups/1'])(
    'replaces %s on the main domain',
    async (at) => {
      const { api } = await openOnMainDomain(
        at,
        listRoute('Acme'),
        'canManageUsers',
        'canManageOrganizations',
      );
      await screen.findByRole('heading', { name: 'Wybierz Organizację' });
      screen.getByRole('link', { name: /Acme/ });
      expect(new Set(api.requests.map(({ path }) => path))).toEqual(
        new Set(['/api/permissions/check', '/api/organizations']),
      );
    },
  );

  it('shows an error with a retry, and explains an empty list', async () => {
    const { api } = await openRemote('/organizations', {
      'GET /api/organizations': () => problemResponse(500, 'INTERNAL'),
    });
    await screen.findByText('Failed to load organizations. Please try again.');
    api.respond(listRoute());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Nie należysz jeszcze do żadnej organizacji');
  });
});

describe('/organizations management (spec 1 §4, §5, §8)', () => {
  const openPage = (routes: Parameters<typeof openRemote>[1]) =>
    openRemote('/organizations', routes, 'canManageOrganizations', 'canManageAllUsers');

  it('creates an organization and shows the success message for 3 seconds', async () => {
    fakeSkippableTimers();
    const { api } = await openPage({
      ...listRoute('Acme'),
      'POST /api/organizations': () => ({ status: 201, body: organization(2, 'Globex') }),
    });
    await screen.findByRole('heading', { name: 'Organizations (1)' });
    await userEvent.type(screen.getByLabelText('Organization name'), 'Globex');
    await userEvent.type(screen.getByLabelText('Code name'), 'globex');
    api.respond(listRoute('Acme', 'Globex'));
    await userEvent.click(await findEnabledButton('Create Organization'));
    await screen.findByText('Organization "Globex" created successfully!');
    await screen.findByRole('heading', { name: 'Organizations (2)' });
    expect((screen.getByLabelText('Code name') as HTMLInputElement).value).toBe('');
    const invite = screen.getByRole('link', { name: 'Invite its administrator' });
    expect(invite.getAttribute('href')).toBe('/createUser?organizationId=2');
    await skipTime(limits.messageMs);
    await waitFor(() => expect(screen.queryByText(/created successfully/)).toBeNull());
  });

  it.each([
    ['1acme', 'Code name must start with a lowercase letter (a-z)'],
    ['acme-2', 'Code name can only contain lowercase letters (a-z) and numbers (0-9)'],
  ])('rejects the code name %s', async (codeName, text) => {
    await openPage(listRoute());
    await userEvent.type(await screen.findByLabelText('Organization name'), 'Acme');
    await userEvent.type(screen.getByLabelText('Code name'), codeName);
    await screen.findByText(text);
    expect(screen.getByRole('button', { name: 'Create Organization' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows a field error of the server at the field until the field changes', async () => {
    await openPage({
      ...listRoute(),
      'POST /api/organizations': () =>
        problemResponse(409, 'NAME_TAKEN', 'Taken.', [{ field: 'codeName', message: 'Taken.' }]),
    });
    await userEvent.type(await screen.findByLabelText('Organization name'), 'Acme');
    await userEvent.type(screen.getByLabelText('Code name'), 'acme');
    await userEvent.click(await findEnabledButton('Create Organization'));
    await waitFor(() => expect(screen.getByLabelText('Code name').getAttribute('aria-invalid')).toBe('true'));
    screen.getByText('Taken.');
    expect(screen.queryByText(/Failed to create organization/)).toBeNull();
    await userEvent.type(screen.getByLabelText('Code name'), '2');
    await waitFor(() => expect(screen.queryByText('Taken.')).toBeNull());
  });

  it('requires a name and a code name', async () => {
    await openPage(listRoute());
    await userEvent.type(await screen.findByLabelText('Code name'), 'a{Backspace}');
    await screen.findByText('Code name is required');
    await userEvent.type(screen.getByLabelText('Organization name'), ' ');
    await screen.findByText('Organization name is required');
  });

  it('keeps the input when saving fails', async () => {
    await openPage({
      ...listRoute('Acme'),
      'POST /api/organizations': () => 'offline',
      'PUT /api/organizations/:id': () => problemResponse(500, 'INTERNAL'),
    });
    await userEvent.type(await screen.findByLabelText('Organization name'), 'Globex');
    await userEvent.type(screen.getByLabelText('Code name'), 'globex');
    await userEvent.click(await findEnabledButton('Create Organization'));
    await screen.findByText('Failed to create organization. Please try again.');
    const table = screen.getByRole('table', { name: 'Organizations' });
    await userEvent.click(within(table).getByRole('button', { name: 'Edit' }));
    await userEvent.type(within(table).getByLabelText('Organization name'), ' Nowe');
    await userEvent.click(within(table).getByRole('button', { name: 'Save' }));
    await screen.findByText('Failed to update organization. Please try again.');
    expect((within(table).getByLabelText('Organization name') as HTMLInputElement).value).toBe('Acme Nowe');
  });

  it('edits an organization in its row and restores the focus', async () => {
    await openPage({
      ...listRoute('Acme', 'Globex'),
      'PUT /api/organizations/:id': ({ body }) => ({
        body: { ...organization(1, 'x'), ...(body as object) },
      }),
    });
    const table = await screen.findByRole('table', { name: 'Organizations' });
    const [edit] = within(table).getAllByRole('button', { name: 'Edit' });
    await userEvent.click(edit as HTMLElement);
    const name = within(table).getByLabelText('Organization name');
    expect(document.activeElement).toBe(name);
    expect(within(table).getAllByRole('button', { name: 'Edit' })).toHaveLength(1);
    await userEvent.type(name, ' Nowe');
    await userEvent.click(within(table).getByRole('button', { name: 'Save' }));
    await screen.findByText('Organization "Acme Nowe" updated successfully!');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(document.activeElement).toBe(within(table).getAllByRole('button', { name: 'Edit' })[0]);
  });

  it('shows both addresses and asks before it changes the code name', async () => {
    const { api } = await openPage({
      ...listRoute('Acme'),
      'PUT /api/organizations/:id': () =>
        problemResponse(409, 'NAME_TAKEN', 'Taken.', [{ field: 'codeName', message: 'Taken.' }]),
    });
    const table = await screen.findByRole('table', { name: 'Organizations' });
    await userEvent.click(within(table).getByRole('button', { name: 'Edit' }));
    await userEvent.type(within(table).getByLabelText('Code name'), '2');
    const save = within(table).getByRole('button', { name: 'Save' });
    await userEvent.click(save);
    const openDialog = async () =>
      within(await screen.findByRole('dialog', { name: 'Change the address of Acme?' }));
    const dialog = await openDialog();
    dialog.getByText('http://acme.obieg.localhost:8080');
    dialog.getByText('http://acme2.obieg.localhost:8080');
    dialog.getByText(/^For 90 days, pages at the present address redirect/);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(api.requests.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.click(save);
    await userEvent.click((await openDialog()).getByRole('button', { name: 'Change address' }));
    await within(table).findByText('Taken.');
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    api.respond({
      'PUT /api/organizations/:id': ({ body }) => ({
        body: { ...organization(1, 'Acme'), ...(body as object) },
      }),
    });
    await userEvent.type(within(table).getByLabelText('Code name'), '3');
    await userEvent.click(save);
    await userEvent.click((await openDialog()).getByRole('button', { name: 'Change address' }));
    await waitFor(() =>
      expect(assign.mock.calls).toEqual([['http://acme23.obieg.localhost:8080/organizations']]),
    );
    assign.mockRestore();
    expect(api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
      { codeName: 'acme2' },
      { codeName: 'acme23' },
    ]);
  });

  it("saves the time zone: Europe/Warsaw for a new organization, an existing one's own", async () => {
    const saved: unknown[] = [];
    const save = ({ body }: { body: unknown }) => {
      saved.push(body);
      return { status: 201, body: { ...organization(1, 'x'), ...(body as object) } };
    };
    await openPage({
      'GET /api/organizations': () => ({ body: [{ ...organization(1, 'Tokio'), timeZone: 'Asia/Tokyo' }] }),
      'POST /api/organizations': save,
      'PUT /api/organizations/:id': save,
    });
    const table = await screen.findByRole('table', { name: 'Organizations' });
    await userEvent.type(screen.getByLabelText('Organization name'), 'Acme');
    await userEvent.type(screen.getByLabelText('Code name'), 'acme');
    await userEvent.click(await findEnabledButton('Create Organization'));
    await waitFor(() =>
      expect(saved).toEqual([{ name: 'Acme', codeName: 'acme', timeZone: 'Europe/Warsaw' }]),
    );

    await userEvent.click(within(table).getByRole('button', { name: 'Edit' }));
    const field = within(table).getByLabelText('Time zone') as HTMLSelectElement;
    expect(field.value).toBe('Asia/Tokyo');
    await userEvent.selectOptions(field, 'America/New_York');
    await userEvent.click(within(table).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved[1]).toMatchObject({ codeName: 'tokio', timeZone: 'America/New_York' }));
  });

  describe('an edit that another administrator saves first', () => {
    const openEdit = async () => {
      const resource = fakeVersionedResource('/api/organizations/:id', {
        ...organization(1, 'Acme'),
        timeZone: 'Europe/Warsaw',
      });
      await openPage({
        ...resource.routes,
        'GET /api/organizations': () => ({ body: [{ ...resource.getSaved(), revision: 1 }] }),
      });
      const table = within(await screen.findByRole('table', { name: 'Organizations' }));
      await userEvent.click(table.getByRole('button', { name: 'Edit' }));
      const save = () => userEvent.click(table.getByRole('button', { name: 'Save' }));
      return { resource, table, save, name: table.getByLabelText<HTMLInputElement>('Organization name') };
    };

    it('is joined with changes of other fields', async () => {
      const { resource, name, save } = await openEdit();
      await userEvent.type(name, ' Nowe');
      resource.saveElsewhere({ timeZone: 'Asia/Tokyo' });
      await save();
      await screen.findByText('Organization "Acme Nowe" updated successfully!');
      expect(resource.getSaved()).toMatchObject({ name: 'Acme Nowe', timeZone: 'Asia/Tokyo' });
    });

    it('shows both values of the same field', async () => {
      const { resource, table, name, save } = await openEdit();
      await userEvent.type(name, ' Nowe');
      resource.saveElsewhere({ name: 'Acme SA' });
      await save();
      await userEvent.click(await table.findByRole('radio', { name: 'Your value Acme Nowe' }));
      table.getByRole('radio', { name: 'Saved value Acme SA' });
      expect(screen.queryByText(/^Failed to update/)).toBeNull();
      expect(resource.getSaved().name).toBe('Acme SA');
      await save();
      await waitFor(() => expect(resource.getSaved().name).toBe('Acme Nowe'));
    });
  });

  it('searches by name and code name, ignoring case and accents', async () => {
    await openPage({
      'GET /api/organizations': () => ({
        body: [
          { ...organization(1, 'Żabka'), codeName: 'frog' },
          { ...organization(2, 'Globex'), codeName: 'serwis' },
        ],
      }),
    });
    const search = await screen.findByRole('textbox', { name: 'Search organizations' });
    await userEvent.type(search, 'ZABKA{Enter}');
    await waitFor(() => expect(screen.queryByText('Globex')).toBeNull());
    screen.getByText('Żabka');
    screen.getByRole('heading', { name: 'Organizations (2)' });
    await userEvent.clear(search);
    await userEvent.type(search, 'SERW{Enter}');
    await screen.findByText('Globex');
    await userEvent.type(search, 'x{Enter}');
    await screen.findByText('No organizations match the search.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement);
    await screen.findByText('Żabka');
  });

  it('renders one page of a long list', async () => {
    await openPage(listRoute(...Array.from({ length: 73 }, (_, index) => `Firma${index}`)));
    await screen.findByText('50 of 73');
    expect(screen.getAllByRole('row')).toHaveLength(51);
  });

  it('asks for the code name before a deletion and says what it takes away', async () => {
    const { api } = await openPage({
      ...listRoute('Acme'),
      'GET /api/organizations/:id/contents': () => ({ body: { userCount: 12, groupCount: 3 } }),
      'GET /api/tasks/organizations/:id/count': () => ({ body: { taskCount: 2734 } }),
      'DELETE /api/organizations/:id': () => problemResponse(500, 'INTERNAL'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Acme?' }));
    dialog.getByText('Are you sure you want to delete this organization? This action cannot be undone.');
    expect((await dialog.findByText('12')).previousSibling?.textContent).toBe('Users');
    expect(dialog.getByText('3').previousSibling?.textContent).toBe('Groups');
    dialog.getByText('all (you see 2734), with comments and files');
    const confirm = dialog.getByRole('button', { name: 'Delete Organization' });
    const field = dialog.getByLabelText('Type the code name acme to confirm');
    await userEvent.type(field, 'acm');
    expect(confirm.hasAttribute('disabled')).toBe(true);
    await userEvent.type(field, '{Enter}');
    await userEvent.type(field, 'e');
    await userEvent.click(confirm);
    await dialog.findByText('Failed to delete organization. Please try again.');
    api.respond({
      'DELETE /api/organizations/:id': () =>
        problemResponse(409, 'CONFLICT', 'The code name of this organization is now other.'),
    });
    await userEvent.click(confirm);
    await dialog.findByText(
      'Failed to delete organization. The code name of this organization is now other.',
    );
    api.respond({ 'DELETE /api/organizations/:id': () => ({ status: 204 }), ...listRoute() });
    await userEvent.click(confirm);
    await screen.findByText('Organization deleted successfully!');
    await screen.findByText('No organizations yet.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const deletions = api.requests.filter(({ method }) => method === 'DELETE');
    expect(deletions.map(({ query }) => query)).toEqual(Array(3).fill({ codeName: 'acme' }));
  });

  it.each([
    [0, 'all, with comments and files'],
    [9_999, 'all (you see 9999), with comments and files'],
    [10_000, 'all (you see at least 10000), with comments and files'],
  ])('says that a deletion takes away all tasks, of which the reader sees %i', async (taskCount, text) => {
    await openPage({
      ...listRoute('Acme'),
      'GET /api/organizations/:id/contents': () => ({ body: { userCount: 12, groupCount: 3 } }),
      'GET /api/tasks/organizations/:id/count': () => ({ body: { taskCount } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Acme?' }));
    expect((await dialog.findByText(text)).previousSibling?.textContent).toBe('Tasks');
  });

  it('allows a deletion if the contents cannot be counted', async () => {
    await openPage({
      ...listRoute('Acme'),
      'GET /api/organizations/:id/contents': () => problemResponse(500, 'INTERNAL'),
      'GET /api/tasks/organizations/:id/count': () => problemResponse(500, 'INTERNAL'),
      'DELETE /api/organizations/:id': () => ({ status: 204 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findAllByText('unknown')).toHaveLength(2);
    dialog.getByText('all, with comments and files');
    await userEvent.type(dialog.getByLabelText('Type the code name acme to confirm'), 'acme{Enter}');
    await screen.findByText('Organization deleted successfully!');
  });
});
