import type { TaskBoardColumn, TaskListItem, TransitionOption } from '@obieg/contracts';
import {
  type FakeRoutes,
  listKeys,
  pressKeys,
  problemResponse,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { respondWithTask, transition } from '../../task/test-support';
import { readOpenedList } from '../../task-list/opened-list';
import { task } from '../../task-list/test-support';
import { buildTask, mockPhone, openRemote } from '../../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('./TaskBoardPage'),
      import('./MoveDialog'),
      import('../../transitions/TransitionModal'),
    ]),
  60_000,
);
afterEach(() => {
  signOutForTest();
  vi.restoreAllMocks();
});

const column = (
  statusId: number,
  statusName: string,
  tasks: TaskListItem[],
  more: Partial<TaskBoardColumn> = {},
): TaskBoardColumn => ({
  statusId,
  statusName,
  statusType: statusId === 1 ? 'INITIAL' : 'INTERMEDIATE',
  tasks,
  total: tasks.length,
  nextCursor: null,
  ...more,
});
const first = task(100000000001);
const second = task(100000000002);
const twoColumns = [column(1, 'Nowe', [first, second]), column(2, 'W toku', [])];
const board = (columns: TaskBoardColumn[] = twoColumns, hasMoreStatuses = false): FakeRoutes => ({
  'GET /api/tasks/board': () => ({ body: { success: true, columns, hasMoreStatuses } }),
  'GET /api/task-views': () => ({ body: { success: true, views: [] } }),
});
const offer = (...transitions: TransitionOption[]): FakeRoutes => ({
  'GET /api/tasks/:id/transitions': () => ({ body: { success: true, transitions } }),
});
const start = transition({ transitionId: 5, toStatusId: 2 });
const open = (routes: FakeRoutes = board(), at = '/tasks/board') =>
  openRemote(at, routes, ['hasBasePermission']);
const columnOf = (name: RegExp) => screen.getByRole('region', { name });
const cardsOf = (name: RegExp) =>
  within(columnOf(name))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const chooseMove = async (title = 'Zadanie 100000000001') => {
  await userEvent.click(await screen.findByRole('button', { name: `Przenieś: ${title}` }));
};

