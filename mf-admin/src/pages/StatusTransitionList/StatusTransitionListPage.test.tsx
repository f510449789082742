import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildTransition, workflowRoutes } from '../../api/transitions.builders';
import { openRemote } from '../../test-support';

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

afterEach(() => {
  vi.restoreAllMocks();
  signOutForTest();
});

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

  it('groups transitions by from-status, each with a link to add one', async () => {
    await openPage();
    await findRow('Rozpocznij');
    expect(
      screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ')),
    ).toEqual(['Initial2 transitions', 'Nowe1 transition']);
    expect(screen.getByRole('link', { name: 'New transition from Nowe' }).getAttribute('href')).toBe(
      '/status-transitions/new?from=1',
    );
  });

  it('says who may run a transition, when, and what it asks for, and marks what is inactive', async () => {
    await openPage({}, [
      buildTransition(4, 'Kup', {
        executorGroupIds: [1, 2],
        parameterConditions: [
          { id: 1, parameterId: 2, conditionType: 'EQUALS', conditionValue: 'true' },
          { id: 2, parameterId: 1, conditionType: 'NOT_EQUALS', conditionValue: 'Maszyna do pisania' },
        ],
        requiredParameters: [{ id: 3, parameterId: 4, isMandatory: true, defaultValue: null }],
      }),
    ]);
    const row = within(await findRow('Kup'));
    await row.findByText('only Helpdesk, Kadry');
    row.getByText('when “Pilne?” equals “Tak”, “Sprzęt” does not equal “Maszyna do pisania (retired)”');
    row.getByText('asks for Koszt (inactive)');
  });

  it('searches all words of a transition, filters, and offers all again', async () => {
    await openPage();
    await findRow('Rozpocznij');
    await userEvent.type(screen.getByLabelText('Search transitions'), 'toku NOWE{Enter}');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Zgłoszenie' })).toBeNull());
    await findRow('Rozpocznij');
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Only inactive');
    await screen.findByText('No transition matches.');
    await userEvent.click(screen.getByRole('button', { name: 'Show all transitions' }));
    await findRow('Odrzuć');
    await userEvent.selectOptions(screen.getByLabelText('Group'), 'Helpdesk');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Rozpocznij' })).toBeNull());
    await findRow('Zgłoszenie');
  });

  it('sorts the transitions of each group by a column', async () => {
    await openPage();
    await findRow('Zgłoszenie');
    const getNames = () =>
      screen.getAllByRole('link', { name: /^(Zgłoszenie|Odrzuć)$/ }).map(({ textContent }) => textContent);
    expect(getNames()).toEqual(['Zgłoszenie', 'Odrzuć']);
    await userEvent.click(screen.getByRole('button', { name: 'Transition Name' }));
    expect(getNames()).toEqual(['Odrzuć', 'Zgłoszenie']);
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
    // The diagram would wait for the transitions.
    expect(screen.queryByRole('region', { name: 'Diagram' })).toBeNull();
    expect(screen.queryByText('Diagram')).toBeNull();
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

  it('remembers in this browser that the diagram is hidden', async () => {
    const isMatch = (query: string) =>
      query.startsWith('(min-width') && Number(query.match(/\d+/)?.[0]) <= 1280;
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: isMatch(query),
          media: query,
        }) as unknown as MediaQueryList,
    );
    const { unmount } = await openPage();
    const hide = () => screen.findByRole('button', { name: 'Hide diagram' });
    await screen.findByRole('region', { name: 'Diagram' });
    await userEvent.click(await hide());
    expect(screen.queryByRole('region', { name: 'Diagram' })).toBeNull();
    unmount();
    await openPage();
    expect((await hide()).getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('region', { name: 'Diagram' })).toBeNull();
    await userEvent.click(await hide());
    await screen.findByRole('region', { name: 'Diagram' });
    expect(localStorage.getItem('obieg_diagram_hidden')).toBeNull();
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
