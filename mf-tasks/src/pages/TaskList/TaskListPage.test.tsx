import { storageKeys, type TaskListItem } from '@obieg/contracts';
import { type FakeApi, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRemote } from '../../test-support';

const task = (publicTaskId: number, more: Partial<TaskListItem> = {}): TaskListItem => ({
  publicTaskId,
  title: `Zadanie ${publicTaskId}`,
  description: null,
  statusName: 'Nowe',
  statusType: 'INITIAL',
  organizationName: 'Acme Logistyka',
  priority: 'HIGH',
  createdBy: 'jan@poczta.test',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUpdatedAt: '2026-11-21T10:00:00.000Z',
  assignedUserId: null,
  assignedUserName: null,
  assignedUserEmail: null,
  assignedGroupId: null,
  assignedGroupName: null,
  needsEmailVerification: false,
  ...more,
});
const list = (tasks: TaskListItem[], more: { total?: number; nextCursor?: string | null } = {}) => ({
  'GET /api/tasks': () => ({
    body: { success: true, message: '', tasks, total: tasks.length, nextCursor: null, ...more },
  }),
});
const queriesOf = ({ requests }: FakeApi) =>
  requests.filter(({ path }) => path === '/api/tasks').map(({ query }) => query);
const open = (routes: Parameters<typeof openRemote>[1]) =>
  openRemote('/tasks', routes, ['hasBasePermission']);

// Without layout a row has no height, and one could not tell which are in sight.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(10));
afterEach(() => {
  vi.restoreAllMocks();
  signOutForTest();
});

