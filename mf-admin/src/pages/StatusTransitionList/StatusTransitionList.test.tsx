import { type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';
import { transition, workflowRoutes } from '../StatusTransition/transitions.builders';

const transitions = [
  transition(1, 'Zgłoszenie', { targetGroupId: 1, targetGroupName: 'Helpdesk' }),
  transition(2, 'Rozpocznij', {
    fromStatusId: 1,
    fromStatusName: 'Nowe',
    toStatusId: 2,
    toStatusName: 'W toku',
  }),
  transition(3, 'Odrzuć', { isActive: false }),
];
const openPage = (routes: FakeRoutes = {}, held = transitions) =>
  openRemote(
    '/status-transitions',
    { ...workflowRoutes(held), ...routes },
    'hasBasePermission',
    'canManageWorkflow',
  );
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

afterEach(signOutForTest);

describe('/status-transitions (spec 2 §2)', () => {
  it('lists from, to, name, group and whether it is active', async () => {
    await openPage();
    const fromNothing = within(await rowOf('Zgłoszenie'));
    for (const text of ['Initial', 'Nowe', 'Helpdesk', 'Yes']) fromNothing.getByText(text);
    const between = within(await rowOf('Rozpocznij'));
    for (const text of ['Nowe', 'W toku', 'None', 'Yes']) between.getByText(text);
    for (const [name, address] of [
      ['View Rozpocznij', '/status-transitions/2'],
      ['Edit Rozpocznij', '/status-transitions/2/edit'],
    ] as const)
      expect(between.getByRole('link', { name }).getAttribute('href')).toBe(address);
  });

  it('dims the inactive ones, not by colour alone', async () => {
    await openPage();
    const row = await rowOf('Odrzuć');
    expect(row.dataset['dimmed']).toBe('true');
    within(row).getByText('No');
    expect((await rowOf('Rozpocznij')).dataset['dimmed']).toBe('false');
  });

  it('offers to create the first one where there is none', async () => {
    await openPage({}, []);
    expect((await screen.findByRole('link', { name: 'Create the first one' })).getAttribute('href')).toBe(
      '/status-transitions/new',
    );
  });

  it('says that loading failed and tries again', async () => {
    const { api } = await openPage({ 'GET /api/status-transitions': () => ({ status: 500 }) });
    await screen.findByText('Failed to load status transitions.');
    api.answer(workflowRoutes(transitions));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await rowOf('Rozpocznij');
  });

  it('asks by name before it deletes, says why not, and takes one that is gone for deleted', async () => {
    const { api } = await openPage({
      'DELETE /api/status-transitions/:id': () => problemAnswer(409, 'CONFLICT', 'Tego nie można usunąć.'),
    });
    await userEvent.click(
      within(await rowOf('Rozpocznij')).getByRole('button', { name: 'Delete Rozpocznij' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Delete Rozpocznij?' });
    const confirm = within(dialog).getByRole('button', { name: 'Delete Transition' });
    await userEvent.click(confirm);
    await within(dialog).findByText('Failed to delete transition. Tego nie można usunąć.');
    api.answer({ 'DELETE /api/status-transitions/:id': () => problemAnswer(404, 'NOT_FOUND') });
    await userEvent.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/status-transitions/2',
      '/api/status-transitions/2',
    ]);
  });

  it('offers nothing to change to who may only look', async () => {
    await openRemote('/status-transitions', workflowRoutes(transitions), 'hasBasePermission');
    const row = within(await rowOf('Rozpocznij'));
    row.getByRole('link', { name: 'View Rozpocznij' });
    for (const name of [/Edit/, /Delete/, /Add New/]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.queryByRole('link', { name })).toBeNull();
    }
  });

  it('sends who has no status yet there first, in the picture', async () => {
    await openPage({ 'GET /api/workflow-status': () => ({ body: [] }) }, []);
    const diagram = screen.queryByText('Diagram');
    if (diagram) await userEvent.click(diagram);
    expect((await screen.findByRole('link', { name: 'Create a status' })).getAttribute('href')).toBe(
      '/workflow-statuses/new',
    );
  });
});
