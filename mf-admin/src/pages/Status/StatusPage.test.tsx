import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { getRequests, openRemote } from '../../test-support';
import { fakeVersionedResource } from '../../versioned-resource';

const buildStatus = (id: number, name: string, statusType = 'INITIAL') => ({
  id,
  name,
  statusType,
  createdAt: '2026-01-05T10:00:00.000Z',
});
const statuses = [buildStatus(1, 'Nowe'), buildStatus(2, 'W toku', 'INTERMEDIATE')];
const serverRoutes = (): FakeRoutes => ({
  'GET /api/workflow-status': () => ({ body: statuses }),
  'GET /api/workflow-status/:id': ({ params }) => ({
    body: statuses.find(({ id }) => String(id) === params['id']),
    headers: { etag: '"3"' },
  }),
});
const openPage = (at: string, routes: FakeRoutes = {}) =>
  openRemote(at, { ...serverRoutes(), ...routes }, 'hasBasePermission', 'canManageWorkflow');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

afterEach(signOutForTest);

describe('/workflow-statuses (spec 2 §2)', () => {
  it('lists statuses with their types and actions', async () => {
    await openPage('/workflow-statuses');
    const row = (await screen.findByRole('link', { name: 'W toku' })).closest('tr') as HTMLElement;
    within(row).getByText('INTERMEDIATE');
    within(row).getByText('5 sty 2026');
    expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
      '/workflow-statuses/2/edit',
    );
  });

  it('confirms a deletion and shows the reason of a 409', async () => {
    const { api } = await openPage('/workflow-statuses', {
      'DELETE /api/workflow-status/:id': () =>
        problemResponse(409, 'IN_USE', 'The transition "Rozpocznij" names it.'),
    });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Delete Nowe?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Status' }));
    await within(dialog).findByText('The transition "Rozpocznij" names it.');
    api.respond({ 'DELETE /api/workflow-status/:id': () => problemResponse(500, 'INTERNAL') });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Status' }));
    await within(dialog).findByText('Failed to delete status. Please try again.');
    api.respond({ 'DELETE /api/workflow-status/:id': () => ({ status: 204 }) });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Status' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('disables the deletion of a status that transitions use, with their names', async () => {
    await openPage('/workflow-statuses', {
      'GET /api/status-transitions': () => ({
        body: [{ id: 1, name: 'Rozpocznij', fromStatusId: 1, toStatusId: 2 }],
      }),
    });
    await waitFor(() => {
      const [button] = screen.getAllByRole('button', { name: 'Delete' });
      expect(button?.hasAttribute('disabled') || button?.getAttribute('aria-disabled')).toBeTruthy();
    });
    screen.getAllByText(/because transitions use it: Rozpocznij/);
  });

  it('offers to add a status when there is none', async () => {
    await openPage('/workflow-statuses', { 'GET /api/workflow-status': () => ({ body: [] }) });
    await screen.findByText('No statuses yet.');
    expect(screen.getAllByRole('link', { name: 'Add New Status' })).toHaveLength(2);
  });

  it('shows an error with a retry when loading fails', async () => {
    const { api } = await openPage('/workflow-statuses', {
      'GET /api/workflow-status': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Failed to load statuses. Please try again.');
    api.respond(serverRoutes());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('link', { name: 'Nowe' });
  });

  it('hides the edit actions from callers who may not manage the workflow', async () => {
    await openRemote('/workflow-statuses', serverRoutes(), 'hasBasePermission');
    await screen.findByRole('link', { name: 'Nowe' });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add New Status' })).toBeNull();
  });
});

describe('/workflow-statuses/new, /workflow-statuses/{id}', () => {
  it('requires a name of at most 100 characters and a type (spec 2 §5)', async () => {
    const { api, currentAddress } = await openPage('/workflow-statuses/new', {
      'POST /api/workflow-status': () => ({ status: 201, body: buildStatus(3, 'Czeka') }),
    });
    await screen.findByRole('heading', { name: 'Create Workflow Status' });
    await save();
    await screen.findByText('Status name is required.');
    screen.getByText('Status type is required.');
    const name = screen.getByLabelText('Status Name');
    expect(document.activeElement).toBe(name);
    await userEvent.click(name);
    await userEvent.paste('x'.repeat(101));
    await screen.findByText('Status name must not exceed 100 characters.');
    await userEvent.clear(name);
    await userEvent.type(name, 'Czeka');
    await userEvent.selectOptions(screen.getByLabelText('Status Type'), 'INITIAL');
    await save();
    await waitFor(() => expect(currentAddress()).toBe('/workflow-statuses'));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({ name: 'Czeka', statusType: 'INITIAL' });
  });

  it('creates a status for each pasted line, keeps what fails, and suggests the next type', async () => {
    let count = 0;
    const { api } = await openPage('/workflow-statuses/new', {
      'POST /api/workflow-status': () => {
        count += 1;
        return count === 2
          ? problemResponse(409, 'NAME_TAKEN', 'taken')
          : { status: 201, body: buildStatus(3, 'A') };
      },
    });
    const name = await screen.findByLabelText<HTMLInputElement>('Status Name');
    await userEvent.click(name);
    await userEvent.paste('A\n\nB\nC\nA');
    screen.getByText(/^Also creates: B, C/);
    await userEvent.selectOptions(screen.getByLabelText('Status Type'), 'INITIAL');
    const saveAndAddAnother = () =>
      userEvent.click(screen.getByRole('button', { name: 'Save and add another' }));
    await saveAndAddAnother();
    await screen.findByText('A status with this name already exists in your organization.');
    expect(name.value).toBe('B');
    screen.getByText(/^Also creates: C/);
    await saveAndAddAnother();
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(4));
    expect(getRequests(api, 'POST').map(({ body }) => (body as { name: string }).name)).toEqual([
      'A',
      'B',
      'B',
      'C',
    ]);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>('Status Type').value).toBe('INTERMEDIATE'),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Status Name').value).toBe('');
  });

  it('cannot save a deleted status and treats a 404 on deletion as success', async () => {
    const respondNotFound = () => problemResponse(404, 'NOT_FOUND');
    const { currentAddress, api } = await openPage('/workflow-statuses/2/edit', {
      'PUT /api/workflow-status/:id': respondNotFound,
      'DELETE /api/workflow-status/:id': respondNotFound,
    });
    await screen.findByLabelText('Status Name');
    await save();
    await screen.findByText('This status has been deleted.');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(currentAddress()).toBe('/workflow-statuses'));
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' }))[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Status' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getRequests(api, 'DELETE')).toHaveLength(1);
  });

  it('shows a taken name as an error of the name field', async () => {
    await openPage('/workflow-statuses/2/edit', {
      'PUT /api/workflow-status/:id': () => problemResponse(409, 'NAME_TAKEN', 'taken'),
    });
    await screen.findByRole('heading', { name: 'Edit Workflow Status' });
    await save();
    await screen.findByText('A status with this name already exists in your organization.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Status Name')));
  });

  describe('that another user saves first', () => {
    const openEdit = async () => {
      const status = fakeVersionedResource('/api/workflow-status/:id', buildStatus(2, 'W toku'));
      const page = await openPage('/workflow-statuses/2/edit', status.routes);
      const name = await screen.findByLabelText<HTMLInputElement>('Status Name');
      return { ...page, status, name };
    };

    it('joins changes of different fields', async () => {
      const { api, currentAddress, status, name } = await openEdit();
      await userEvent.type(name, '!');
      status.saveElsewhere({ statusType: 'FINAL' });
      await save();
      await waitFor(() => expect(currentAddress()).toBe('/workflow-statuses'));
      expect(status.getSaved()).toMatchObject({ name: 'W toku!', statusType: 'FINAL' });
      expect(getRequests(api, 'PUT').map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
    });

    it('keeps the typed text and saves nothing until the user chooses', async () => {
      const { api, currentAddress, status, name } = await openEdit();
      await userEvent.type(name, '!');
      status.saveElsewhere({ name: 'W realizacji' });
      await save();
      const notice = await screen.findByRole('alert', { name: 'Other changes were saved in the meantime.' });
      await waitFor(() => expect(document.activeElement).toBe(notice));
      expect(name.value).toBe('W toku!');
      await save();
      await within(notice).findByText('Choose the value to keep.');
      await waitFor(() => expect(document.activeElement).toBe(within(notice).getAllByRole('radio')[0]));
      expect(getRequests(api, 'PUT')).toHaveLength(1);
      await userEvent.click(within(notice).getByRole('radio', { name: 'Saved value W realizacji' }));
      await userEvent.click(within(notice).getByRole('radio', { name: 'Your value W toku!' }));
      expect(name.value).toBe('W toku!');
      await save();
      await waitFor(() => expect(currentAddress()).toBe('/workflow-statuses'));
      expect(status.getSaved().name).toBe('W toku!');
    });

    it('says that the status is deleted', async () => {
      const { api, status, name } = await openEdit();
      await userEvent.type(name, '!');
      status.saveElsewhere({});
      api.respond({ 'GET /api/workflow-status/:id': () => problemResponse(404, 'NOT_FOUND') });
      await save();
      await screen.findByText('This status has been deleted.');
      expect(name.value).toBe('W toku!');
    });

    it('asks again after another change', async () => {
      const { currentAddress, status, name } = await openEdit();
      await userEvent.type(name, '!');
      status.saveElsewhere({ name: 'W realizacji' });
      await save();
      await userEvent.click(await screen.findByRole('radio', { name: 'Your value W toku!' }));
      status.saveElsewhere({ name: 'Robione' });
      await save();
      await userEvent.click(await screen.findByRole('radio', { name: 'Saved value Robione' }));
      await save();
      await waitFor(() => expect(currentAddress()).toBe('/workflow-statuses'));
      expect(status.getSaved().name).toBe('Robione');
    });
  });

  describe('with an approval', () => {
    const approvalRoutes = () => {
      const status = fakeVersionedResource('/api/workflow-status/:id', buildStatus(2, 'W toku'));
      return {
        status,
        routes: {
          ...status.routes,
          'GET /api/groups': () => ({
            body: [{ id: 7, name: 'Zarząd', path: 'Zarząd', parentGroupId: null }],
          }),
          'GET /api/status-transitions': () => ({
            body: [
              { id: 4, name: 'Zatwierdź', fromStatusId: 2, toStatusId: 1, toStatusName: 'Nowe' },
              { id: 5, name: 'Odrzuć', fromStatusId: 2, toStatusId: 1, toStatusName: 'Nowe' },
              { id: 6, name: 'Rozpocznij', fromStatusId: 1, toStatusId: 2, toStatusName: 'W toku' },
            ],
          }),
        } as FakeRoutes,
      };
    };

    it('asks for groups and two different transitions from the status, and saves them', async () => {
      const { status, routes } = approvalRoutes();
      await openPage('/workflow-statuses/2/edit', routes);
      await userEvent.click(
        await screen.findByRole('checkbox', { name: /Tasks leave this status by an approval/ }),
      );
      await save();
      await screen.findByText('Select at least one group.');
      expect(screen.getAllByText('Select a transition from this status.')).toHaveLength(2);
      await userEvent.click(await screen.findByRole('checkbox', { name: 'Zarząd' }));
      const approved = screen.getByLabelText('Transition when approved');
      expect(within(approved).queryByRole('option', { name: /Rozpocznij/ })).toBeNull();
      await userEvent.selectOptions(approved, '4');
      await userEvent.selectOptions(screen.getByLabelText('Transition when rejected'), '5');
      await userEvent.selectOptions(screen.getByLabelText('Approval needs'), 'NUMBER');
      await save();
      await waitFor(() =>
        expect(status.getSaved()).toMatchObject({
          approval: {
            approverGroupIds: [7],
            quorum: 2,
            isAuthorExcluded: true,
            approvedTransitionId: 4,
            rejectedTransitionId: 5,
          },
        }),
      );
    });
  });

  it('confirms leaving with unsaved changes', async () => {
    const { currentAddress } = await openPage('/workflow-statuses/2/edit');
    await userEvent.type(await screen.findByLabelText('Status Name'), '!');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(currentAddress()).toBe('/workflow-statuses/2/edit');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(currentAddress()).toBe('/workflow-statuses'));
  });

  it('shows the status read-only and opens the list after a deletion', async () => {
    const { api, currentAddress } = await openPage('/workflow-statuses/2', {
      'DELETE /api/workflow-status/:id': () => ({ status: 204 }),
    });
    await screen.findByRole('heading', { name: 'Workflow Status' });
    await userEvent.click(screen.getByRole('button', { name: 'Delete Status' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Are you sure you want to delete this status?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Status' }));
    await waitFor(() => expect(currentAddress()).toBe('/workflow-statuses'));
    expect(getRequests(api, 'DELETE')[0]?.headers['if-match']).toBe('"3"');
  });

  it.each([
    ['/workflow-statuses/new', '/workflow-statuses'],
    ['/workflow-statuses/2/edit', '/workflow-statuses/2'],
    ['/workflow-statuses/x', '/workflow-statuses'],
  ])('redirects from %s to %s without the permission to manage the workflow', async (at, fallbackPath) => {
    const { currentAddress } = await openRemote(at, serverRoutes(), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe(fallbackPath));
  });
});