describe('/tasks (spec 3 §2)', () => {
  it('marks those whose author has not confirmed the address', async () => {
    await open(list([task(100000000001), task(100000000002, { needsEmailVerification: true })]));
    const mark = await screen.findByText('Adres e-mail zgłaszającego nie został jeszcze potwierdzony.');
    expect(mark.closest('tr')?.textContent).toContain('100000000002');
    expect(screen.getAllByText(/potwierdzony/)).toHaveLength(1);
  });

  it('lists tasks with all columns; a row leads to its task', async () => {
    await open(list([task(100000000001, { assignedGroupName: 'Helpdesk', description: 'Opis zadania' })]));
    const link = await screen.findByRole('link', { name: /Zadanie 100000000001/ });
    expect(link.getAttribute('href')).toBe('/task/100000000001');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Tytuł',
      'Status',
      'Priorytet',
      'Przypisanie',
      'Utworzone przez',
      'Data utworzenia',
      'Ostatnia aktualizacja',
    ]);
    for (const text of ['Opis zadania', 'Nowe', 'Wysoki', 'Helpdesk', 'jan@poczta.test', '20.11.2026']) {
      screen.getByText(text);
    }
  });

  it('starts with my open tasks, asks anew for other filters and remembers them', async () => {
    const { api, unmount } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    const lastQuery = () => api.requests.filter(({ path }) => path === '/api/tasks').at(-1)?.query;
    expect(lastQuery()).toEqual({ assignedToMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Przypisane do mnie' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
    await waitFor(() => expect(lastQuery()).toEqual({ statusTypes: 'INITIAL,INTERMEDIATE,FINAL' }));
    expect(JSON.parse(localStorage.getItem(storageKeys.taskListFilters) ?? '')).toEqual({
      assignedToMe: false,
      statusTypes: ['INITIAL', 'INTERMEDIATE', 'FINAL'],
    });
    unmount();
    await open(list([]));
    const mine = (await screen.findByRole('checkbox', { name: 'Przypisane do mnie' })) as HTMLInputElement;
    expect(mine.checked).toBe(false);
  });

  describe('opened by a link with filters', () => {
    const openLink = (query: string) =>
      openRemote(`/tasks?${query}`, list([task(100000000001)]), ['hasBasePermission']);
    const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;

    it('shows what it asks for, and leaves what was kept alone', async () => {
      const kept = JSON.stringify({ assignedToMe: false, statusTypes: ['FINAL'] });
      localStorage.setItem(storageKeys.taskListFilters, kept);
      const { api } = await openLink(
        'assignedToMyGroups=true&statusTypes=INITIAL,INTERMEDIATE&sortBy=priority&sortDirection=asc',
      );
      await screen.findByText('Zadanie 100000000001');
      expect(queriesOf(api)).toEqual([
        {
          assignedToMyGroups: 'true',
          statusTypes: 'INITIAL,INTERMEDIATE',
          sortBy: 'priority',
          sortDirection: 'asc',
        },
      ]);
      const names = ['Przypisane do mnie', 'Zadania moich grup', 'Początkowy', 'Pośredni', 'Końcowy'];
      expect(names.map(isChecked)).toEqual([false, true, true, true, false]);
      expect(localStorage.getItem(storageKeys.taskListFilters)).toBe(kept);
    });

    it('narrows nothing that it does not name, and takes nothing it does not know', async () => {
      const { api } = await openLink('statusTypes=FINAL,NONSENSE&priorities=LOW,URGENT&sortBy=nonsense');
      await screen.findByText('Zadanie 100000000001');
      expect(queriesOf(api)).toEqual([{ statusTypes: 'FINAL', priorities: 'LOW' }]);
    });

    it('is the person’s own once something is changed; the search stays in the address', async () => {
      const { api, currentAddress } = await openLink('assignedToMyGroups=true&search=szlaban');
      await screen.findByText('Zadanie 100000000001');
      await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
      await waitFor(() => expect(currentAddress()).toBe('/tasks?search=szlaban'));
      expect(queriesOf(api).at(-1)).toEqual({
        assignedToMyGroups: 'true',
        statusTypes: 'FINAL',
        search: 'szlaban',
      });
      expect(JSON.parse(localStorage.getItem(storageKeys.taskListFilters) ?? '')).toEqual({
        assignedToMe: false,
        assignedToMyGroups: true,
        statusTypes: ['FINAL'],
      });
    });
  });

  it('narrows to some priorities, counts that among the filters, and remembers it', async () => {
    const { api, unmount } = await open(list([task(100000000001)]));
    await userEvent.click(await screen.findByRole('button', { name: 'Priorytet', expanded: false }));
    // From the most urgent on, whichever is chosen first.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Wysoki' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Najwyższy' }));
    await waitFor(() => expect(queriesOf(api).at(-1)?.['priorities']).toBe('HIGHEST,HIGH'));
    screen.getByRole('button', { name: 'Priorytet wybrane: 2' });
    screen.getByRole('button', { name: 'Więcej filtrów wybrane: 1' });
    expect(JSON.parse(localStorage.getItem(storageKeys.taskListFilters) ?? '')).toEqual({
      assignedToMe: true,
      statusTypes: ['INITIAL', 'INTERMEDIATE'],
      priorities: ['HIGHEST', 'HIGH'],
    });
    unmount();
    const again = await open(list([]));
    await screen.findByText('Żadne zadanie w wybranych filtrach nie ma tego priorytetu.');
    expect(queriesOf(again.api)[0]?.['priorities']).toBe('HIGHEST,HIGH');
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż wszystkie' }));
    await waitFor(() => expect(queriesOf(again.api).at(-1)).toEqual({ statusTypes: 'INITIAL,INTERMEDIATE' }));
  });

  it('folds on a phone what the specification does not name, and says how many of it narrow the list', async () => {
    await open(list([task(100000000001)]));
    const fold = await screen.findByRole('button', { name: 'Więcej filtrów' });
    const folded = document.getElementById(fold.getAttribute('aria-controls') ?? '') as HTMLElement;
    expect(within(folded).getAllByRole('checkbox')).toHaveLength(1);
    within(folded).getByRole('button', { name: 'Priorytet', expanded: false });
    within(folded).getByRole('combobox', { name: 'Sortuj według' });
    const inSight = ['Przypisane do mnie', 'Początkowy', 'Pośredni', 'Końcowy'].map((name) =>
      screen.getByRole('checkbox', { name }),
    );
    for (const filter of [screen.getByRole('searchbox'), ...inSight])
      expect(folded.contains(filter)).toBe(false);
    const state = () => [fold.getAttribute('aria-expanded'), folded.dataset['open']];
    expect(state()).toEqual(['false', 'false']);
    await userEvent.click(fold);
    expect(state()).toEqual(['true', 'true']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Zadania moich grup' }));
    expect(fold.textContent).toBe('Więcej filtrówwybrane:1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Przypisane do mnie' }));
    expect(fold.textContent).toBe('Więcej filtrów');
    await userEvent.click(fold);
    expect(state()).toEqual(['false', 'false']);
  });

  it('shows what is mine or my groups’, never asks for both at once', async () => {
    const { api, unmount } = await open(list([]));
    await screen.findByText('Brak zadań');
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(box('Zadania moich grup'));
    await screen.findByText('Żadne zadanie z wybranych statusów nie jest przypisane do Twoich grup.');
    expect(queriesOf(api).at(-1)).toEqual({
      assignedToMyGroups: 'true',
      statusTypes: 'INITIAL,INTERMEDIATE',
    });
    expect(box('Przypisane do mnie').checked).toBe(false);
    unmount();
    await open(list([]));
    await screen.findByText('Brak zadań');
    expect(box('Zadania moich grup').checked).toBe(true);
    await userEvent.click(box('Przypisane do mnie'));
    expect(box('Zadania moich grup').checked).toBe(false);
    await userEvent.click(box('Zadania moich grup'));
    await userEvent.click(await screen.findByRole('button', { name: 'Pokaż wszystkie' }));
    await waitFor(() => expect(box('Zadania moich grup').checked).toBe(false));
    expect(box('Przypisane do mnie').checked).toBe(false);
  });

  it.each(['no json', '{"statusTypes":"FINAL"}', 'null'])('ignores %s in the storage', async (stored) => {
    localStorage.setItem(storageKeys.taskListFilters, stored);
    const { api } = await open(list([]));
    await screen.findByText('Brak zadań');
    expect(api.requests.find(({ path }) => path === '/api/tasks')?.query).toEqual({
      assignedToMe: 'true',
      statusTypes: 'INITIAL,INTERMEDIATE',
    });
  });

  it('loads further pages as one reads on, and repeats nothing', async () => {
    const later = Array.from({ length: 40 }, (_, index) => task(100000000001 + index));
    const { api } = await open({
      'GET /api/tasks': ({ query }) => ({
        body: {
          success: true,
          message: '',
          tasks: query['cursor'] === 'next' ? later : [task(100000000001)],
          total: 40,
          nextCursor: query['cursor'] === 'next' ? null : 'next',
        },
      }),
    });
    await screen.findByText('Zadanie 100000000040');
    screen.getByText('40 z 40');
    expect(screen.getAllByText('Zadanie 100000000001')).toHaveLength(1);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('41');
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual(
      Array.from({ length: 41 }, (_, index) => String(index + 1)),
    );
    expect(queriesOf(api).map(({ cursor }) => cursor)).toEqual([undefined, 'next']);
  });

  it('keeps what is there when a further page fails, and goes on from it', async () => {
    const { api } = await open({
      'GET /api/tasks': ({ query }) =>
        query['cursor']
          ? problemAnswer(500, 'INTERNAL_ERROR', 'baza nie odpowiada')
          : { body: { success: true, message: '', tasks: [task(100000000001)], total: 2, nextCursor: 'n' } },
    });
    await screen.findByText('Błąd podczas ładowania zadań: baza nie odpowiada');
    screen.getByText('Zadanie 100000000001');
    api.answer(list([task(100000000002)], { total: 2 }));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    const link = await screen.findByRole('link', { name: 'Zadanie 100000000002' });
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('starts again when the server takes a cursor no more', async () => {
    let isUpdated = false;
    const { api } = await open({
      'GET /api/tasks': ({ query }) => {
        if (query['cursor'] === 'old') {
          isUpdated = true;
          return problemAnswer(400, 'BAD_REQUEST', 'The cursor is not valid.');
        }
        const tasks = [task(isUpdated ? 100000000002 : 100000000001)];
        const nextCursor = isUpdated ? null : 'old';
        return { body: { success: true, message: '', tasks, total: 2, nextCursor } };
      },
    });
    await screen.findByText('Zadanie 100000000002');
    expect(screen.queryByText('Zadanie 100000000001')).toBeNull();
    expect(queriesOf(api).map(({ cursor }) => cursor)).toEqual([undefined, 'old', undefined]);
  });

  it('sorts by every column, says so, and remembers it', async () => {
    const { api, unmount } = await open(list([task(100000000001)]));
    const heads = await screen.findAllByRole('columnheader');
    expect(heads.map((head) => within(head).getByRole('button').textContent)).toHaveLength(8);
    const orderOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');
    expect(orderOf('Data utworzenia')).toBe('descending');
    const sortBy = async (name: string) => {
      await userEvent.click(within(screen.getByRole('columnheader', { name })).getByRole('button'));
      await waitFor(() => expect(queriesOf(api).at(-1)?.['sortBy']).toBeDefined());
      const { sortBy, sortDirection } = queriesOf(api).at(-1) ?? {};
      return [sortBy, sortDirection, orderOf(name)];
    };
    expect(await sortBy('Tytuł')).toEqual(['title', 'asc', 'ascending']);
    await waitFor(async () => expect(await sortBy('Priorytet')).toEqual(['priority', 'desc', 'descending']));
    unmount();
    const again = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    expect(queriesOf(again.api)[0]).toMatchObject({ sortBy: 'priority', sortDirection: 'desc' });
  });

  it('searches as one types, once a word, keeps it in the address, and Escape clears it', async () => {
    const { api, currentAddress } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    const field = screen.getByRole('searchbox', { name: 'Szukaj zadań' });
    api.answer(list([task(100000000002), task(100000000003)]));
    await userEvent.type(field, ' łącze ');
    await screen.findByText('Zadanie 100000000003');
    expect(queriesOf(api).map(({ search }) => search)).toEqual([undefined, 'łącze']);
    expect(currentAddress()).toBe(`/tasks?search=${encodeURIComponent('łącze')}`);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('2 zadania');
    expect(screen.getByText('Zadanie 100000000003')).toBeTruthy();
    await userEvent.type(field, '{Escape}');
    await waitFor(() => expect(currentAddress()).toBe('/tasks'));
    expect((field as HTMLInputElement).value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  it('starts from a search in the address, and offers to look everywhere when it finds nothing', async () => {
    const { api } = await openRemote('/tasks?search=szlaban', list([]), ['hasBasePermission']);
    await screen.findByText('Żadne zadanie w wybranych filtrach nie zawiera „szlaban”.');
    api.answer(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Szukaj we wszystkich zadaniach' }));
    await screen.findByText('Zadanie 100000000001');
    expect(queriesOf(api).at(-1)).toEqual({
      search: 'szlaban',
      statusTypes: 'INITIAL,INTERMEDIATE,FINAL',
    });
  });

  it('waits in its field for another word when a search in vain is taken back', async () => {
    await openRemote('/tasks?search=szlaban', list([]), ['hasBasePermission']);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Przypisane do mnie' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
    await screen.findByText('Żadne zadanie nie zawiera „szlaban”.');
    const empty = within(screen.getByRole('region', { name: 'Wyniki' }));
    await userEvent.click(empty.getByRole('button', { name: 'Wyczyść wyszukiwanie' }));
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Szukaj zadań' });
    expect([field.value, document.activeElement]).toEqual(['', field]);
  });

  it('keeps the list beside the message when reading it anew fails, and tries again', async () => {
    const { api } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    api.answer({ 'GET /api/tasks': () => problemAnswer(503, 'UNAVAILABLE', 'baza nie odpowiada') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Zadanie 100000000001');
    api.answer(list([task(100000000002)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000002');
    expect(screen.queryByText('Nie udało się pobrać listy zadań.')).toBeNull();
  });

  it('leads from nothing of mine to everything', async () => {
    const { api } = await open(list([]));
    await screen.findByText('Brak zadań');
    api.answer(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż wszystkie' }));
    await screen.findByText('Zadanie 100000000001');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Wyniki' }));
  });

  it('says why it failed, and tries again', async () => {
    const { api } = await open({
      'GET /api/tasks': () => problemAnswer(500, 'INTERNAL', 'baza nie odpowiada'),
    });
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Błąd podczas ładowania zadań: baza nie odpowiada');
    api.answer(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000001');
  });

  it('says why an answer of success brings none', async () => {
    const { api } = await open({
      'GET /api/tasks': () => ({ body: { success: false, message: 'Lista odpoczywa.' } }),
    });
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Błąd podczas ładowania zadań: Lista odpoczywa.');
    api.answer(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000001');
    api.answer({ 'GET /api/tasks': () => ({ body: { success: false, message: '' } }) });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Zadanie 100000000001');
  });

  it.each([{ success: false }, { success: true, message: '' }, { success: true, tasks: null }])(
    'says that there is no list in %j',
    async (body) => {
      await open({ 'GET /api/tasks': () => ({ body }) });
      await screen.findByText('Nie udało się pobrać listy zadań.');
      expect(screen.queryByText(/^Błąd podczas ładowania zadań/)).toBeNull();
      screen.getByRole('button', { name: 'Spróbuj ponownie' });
    },
  );

  it('says in the language of the screen that a service is away or one asks too much', async () => {
    const { api } = await open({
      'GET /api/tasks': () => problemAnswer(429, 'TOO_MANY_REQUESTS', 'Too many requests.'),
    });
    await screen.findByText('Błąd podczas ładowania zadań: Za dużo zapytań. Odczekaj chwilę.');
    api.answer({ 'GET /api/tasks': () => problemAnswer(504, 'GATEWAY_TIMEOUT', 'It took too long.') });
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText(/Usługa jest chwilowo niedostępna/, undefined, { timeout: 20_000 });
  }, 30_000);
});