describe('/tasks/board', () => {
  it('shows statuses as columns with counts, and links each card to its task', async () => {
    const { api } = await open(
      board([column(1, 'Nowe', [first], { total: 1_000, nextCursor: 'n' }), column(2, 'W toku', [])]),
    );
    const link = await screen.findByRole('link', { name: 'Zadanie 100000000001' });
    expect(link.getAttribute('href')).toBe('/task/100000000001');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Nowe1000+',
      'W toku0',
    ]);
    within(columnOf(/W toku/)).getByText('Brak zadań');
    const { query } = api.requests.find(({ path }) => path === '/api/tasks/board') ?? {};
    expect(query).toEqual({ assignedToMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' });
  });

  it('keeps the column of an opened card, for its next and previous task', async () => {
    const columns = [
      column(1, 'Nowe', [second, first], { total: 3, nextCursor: 'next' }),
      column(2, 'W toku', [task(100000000003)]),
    ];
    const { currentAddress } = await open(
      { ...board(columns), 'GET /api/tasks/:id': respondWithTask(buildTask()) },
      '/tasks/board?priorities=HIGH',
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Zadanie 100000000001' }));
    await waitFor(() => expect(currentAddress()).toBe('/task/100000000001'));
    expect(readOpenedList()).toEqual({
      ids: [100000000002, 100000000001],
      query: { statusIds: '1', priorities: 'HIGH' },
      nextCursor: 'next',
    });
  });

  it('loads further cards of a column from its cursor, with its status and the other filters', async () => {
    const columns = [column(1, 'Nowe', [first], { total: 3, nextCursor: 'next' }), column(2, 'W toku', [])];
    const { api } = await open(
      {
        ...board(columns),
        'GET /api/tasks': ({ query }) => ({
          body: {
            success: true,
            message: '',
            // The first task has moved between the requests.
            tasks: query['cursor'] === 'next' ? [first, second] : [task(100000000003)],
            total: 3,
            nextCursor: query['cursor'] === 'next' ? 'last' : null,
          },
        }),
      },
      '/tasks/board?statusTypes=INITIAL,INTERMEDIATE&priorities=HIGH',
    );
    await screen.findByText('Zadanie 100000000001');
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Zadanie 100000000002');
    expect(cardsOf(/Nowe/)).toEqual(['Zadanie 100000000001', 'Zadanie 100000000002']);
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Zadanie 100000000003');
    const queries = api.requests.filter(({ path }) => path === '/api/tasks').map(({ query }) => query);
    expect(queries[0]).toEqual({ statusIds: '1', priorities: 'HIGH', cursor: 'next', limit: '200' });
    expect(queries.at(-1)).toMatchObject({ cursor: 'last' });
    expect(screen.queryByRole('button', { name: 'Pokaż więcej' })).toBeNull();
  });

  it('asks before the chosen transition takes the task from the user', async () => {
    const full = buildTask({ publicTaskId: 100000000001 });
    const { api } = await open({
      ...board(),
      ...offer({ ...start, sightChange: 'LOST' }),
      'GET /api/tasks/:id': respondWithTask(full),
      'GET /api/tasks/:id/readers': () => problemResponse(400, 'BAD_REQUEST', 'Nie teraz.'),
      'POST /api/tasks/:id/transition': () => ({ body: { success: true, message: '', task: full } }),
    });
    const countRuns = (): number => api.requests.filter(({ path }) => path.endsWith('/transition')).length;
    await chooseMove();
    const choice = within(await screen.findByRole('dialog', { name: /^Przenieś/ }));
    await waitFor(() =>
      expect(document.activeElement).toBe(choice.getByRole('button', { name: 'Rozpocznij' })),
    );
    await userEvent.click(choice.getByRole('button', { name: 'Rozpocznij' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Wykonaj przejście' }));
    await screen.findByRole('dialog', { name: 'Odebrać sobie dostęp do zadania?' });
    expect(countRuns()).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Zmień i strać dostęp' }));
    await waitFor(() => expect(countRuns()).toBe(1));
  });

  it('runs the chosen transition and shows the card in its new column', async () => {
    let isMoved = false;
    const { api } = await open({
      ...board(),
      'GET /api/tasks/board': () => ({
        body: {
          success: true,
          columns: isMoved ? [column(1, 'Nowe', [second]), column(2, 'W toku', [first])] : twoColumns,
          hasMoreStatuses: false,
        },
      }),
      ...offer(start),
      'POST /api/tasks/:id/transition': () => {
        isMoved = true;
        return { body: { success: true, message: '', task: buildTask() } };
      },
    });
    await chooseMove();
    const dialog = await screen.findByRole('dialog', { name: 'Przenieś: Zadanie 100000000001' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rozpocznij' }));
    await waitFor(() => expect(cardsOf(/W toku/)).toEqual(['Zadanie 100000000001']));
    expect(cardsOf(/Nowe/)).toEqual(['Zadanie 100000000002']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/tasks/100000000001/transition',
      body: { transitionId: 5 },
    });
  });

  it('asks for the data that a transition needs', async () => {
    const parameter = {
      parameterId: 3,
      displayName: 'Uwagi',
      parameterType: 'TEXT' as const,
      isMandatory: true,
      defaultValue: null,
      dictionaryValues: [],
    };
    const full = buildTask({ publicTaskId: 100000000001 });
    const { api } = await open({
      ...board(),
      ...offer({ ...start, requiredParameters: [parameter] }),
      'GET /api/tasks/:id': respondWithTask(full),
      'POST /api/tasks/:id/transition': () => ({ body: { success: true, message: '', task: full } }),
    });
    await chooseMove();
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Uwagi' }), 'Zaczynam');
    await userEvent.click(screen.getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      transitionId: 5,
      workflowParameters: { 3: 'Zaczynam' },
    });
  });

  it('names an open subtask before a transition finishes its parent, and runs at once without one', async () => {
    const full = buildTask({ publicTaskId: 100000000001, statusType: 'INITIAL' });
    const subtask = { ...first, publicTaskId: 100000000009, title: 'Kupić toner', dueAt: null };
    const link = {
      linkId: 1,
      relation: 'PARENT_OF' as const,
      task: { ...subtask, assigneeName: null, assigneeAddressHint: null },
    };
    const { api } = await open({
      ...board(),
      ...offer(transition({ transitionName: 'Zakończ', toStatusType: 'FINAL' })),
      'GET /api/tasks/:id': respondWithTask(full, { links: [link] }),
      'POST /api/tasks/:id/transition': () => ({ body: { success: true, message: '', task: full } }),
    });
    const countPosts = () => api.requests.filter(({ method }) => method === 'POST').length;
    const finish = async () => {
      await chooseMove();
      await userEvent.click(await screen.findByRole('button', { name: 'Zakończ' }));
    };
    await finish();
    await screen.findByText(/^Kupić toner #100000000009/);
    expect(countPosts()).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(countPosts()).toBe(1);
    api.respond({ 'GET /api/tasks/:id': respondWithTask(full) });
    await finish();
    await waitFor(() => expect(countPosts()).toBe(2));
  });

  it('shows why a transition may not be run', async () => {
    await open({
      ...board(),
      ...offer({
        ...start,
        canExecute: false,
        reasons: ['EXECUTOR_GROUP_REQUIRED'],
        executorGroupNames: ['Kadry'],
      }),
    });
    await chooseMove();
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('W toku · To przejście wykonują członkowie grupy Kadry.');
    const button = within(dialog).getByRole('button', { name: 'Rozpocznij' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('shows statuses that the filters hide while a card that can move there is lifted by keyboard', async () => {
    await open({
      ...board(),
      ...offer(
        start,
        transition({ transitionId: 6, toStatusId: 3, toStatusName: 'Zamknięte', toStatusType: 'FINAL' }),
        transition({ transitionId: 7, toStatusId: 4, toStatusName: 'Odrzucone', canExecute: false }),
      ),
    });
    const handle = await screen.findByRole('button', { name: 'Przenieś: Zadanie 100000000001' });
    expect(screen.queryByRole('list', { name: 'Statusy ukryte przez filtry' })).toBeNull();
    fireEvent.keyDown(handle, { code: 'Space' });
    const edge = await screen.findByRole('list', { name: 'Statusy ukryte przez filtry' });
    expect(
      within(edge)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Zamknięte']);
    fireEvent.keyDown(handle, { code: 'Escape' });
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Statusy ukryte przez filtry' })).toBeNull(),
    );
  });

  it('shows hidden statuses behind the dialog of a card, and runs a transition to one', async () => {
    const { api } = await open({
      ...board(),
      ...offer(
        transition({
          transitionId: 6,
          transitionName: 'Zakończ',
          toStatusId: 3,
          toStatusName: 'Zamknięte',
          toStatusType: 'FINAL',
        }),
      ),
      'GET /api/tasks/:id': respondWithTask(buildTask()),
      'POST /api/tasks/:id/transition': () => ({
        body: { success: true, message: '', task: buildTask() },
      }),
    });
    await chooseMove();
    const dialog = await screen.findByRole('dialog');
    screen.getByRole('list', { name: 'Statusy ukryte przez filtry', hidden: true });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Zakończ' }));
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ transitionId: 6 }),
    );
  });

  describe('after a move through the dialog', () => {
    const finish = transition({ transitionId: 6, transitionName: 'Zakończ', toStatusId: 3 });
    const returnTask = () => ({ body: { success: true, message: '', task: buildTask() } });
    const moved = (before: TaskBoardColumn[], after: TaskBoardColumn[]): FakeRoutes => {
      let columns = before;
      return {
        ...board(),
        'GET /api/tasks/board': () => ({ body: { success: true, columns, hasMoreStatuses: false } }),
        'POST /api/tasks/:id/transition': () => {
          columns = after;
          return returnTask();
        },
      };
    };
    const run = async (name: string) =>
      userEvent.click(await screen.findByRole('button', { name, hidden: false }));
    const expectFocus = (role: string, name: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));

    it('focuses the neighbor of a card that left the board', async () => {
      await open({
        ...moved(twoColumns, [column(1, 'Nowe', [second]), column(2, 'W toku', [])]),
        ...offer(finish),
      });
      await chooseMove();
      await run('Zakończ');
      await waitFor(() => expect(cardsOf(/Nowe/)).toEqual(['Zadanie 100000000002']));
      await expectFocus('button', 'Przenieś: Zadanie 100000000002');
    });

    it('focuses the heading of a column that is empty now', async () => {
      const others = [column(2, 'W toku', [second])];
      await open({
        ...moved([column(1, 'Nowe', [first]), ...others], [column(1, 'Nowe', []), ...others]),
        ...offer(finish),
      });
      await chooseMove();
      await run('Zakończ');
      await waitFor(() => expect(cardsOf(/Nowe/)).toEqual([]));
      await expectFocus('heading', 'Nowe 0');
    });

    it('focuses the neighbor after a transition that asks for data', async () => {
      const parameter = {
        parameterId: 3,
        displayName: 'Uwagi',
        parameterType: 'TEXT' as const,
        isMandatory: false,
        defaultValue: null,
        dictionaryValues: [],
      };
      await open({
        ...moved(twoColumns, [column(1, 'Nowe', [second]), column(2, 'W toku', [])]),
        ...offer({ ...finish, requiredParameters: [parameter] }),
        'GET /api/tasks/:id': respondWithTask(buildTask({ publicTaskId: 100000000001 })),
      });
      await chooseMove();
      await run('Zakończ');
      await run('Wykonaj przejście');
      await waitFor(() => expect(cardsOf(/Nowe/)).toEqual(['Zadanie 100000000002']));
      await expectFocus('button', 'Przenieś: Zadanie 100000000002');
    });

    it('focuses the card in its new column', async () => {
      await open({
        ...moved(twoColumns, [column(1, 'Nowe', [second]), column(2, 'W toku', [first])]),
        ...offer(start),
      });
      await chooseMove();
      await run('Rozpocznij');
      await waitFor(() => expect(cardsOf(/W toku/)).toEqual(['Zadanie 100000000001']));
      await expectFocus('button', 'Przenieś: Zadanie 100000000001');
    });
  });

  it('shows the path of an assigned group whose name another group has', async () => {
    const assignee = { assignedGroupName: 'Kierownicy', assignedGroupPath: 'Sprzedaż / Kierownicy' };
    await open(board([column(1, 'Nowe', [task(100000000001, assignee)])]));
    await screen.findByText('Sprzedaż / Kierownicy');
  });

  it('marks cards with unread news', async () => {
    await open(board([column(1, 'Nowe', [task(100000000001, { hasUnread: true }), second])]));
    await screen.findByRole('link', { name: 'Nieprzeczytane powiadomienia: Zadanie 100000000001' });
    screen.getByRole('link', { name: 'Zadanie 100000000002' });
  });

  it('moves between the cards of all columns with j and k, and to the search with /', async () => {
    await open(board([column(1, 'Nowe', [first]), column(2, 'W toku', [second])]));
    await screen.findByRole('link', { name: 'Zadanie 100000000001' });
    const focusedText = () => document.activeElement?.textContent;
    pressKeys('j');
    expect(focusedText()).toBe('Zadanie 100000000001');
    pressKeys('j');
    pressKeys('j');
    expect(focusedText()).toBe('Zadanie 100000000002');
    pressKeys('k');
    expect(focusedText()).toBe('Zadanie 100000000001');
    pressKeys('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Szukaj zadań' }));
    expect(listKeys()).toEqual(['/', 'Enter', 'Spacja', 'j', 'k', 'm', '←/→']);
  });

  it('offers the transitions of the card with the focus with m', async () => {
    await open({ ...board(), ...offer(start) });
    await screen.findByRole('link', { name: 'Zadanie 100000000001' });
    pressKeys('j');
    pressKeys('m');
    await screen.findByRole('dialog', { name: 'Przenieś: Zadanie 100000000001' });
  });

  it('says that no transition leads from a status', async () => {
    await open({ ...board(), ...offer() });
    await chooseMove();
    await screen.findByText('Nie przeniesiono „Zadanie 100000000001”. Żadne przejście nie prowadzi z Nowe.');
  });

  it('returns the card and shows the reason if another user was faster', async () => {
    const { api } = await open({
      ...board(),
      ...offer(start),
      'POST /api/tasks/:id/transition': () => problemResponse(409, 'STATUS_MOVED_ON', 'Status się zmienił.'),
    });
    const countBoards = () => api.requests.filter(({ path }) => path === '/api/tasks/board').length;
    await chooseMove();
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    await screen.findByText('Nie przeniesiono „Zadanie 100000000001”. Status się zmienił.');
    expect(cardsOf(/Nowe/)).toEqual(['Zadanie 100000000001', 'Zadanie 100000000002']);
    expect(countBoards()).toBeGreaterThan(1);
  });

  it('moves a card after a live change', async () => {
    const { api } = await open();
    await screen.findByText('Zadanie 100000000001');
    api.respond(board([column(1, 'Nowe', [second]), column(2, 'W toku', [first])]));
    await act(() => api.emitChange());
    await waitFor(() => expect(cardsOf(/W toku/)).toEqual(['Zadanie 100000000001']));
  });

  it('shows one column at a time on a phone', async () => {
    mockPhone();
    await open();
    const select = await screen.findByRole('combobox', { name: 'Kolumna' });
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nowe (2)', 'W toku (0)']);
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    await userEvent.selectOptions(select, 'W toku (0)');
    within(columnOf(/W toku/)).getByText('Brak zadań');
  });

  it('opens on a phone with the first column that has cards, and stays there when they are gone', async () => {
    mockPhone();
    const { api } = await open(board([column(1, 'Nowe', []), column(2, 'W toku', [first])]));
    await screen.findByRole('link', { name: 'Zadanie 100000000001' });
    columnOf(/W toku/);
    api.respond(board([column(1, 'Nowe', [first]), column(2, 'W toku', [])]));
    await act(() => api.emitChange());
    await waitFor(() => expect(cardsOf(/W toku/)).toEqual([]));
  });

  it('shows a failure with a retry, and a board without columns', async () => {
    const { api } = await open({
      ...board(),
      'GET /api/tasks/board': () => problemResponse(500, 'INTERNAL_ERROR', 'baza nie odpowiada'),
    });
    await screen.findByText('Nie udało się pobrać tablicy.');
    api.respond(board([]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Żaden status nie pasuje do wybranych filtrów.');
  });

  it('switches to the list with the same filters', async () => {
    const { currentAddress } = await open(board(), '/tasks/board?priorities=HIGH&search=szlaban');
    await userEvent.click(await screen.findByRole('radio', { name: 'Lista' }));
    await waitFor(() => expect(currentAddress()).toBe('/tasks?priorities=HIGH&search=szlaban'));
  });
});
