import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';
import { buildTransition, workflowRoutes } from '../StatusTransition/transitions.builders';

const transitions = [
  buildTransition(1, 'Zgłoszenie', { targetGroupId: 1, targetGroupName: 'Helpdesk' }),
  buildTransition(2, 'Rozpocznij', {
    fromStatusId: 1,
    fromStatusName: 'Nowe',
    toStatusId: 2,
    toStatusName: 'W toku',
  }),
  buildTransition(3, 'Odrzuć', { isActive: false }),
];
const openPage = (routes: FakeRoutes = {}, listed = transitions) =>
  openRemote(
    '/status-transitions',
    { ...workflowRoutes(listed), ...routes },
    'hasBasePermission',
    'canManageWorkflow',
  );
const findRow = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

afterEach(signOutForTest);

describe('/status-transitions (spec 2 §2)', () => {
  it('lists statuses, name, group, active badge and actions', async () => {
    await openPage();
    const initialRow = within(await findRow('Zgłoszenie'));
    for (const text of ['Initial', 'Nowe', 'Helpdesk', 'Yes']) initialRow.getByText(text);
    const row = within(await findRow('Rozpocznij'));
    for (const text of ['Nowe', 'W toku', 'None', 'Yes']) row.getByText(text);
    for (const [name, address] of [
      ['View Rozpocznij', '/status-transitions/2'],
      ['Edit Rozpocznij', '/status-transitions/2/edit'],
    ] as const)
      expect(row.getByRole('link', { name }).getAttribute('href')).toBe(address);
  });

  it('dims inactive transitions and labels them "No"', async () => {
    await openPage();
    const row = await findRow('Odrzuć');
    expect(row.dataset['dimmed']).toBe('true');
    within(row).getByText('No');
    expect((await findRow('Rozpocznij')).dataset['dimmed']).toBe('false');
  });

  it('offers to create the first transition when there is none', async () => {
    await openPage({}, []);
    expect((await screen.findByRole('link', { name: 'Create the first one' })).getAttribute('href')).toBe(
      '/status-transitions/new',
    );
  });

  it('shows an error with a retry when loading fails', async () => {
    const { api } = await openPage({ 'GET /api/status-transitions': () => ({ status: 500 }) });
    await screen.findByText('Failed to load status transitions.');
    api.respond(workflowRoutes(transitions));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await findRow('Rozpocznij');
  });

  it('confirms a deletion, shows the reason of a 409 and treats a 404 as deleted', async () => {
    const { api } = await openPage({
      'DELETE /api/status-transitions/:id': () => problemResponse(409, 'CONFLICT', 'Tego nie można usunąć.'),
    });
    await userEvent.click(
      within(await findRow('Rozpocznij')).getByRole('button', { name: 'Delete Rozpocznij' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Delete Rozpocznij?' });
    const confirm = within(dialog).getByRole('button', { name: 'Delete Transition' });
    await userEvent.click(confirm);
    await within(dialog).findByText('Failed to delete transition. Tego nie można usunąć.');
    api.respond({ 'DELETE /api/status-transitions/:id': () => problemResponse(404, 'NOT_FOUND') });
    await userEvent.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/status-transitions/2',
      '/api/status-transitions/2',
    ]);
  });

  it('hides the edit actions from callers who may not manage the workflow', async () => {
    await openRemote('/status-transitions', workflowRoutes(transitions), 'hasBasePermission');
    const row = within(await findRow('Rozpocznij'));
    row.getByRole('link', { name: 'View Rozpocznij' });
    for (const name of [/Edit/, /Delete/, /Add New/]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.queryByRole('link', { name })).toBeNull();
    }
  });

  it('offers to create a status in the diagram when there is none', async () => {
    await openPage({ 'GET /api/workflow-status': () => ({ body: [] }) }, []);
    const diagram = screen.queryByText('Diagram');
    if (diagram) await userEvent.click(diagram);
    expect((await screen.findByRole('link', { name: 'Create a status' })).getAttribute('href')).toBe(
      '/workflow-statuses/new',
    );
  });
});
