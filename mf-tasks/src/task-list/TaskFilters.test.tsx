import { storageKeys } from '@obieg/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { mockMedia, mockPhone, openRemote } from '../test-support';
import { list, mockRowHeight, open, queriesOf, storedFilters, task } from './test-support';

mockRowHeight();

describe('filters of /tasks (spec 3 §2)', () => {
  it("starts with the caller's open tasks, refetches on a change and stores the filters", async () => {
    const { api, unmount } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    const lastQuery = () => api.requests.filter(({ path }) => path === '/api/tasks').at(-1)?.query;
    expect(lastQuery()).toEqual({ assignedToMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Przypisane do mnie' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
    await waitFor(() => expect(lastQuery()).toEqual({ statusTypes: 'INITIAL,INTERMEDIATE,FINAL' }));
    expect(storedFilters()).toEqual({
      assignedToMe: false,
      statusTypes: ['INITIAL', 'INTERMEDIATE', 'FINAL'],
    });
    unmount();
    await open(list([]));
    const mine = (await screen.findByRole('checkbox', { name: 'Przypisane do mnie' })) as HTMLInputElement;
    expect(mine.checked).toBe(false);
  });

  describe('with filters in the URL', () => {
    const openLink = (query: string) =>
      openRemote(`/tasks?${query}`, list([task(100000000001)]), ['hasBasePermission']);
    const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;

    it('applies them and keeps the stored filters', async () => {
      const stored = JSON.stringify({ assignedToMe: false, statusTypes: ['FINAL'] });
      localStorage.setItem(storageKeys.taskListFilters, stored);
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
      expect(localStorage.getItem(storageKeys.taskListFilters)).toBe(stored);
    });

    it('does not restrict omitted filters and ignores unknown values', async () => {
      const { api } = await openLink('statusTypes=FINAL,NONSENSE&priorities=LOW,URGENT&sortBy=nonsense');
      await screen.findByText('Zadanie 100000000001');
      expect(queriesOf(api)).toEqual([{ statusTypes: 'FINAL', priorities: 'LOW' }]);
    });

    it('stores them after a change, writes them to the URL and keeps the search', async () => {
      const { api, currentAddress } = await openLink('assignedToMyGroups=true&search=szlaban');
      await screen.findByText('Zadanie 100000000001');
      await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
      await waitFor(() =>
        expect(currentAddress()).toBe(
          '/tasks?search=szlaban&assignedToMe=false&assignedToMyGroups=true&statusTypes=FINAL',
        ),
      );
      expect(queriesOf(api).at(-1)).toEqual({
        assignedToMyGroups: 'true',
        statusTypes: 'FINAL',
        search: 'szlaban',
      });
      expect(storedFilters()).toEqual({
        assignedToMe: false,
        assignedToMyGroups: true,
        statusTypes: ['FINAL'],
      });
    });
  });

  it('writes changed filters to a URL that shows the same list to others', async () => {
    const { api, currentAddress, unmount } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    for (const name of ['Przypisane do mnie', 'Początkowy', 'Pośredni'])
      await userEvent.click(screen.getByRole('checkbox', { name }));
    await waitFor(() => expect(queriesOf(api).at(-1)).toEqual({}));
    const shared = currentAddress();
    expect(shared).toBe('/tasks?assignedToMe=false');
    unmount();
    localStorage.clear();
    const other = await openRemote(shared, list([task(100000000002)]), ['hasBasePermission']);
    await screen.findByText('Zadanie 100000000002');
    expect(queriesOf(other.api)).toEqual([{}]);
  });

  it('filters by priorities, counts them as one filter and stores them', async () => {
    const { api, unmount } = await open(list([task(100000000001)]));
    await userEvent.click(await screen.findByRole('button', { name: 'Priorytet', expanded: false }));
    // The request has the priorities in descending order, not in the order of the clicks.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Wysoki' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Najwyższy' }));
    await waitFor(() => expect(queriesOf(api).at(-1)?.['priorities']).toBe('HIGHEST,HIGH'));
    screen.getByRole('button', { name: 'Priorytet wybrane: 2' });
    expect(storedFilters()).toEqual({
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

  it('collapses the filters on a phone, and counts the active ones', async () => {
    mockPhone();
    await open(list([task(100000000001)]));
    const fold = await screen.findByRole('button', { name: 'Filtry wybrane: 2' });
    const folded = document.getElementById(fold.getAttribute('aria-controls') ?? '') as HTMLElement;
    expect(within(folded).getAllByRole('checkbox')).toHaveLength(5);
    within(folded).getByRole('button', { name: 'Priorytet', expanded: false });
    within(folded).getByRole('combobox', { name: 'Sortuj według' });
    expect(folded.contains(screen.getByRole('searchbox'))).toBe(false);
    const state = () => [fold.getAttribute('aria-expanded'), folded.dataset['open']];
    expect(state()).toEqual(['false', 'false']);
    await userEvent.click(fold);
    expect(state()).toEqual(['true', 'true']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
    await waitFor(() => expect(fold.textContent).toBe('Filtrywybrane:1'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Przypisane do mnie' }));
    await waitFor(() => expect(fold.textContent).toBe('Filtry'));
    await userEvent.click(within(folded).getByRole('button', { name: 'Dodatkowe filtry' }));
    await screen.findByRole('dialog', { name: 'Dodatkowe filtry' });
  });

  it('collapses the filters in a low window, too, but keeps the switch between list and board', async () => {
    mockMedia('max-height: 560px');
    await open(list([task(100000000001)]));
    await screen.findByRole('button', { name: 'Filtry wybrane: 2' });
    expect(screen.getAllByText('Dodatkowe filtry')).toHaveLength(1);
    screen.getByRole('radio', { name: 'Tablica' });
  });

  it('offers the board as one link on a phone', async () => {
    mockPhone();
    await openRemote('/tasks?priorities=HIGH', list([task(100000000001)]), ['hasBasePermission']);
    const board = await screen.findByRole('link', { name: 'Tablica' });
    expect(board.getAttribute('href')).toBe('/tasks/board?priorities=HIGH');
    expect(screen.queryByRole('radio', { name: 'Tablica' })).toBeNull();
  });

  it('clears "assigned to me" when "my groups" is checked, and vice versa', async () => {
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

  it.each(['no json', '{"statusTypes":"FINAL"}', 'null', '5', '[]'])(
    'ignores the stored value %s',
    async (stored) => {
      localStorage.setItem(storageKeys.taskListFilters, stored);
      const { api } = await open(list([]));
      await screen.findByText('Brak zadań');
      expect(queriesOf(api)[0]).toEqual({ assignedToMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' });
    },
  );

  const openOnes = { statusTypes: 'INITIAL,INTERMEDIATE' };
  const mine = { assignedToMe: 'true' };
  it.each([
    [{ statusTypes: ['INITIAL'] }, { ...mine, statusTypes: 'INITIAL' }],
    [{ assignedToMe: false }, openOnes],
    [
      { assignedToMe: 'false', statusTypes: ['FINAL'] },
      { ...mine, statusTypes: 'FINAL' },
    ],
    [{ assignedToMe: false, statusTypes: ['BOGUS'] }, openOnes],
    [{ assignedToMe: false, statusTypes: ['BOGUS', 'FINAL'] }, { statusTypes: 'FINAL' }],
    [{ assignedToMe: false, statusTypes: [] }, {}],
    [
      { assignedToMe: false, priorities: ['LOW'] },
      { ...openOnes, priorities: 'LOW' },
    ],
    [{ assignedToMe: true, assignedToMyGroups: true, statusTypes: [] }, mine],
    [
      { assignedToMe: false, assignedToMyGroups: true },
      { ...openOnes, assignedToMyGroups: 'true' },
    ],
  ])('completes the stored value %j with the defaults', async (stored, query) => {
    localStorage.setItem(storageKeys.taskListFilters, JSON.stringify(stored));
    const { api } = await open(list([]));
    await screen.findByText('Brak zadań');
    expect(queriesOf(api)).toEqual([query]);
  });
});
