import { problemResponse } from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { list, mockRowHeight, open, queriesOf, task } from '../../task-list/test-support';
import { openRemote } from '../../test-support';

mockRowHeight();

describe('/tasks (spec 3 §2)', () => {
  it('marks tasks whose author has not verified the email', async () => {
    await open(list([task(100000000001), task(100000000002, { needsEmailVerification: true })]));
    const mark = await screen.findByText('Adres e-mail zgłaszającego nie został jeszcze potwierdzony.');
    expect(mark.closest('tr')?.textContent).toContain('100000000002');
    expect(screen.getAllByText(/potwierdzony/)).toHaveLength(1);
  });

  it('lists tasks with all columns and links each row to its task', async () => {
    await open(list([task(100000000001, { assignedGroupName: 'Helpdesk', description: 'Opis zadania' })]));
    const link = await screen.findByRole('link', { name: /Zadanie 100000000001/ });
    expect(link.getAttribute('href')).toBe('/task/100000000001');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Zaznaczenie',
      'ID',
      'Tytuł',
      'Status',
      'Priorytet',
      'Przypisanie',
      'Utworzone przez',
      'Data utworzenia',
      'Ostatnia aktualizacja',
    ]);
    for (const text of ['Opis zadania', 'Nowe', 'Wysoki', 'Helpdesk', 'jan@poczta.test']) {
      screen.getByText(text);
    }
    // Both dates look alike: the day with the time below, and the relative time in the tooltip.
    const times = screen.getAllByTitle(/^\d\d\.11\.2026 \d\d:\d\d \(/);
    expect(times).toHaveLength(2);
    for (const { title, textContent } of times) expect(title).toContain(`${textContent} (`);
  });

  it('shows authors by their names, with the addresses that explain the order by authors', async () => {
    await open(
      list([
        task(100000000001, { createdBy: 'olga@acme.test', createdByName: 'Olga Lis' }),
        task(100000000002, {
          createdBy: 'ala@acme.test',
          createdByName: 'ala.nowak',
          createdByAddressHint: 'ala@acme.test',
        }),
        task(100000000003, { createdBy: 'jan@poczta.test', createdByName: null }),
      ]),
    );
    const name = await screen.findByText('Olga Lis');
    expect(name.closest('[title]')?.getAttribute('title')).toBe('Olga Lis (olga@acme.test)');
    expect(screen.queryByText('olga@acme.test')).toBeNull();
    screen.getByText('ala.nowak');
    screen.getByText('ala@acme.test');
    screen.getByText('jan@poczta.test');
    await userEvent.click(screen.getByRole('button', { name: /Utworzone przez/ }));
    await screen.findByText('olga@acme.test');
    expect(screen.getAllByText('jan@poczta.test')).toHaveLength(1);
  });

  it('shows the path below the name of a group that another group has', async () => {
    await open(
      list([
        task(100000000001, { assignedGroupName: 'Kierownicy', assignedGroupPath: 'Sprzedaż / Kierownicy' }),
        task(100000000002, { assignedGroupName: 'Kierownicy', assignedGroupPath: null }),
      ]),
    );
    const path = await screen.findByText('Sprzedaż / Kierownicy');
    expect(path.closest('[title]')?.getAttribute('title')).toBe('Sprzedaż / Kierownicy');
    expect(screen.getAllByText('Kierownicy')).toHaveLength(2);
  });

  it('says that a task has no assignee, and that its author is unknown', async () => {
    await open(list([task(100000000001, { createdBy: null })]));
    await screen.findByText('Nieprzypisane');
    screen.getByText('Nieznany');
  });

  it('shows due dates below titles and marks overdue ones, until the task is finished', async () => {
    const dueAt = new Date(2020, 0, 2, 12).toISOString();
    await open(
      list([
        task(100000000001, { dueAt }),
        task(100000000002, { dueAt: new Date(2199, 0, 2, 12).toISOString() }),
        task(100000000003, { dueAt, statusType: 'FINAL' }),
        task(100000000004, { dueAt: null }),
      ]),
    );
    const readRow = async (number: number) =>
      (await screen.findByText(`Zadanie ${100000000000 + number}`)).closest('tr')?.textContent;
    expect(await readRow(1)).toContain('Po terminie 02.01.2020');
    expect(await readRow(2)).toContain('Termin: 02.01.2199');
    for (const number of [3, 4]) expect(await readRow(number)).not.toMatch(/termin/i);
  });

  it('loads further pages on scrolling and shows no task twice', async () => {
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

  it('renders all loaded rows for printing and loads no more', async () => {
    const tasks = Array.from({ length: 200 }, (_, index) => task(100000000001 + index));
    const { api } = await open(list(tasks, { total: 400, nextCursor: 'next' }));
    await screen.findByText('Zadanie 100000000001');
    const countRows = () => screen.getAllByText(/^Zadanie 1/).length;
    expect(countRows()).toBeLessThan(150);
    const printing = (event: string) => act(async () => void window.dispatchEvent(new Event(event)));
    await printing('beforeprint');
    expect(countRows()).toBe(200);
    await printing('afterprint');
    expect(countRows()).toBeLessThan(150);
    expect(queriesOf(api)).toHaveLength(1);
  });

  it('keeps the rows when the next page fails, and continues after a retry', async () => {
    const { api } = await open({
      'GET /api/tasks': ({ query }) =>
        query['cursor']
          ? problemResponse(500, 'INTERNAL_ERROR', 'baza nie odpowiada')
          : { body: { success: true, message: '', tasks: [task(100000000001)], total: 2, nextCursor: 'n' } },
    });
    await screen.findByText('Błąd podczas ładowania zadań: baza nie odpowiada');
    screen.getByText('Zadanie 100000000001');
    api.respond(list([task(100000000002)], { total: 2 }));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    const link = await screen.findByRole('link', { name: 'Zadanie 100000000002' });
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('starts from the first page when the server rejects the cursor', async () => {
    let isUpdated = false;
    const { api } = await open({
      'GET /api/tasks': ({ query }) => {
        if (query['cursor'] === 'old') {
          isUpdated = true;
          return problemResponse(400, 'BAD_REQUEST', 'The cursor is not valid.');
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

  it('sorts by every column, sets aria-sort and stores the sort order', async () => {
    const { api, unmount } = await open(list([task(100000000001)]));
    // The first column has the checkboxes.
    const [, ...heads] = await screen.findAllByRole('columnheader');
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

  it('debounces the search, writes it to the URL and clears it on Escape', async () => {
    const { api, currentAddress } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    const field = screen.getByRole('searchbox', { name: 'Szukaj zadań' });
    api.respond(list([task(100000000002), task(100000000003)]));
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

  it('reads the search from the URL, and offers to search all tasks when nothing matches', async () => {
    const { api } = await openRemote('/tasks?search=szlaban', list([]), ['hasBasePermission']);
    await screen.findByText('Żadne zadanie w wybranych filtrach nie zawiera „szlaban”.');
    api.respond(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Szukaj we wszystkich zadaniach' }));
    await screen.findByText('Zadanie 100000000001');
    expect(queriesOf(api).at(-1)).toEqual({
      search: 'szlaban',
      statusTypes: 'INITIAL,INTERMEDIATE,FINAL',
    });
  });

  it('focuses the search field when an unsuccessful search is cleared', async () => {
    await openRemote('/tasks?search=szlaban', list([]), ['hasBasePermission']);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Przypisane do mnie' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
    await screen.findByText('Żadne zadanie nie zawiera „szlaban”.');
    const empty = within(screen.getByRole('region', { name: 'Wyniki' }));
    await userEvent.click(empty.getByRole('button', { name: 'Wyczyść wyszukiwanie' }));
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Szukaj zadań' });
    expect([field.value, document.activeElement]).toEqual(['', field]);
  });

  it('keeps the list and shows an error with a retry when refetching fails', async () => {
    const { api } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    api.respond({ 'GET /api/tasks': () => problemResponse(503, 'UNAVAILABLE', 'baza nie odpowiada') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Zadanie 100000000001');
    api.respond(list([task(100000000002)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000002');
    expect(screen.queryByText('Nie udało się pobrać listy zadań.')).toBeNull();
  });

  it('shows an error when offline and loads the list when online again', async () => {
    const { api } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    api.respond({ 'GET /api/tasks': () => 'offline' });
    window.dispatchEvent(new Event('offline'));
    try {
      await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
      await screen.findByText('Błąd podczas ładowania zadań: brak połączenia z serwerem.');
      api.respond(list([task(100000000002)]));
    } finally {
      window.dispatchEvent(new Event('online'));
    }
    await screen.findByText('Zadanie 100000000002');
    expect(screen.queryByText(/brak połączenia/)).toBeNull();
  });

  it('shows all tasks on request when no task is assigned to the caller', async () => {
    const { api } = await open(list([]));
    await screen.findByText('Brak zadań');
    api.respond(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż wszystkie' }));
    await screen.findByText('Zadanie 100000000001');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Wyniki' }));
  });

  it('shows the reason of a failure and a retry', async () => {
    const { api } = await open({
      'GET /api/tasks': () => problemResponse(500, 'INTERNAL', 'baza nie odpowiada'),
    });
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Błąd podczas ładowania zadań: baza nie odpowiada');
    api.respond(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000001');
  });

  it('shows the message of a response with success false', async () => {
    const { api } = await open({
      'GET /api/tasks': () => ({ body: { success: false, message: 'Lista odpoczywa.' } }),
    });
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Błąd podczas ładowania zadań: Lista odpoczywa.');
    api.respond(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000001');
    api.respond({ 'GET /api/tasks': () => ({ body: { success: false, message: '' } }) });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Zadanie 100000000001');
  });

  it.each([{ success: false }, { success: true, message: '' }, { success: true, tasks: null }])(
    'shows an error without a reason for %j',
    async (body) => {
      await open({ 'GET /api/tasks': () => ({ body }) });
      await screen.findByText('Nie udało się pobrać listy zadań.');
      expect(screen.queryByText(/^Błąd podczas ładowania zadań/)).toBeNull();
      screen.getByRole('button', { name: 'Spróbuj ponownie' });
    },
  );

  it('shows gateway and rate limit errors in the language of the screen', async () => {
    const { api } = await open({
      'GET /api/tasks': () => problemResponse(429, 'TOO_MANY_REQUESTS', 'Too many requests.'),
    });
    await screen.findByText('Błąd podczas ładowania zadań: Za dużo zapytań. Odczekaj chwilę.');
    api.respond({ 'GET /api/tasks': () => problemResponse(504, 'GATEWAY_TIMEOUT', 'It took too long.') });
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText(/Usługa jest chwilowo niedostępna/, undefined, { timeout: 20_000 });
  }, 30_000);
});
