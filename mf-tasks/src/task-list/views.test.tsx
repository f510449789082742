import { type SavedTaskView, storageKeys } from '@obieg/contracts';
import { type FakeRoutes, problemResponse } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../test-support';
import { list, mockRowHeight, queriesOf, storedFilters, task } from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([import('../pages/TaskList/TaskListPage'), import('./ViewDialog'), import('./FilterDialog')]),
  60_000,
);
mockRowHeight();

const view = (more: Partial<SavedTaskView> = {}): SavedTaskView => ({
  id: 7,
  name: 'Pilne',
  query: { statusTypes: 'INITIAL', priorities: 'HIGHEST,HIGH', createdDays: '7', search: 'wózek' },
  sort: { by: 'priority', direction: 'desc' },
  columns: ['priority', 'title'],
  isShared: false,
  isOwn: true,
  canChange: true,
  revision: 3,
  ...more,
});
const views = (...all: SavedTaskView[]): FakeRoutes => ({
  'GET /api/task-views': () => ({ body: { success: true, views: all } }),
});
const options: FakeRoutes = {
  'GET /api/tasks/filters': ({ query }) => ({
    body: {
      success: true,
      statuses: [
        { statusId: 1, statusName: 'Nowe', statusType: 'INITIAL' },
        { statusId: 3, statusName: 'Zakończone', statusType: 'FINAL' },
      ],
      parameters: [
        {
          parameterId: 2,
          displayName: 'Kategoria',
          parameterType: 'DICTIONARY',
          dictionaryValues: [{ value: 'Sprzęt' }, { value: 'Konto' }],
        },
      ],
      users: query['userIds'] === '5' ? [{ id: 5, username: 'olga', email: 'olga@acme.test' }] : [],
    },
  }),
};
const open = (routes: FakeRoutes, at = '/tasks', isOperator = true) =>
  openRemote(at, { ...list([task(100000000001)]), ...options, ...routes }, [
    'hasBasePermission',
    ...(isOperator ? (['hasOperatorPermission'] as const) : []),
  ]);
const select = async (name: string) =>
  userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Zapisany widok' }),
    await screen.findByRole('option', { name }),
  );
/** Without the column of checkboxes. */
const headers = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map(({ textContent }) => textContent);
const viewQuery = {
  statusTypes: 'INITIAL',
  priorities: 'HIGHEST,HIGH',
  createdDays: '7',
  search: 'wózek',
  sortBy: 'priority',
  sortDirection: 'desc',
};
const sentBody = (api: Awaited<ReturnType<typeof open>>['api'], method: string) =>
  api.requests.find((request) => request.method === method);

describe('saved views of /tasks', () => {
  it('says that the views could not be loaded, and keeps the selected one for the retry', async () => {
    localStorage.setItem(
      storageKeys.taskListFilters,
      JSON.stringify({ statusTypes: ['INITIAL'], view: { id: 7, revision: 3 } }),
    );
    const { api } = await open({
      'GET /api/task-views': () => problemResponse(400, 'BAD_REQUEST', 'Awaria.'),
    });
    await screen.findByText(/Nie udało się pobrać zapisanych widoków\. Nic z nich nie przepadło\. Awaria\./);
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Zapisany widok' });
    expect(select.disabled).toBe(true);
    expect(screen.queryByRole('option', { name: 'Bez widoku' })).toBeNull();
    api.respond(views(view()));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await waitFor(() => expect(select.value).toBe('7'));
    expect(screen.queryByText(/Nie udało się pobrać zapisanych widoków/)).toBeNull();
  });

  it('name the filters that are not valid, which the server has left out', async () => {
    await open(
      views(view({ invalidFilters: ['createdFrom', 'createdBefore', 'statusIds', 'fromAnotherRelease'] })),
    );
    await select('Pilne');
    await screen.findByText(
      'Te filtry widoku są już nieprawidłowe i nie działają: Utworzone, Status, fromAnotherRelease',
    );
  });

  it('applies filters, order, columns and search, and opens with the last view', async () => {
    const { api, unmount } = await open(views(view(), view({ id: 8, name: 'Wszystkie', isShared: true })));
    await select('Pilne');
    await waitFor(() => expect(queriesOf(api).at(-1)).toEqual(viewQuery));
    expect(headers()).toEqual(['Priorytet', 'Tytuł']);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('wózek');
    screen.getByRole('option', { name: 'Wszystkie (wspólny)' });
    expect(storedFilters()).toMatchObject({ view: { id: 7, revision: 3 } });
    unmount();
    const again = await open(views(view()));
    await screen.findByText('Zadanie 100000000001');
    const { search: _, ...withoutSearch } = viewQuery;
    expect(queriesOf(again.api)[0]).toEqual(withoutSearch);
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Zapisany widok' }).value).toBe('7'),
    );
  });

  it('applies the current version of a view that another member has changed', async () => {
    const stored = { assignedToMe: false, statusTypes: ['FINAL'], view: { id: 7, revision: 2 } };
    localStorage.setItem(storageKeys.taskListFilters, JSON.stringify(stored));
    const { api } = await open(views(view()));
    await waitFor(() => expect(queriesOf(api).at(-1)).toEqual(viewQuery));
  });

  it('keeps the filters of a deleted view', async () => {
    const stored = { assignedToMe: false, statusTypes: ['FINAL'], view: { id: 7, revision: 2 } };
    localStorage.setItem(storageKeys.taskListFilters, JSON.stringify(stored));
    const { api } = await open(views());
    await waitFor(() => expect(storedFilters()).toEqual({ assignedToMe: false, statusTypes: ['FINAL'] }));
    expect(queriesOf(api)).toEqual([{ statusTypes: 'FINAL' }]);
  });

  it('saves the current list as a new view', async () => {
    const { api } = await open({
      ...views(),
      'POST /api/task-views': () => ({ status: 201, body: { success: true, message: '', view: view() } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Zapisz widok' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nowy widok' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Zapisz' }));
    await within(dialog).findByText('Podaj nazwę.');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Nazwa widoku' }), 'Pilne');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Udostępnij organizacji' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Zapisz' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentBody(api, 'POST')?.body).toEqual({
      name: 'Pilne',
      isShared: true,
      query: { assignedToMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' },
      sort: { by: 'createdAt', direction: 'desc' },
      columns: expect.arrayContaining(['title', 'statusName']),
    });
    expect(storedFilters()).toMatchObject({ view: { id: 7, revision: 3 } });
  });

  it('saves changes of the selected view with its ETag, or reverts them', async () => {
    const { api } = await open({
      ...views(view()),
      'PUT /api/task-views/:id': () => problemResponse(500, 'INTERNAL', 'Nie teraz.'),
    });
    await select('Pilne');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Zapisz zmiany' }));
    await screen.findByText('Nie udało się zmienić widoku: Nie teraz.');
    expect(sentBody(api, 'PUT')).toMatchObject({
      headers: { 'if-match': '"3"' },
      body: { name: 'Pilne', query: { statusTypes: 'INITIAL,FINAL' } },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Cofnij zmiany' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Zapisz zmiany' })).toBeNull());
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Końcowy' }).checked).toBe(false);
  });

  describe('that another member saves first', () => {
    const openVersioned = async () => {
      let saved = view();
      const saveElsewhere = (changes: Partial<SavedTaskView>): void => {
        saved = { ...saved, ...changes, revision: saved.revision + 1 };
      };
      const refusal = problemResponse(412, 'PRECONDITION_FAILED', 'Zapisano.');
      const lastChange = { at: '2026-11-29T09:12:00.000Z', authorName: 'Anna Kowalska' };
      await open({
        'GET /api/task-views': () => ({ body: { success: true, views: [saved] } }),
        'PUT /api/task-views/:id': ({ body, headers }) => {
          if (headers['if-match'] !== `"${saved.revision}"`)
            return { ...refusal, body: { ...(refusal.body as object), lastChange } };
          saveElsewhere(body as Partial<SavedTaskView>);
          return { body: { success: true, message: '', view: saved } };
        },
      });
      await select('Pilne');
      return { saveElsewhere, getSaved: () => saved };
    };
    const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

    it('get the name of the other member and the filters of this list', async () => {
      const { saveElsewhere, getSaved } = await openVersioned();
      await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
      saveElsewhere({ name: 'Bardzo pilne', query: { ...view().query, priorities: 'HIGHEST' } });
      await click('Zapisz zmiany');
      await waitFor(() =>
        expect(getSaved()).toMatchObject({
          name: 'Bardzo pilne',
          query: { statusTypes: 'INITIAL,FINAL', priorities: 'HIGHEST' },
        }),
      );
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it('show both values of the same filter', async () => {
      const { saveElsewhere, getSaved } = await openVersioned();
      await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
      saveElsewhere({ query: { ...view().query, statusTypes: 'FINAL' } });
      await click('Zapisz zmiany');
      const theirs = await screen.findByRole('radio', { name: /^Zapisana wartość .*Typ statusu: Końcowy/s });
      screen.getByRole('radio', { name: /^Twoja wartość .*Typ statusu: Początkowy, Końcowy/s });
      screen.getByText(/Autor: Anna Kowalska/);
      expect(getSaved().revision).toBe(4);
      await userEvent.click(theirs);
      await click('Zapisz');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(getSaved()).toMatchObject({ revision: 5, query: { statusTypes: 'FINAL' } });
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Zapisz zmiany' })).toBeNull());
    });

    it('keep the filters that another member saved during a renaming', async () => {
      const { saveElsewhere, getSaved } = await openVersioned();
      await click('Zmień widok: Pilne');
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.type(dialog.getByLabelText('Nazwa widoku'), '!');
      saveElsewhere({ query: { statusTypes: 'FINAL' } });
      await userEvent.click(dialog.getByRole('button', { name: 'Zapisz' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(getSaved()).toMatchObject({ name: 'Pilne!', query: { statusTypes: 'FINAL' } });
    });
  });

  it('deletes a view after a question', async () => {
    const { api } = await open({
      ...views(view({ isShared: true })),
      'DELETE /api/task-views/:id': () => ({ status: 204 }),
    });
    await select('Pilne (wspólny)');
    await userEvent.click(await screen.findByRole('button', { name: 'Zmień widok: Pilne' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Usuń widok' }));
    await screen.findByText(/Zniknie u wszystkich członków/);
    api.respond(views());
    await userEvent.click(screen.getByRole('button', { name: 'Usuń widok' }));
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Pilne (wspólny)' })).toBeNull());
    expect(sentBody(api, 'DELETE')?.headers['if-match']).toBe('"3"');
  });

  it('offers a member without OPERATOR neither sharing nor changes of shared views', async () => {
    await open(views(view({ isShared: true, isOwn: false, canChange: false })), '/tasks', false);
    await select('Pilne (wspólny)');
    expect(screen.queryByRole('button', { name: /Zmień widok/ })).toBeNull();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Końcowy' }));
    await screen.findByRole('button', { name: 'Cofnij zmiany' });
    expect(screen.queryByRole('button', { name: 'Zapisz zmiany' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Zapisz widok' }));
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Udostępnij organizacji' });
    expect(box.disabled).toBe(true);
    screen.getByText('Widoki mogą udostępniać tylko operatorzy.');
  });
});

describe('further filters of /tasks', () => {
  it('filters by status, answers and time, and shows them as removable chips', async () => {
    const { api } = await open(views());
    await userEvent.click(await screen.findByRole('button', { name: 'Filtry' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dodatkowe filtry' }));
    const finished = await dialog.findByRole('checkbox', { name: 'Zakończone' });
    await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByRole('checkbox')[0]));
    await userEvent.click(finished);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Nieprzypisane' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Utworzone' }), 'ostatnie 30 dni');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Dodaj pytanie' }), 'Kategoria');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Kategoria' }), 'Konto');
    await userEvent.click(dialog.getByRole('button', { name: 'Zastosuj' }));
    await waitFor(() =>
      expect(queriesOf(api).at(-1)).toEqual({
        statusIds: '3',
        assignees: 'none',
        createdDays: '30',
        answers: '{"2":"Konto"}',
      }),
    );
    screen.getByRole('button', { name: 'Filtry wybrane: 4' });
    const chips = within(await screen.findByRole('list', { name: 'Aktywne filtry' }));
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Status: Zakończone',
      'Przypisanie: Nieprzypisane',
      'Utworzone: ostatnie 30 dni',
      'Kategoria: Konto',
    ]);
    await userEvent.click(chips.getByRole('button', { name: 'Usuń: Status: Zakończone' }));
    await waitFor(() => expect(queriesOf(api).at(-1)).not.toHaveProperty('statusIds'));
  });

  it('writes a range of days as moments and reads it again', async () => {
    const { api } = await open(views());
    await userEvent.click(await screen.findByRole('button', { name: 'Filtry' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Zmienione' }), 'od … do …');
    await userEvent.type(dialog.getByLabelText('Od'), '2026-11-01');
    await userEvent.type(dialog.getByLabelText('Do'), '2026-11-02');
    await userEvent.click(dialog.getByRole('button', { name: 'Zastosuj' }));
    await waitFor(() => expect(queriesOf(api).at(-1)).toHaveProperty('updatedBefore'));
    const { updatedFrom = '', updatedBefore = '' } = queriesOf(api).at(-1) ?? {};
    expect([updatedFrom, updatedBefore]).toEqual([
      new Date(2026, 10, 1).toISOString(),
      new Date(2026, 10, 3).toISOString(),
    ]);
    screen.getByText('Zmienione od 01.11.2026');
    screen.getByText('Zmienione do 02.11.2026');
  });

  it('names users of a link and ignores invalid conditions', async () => {
    const { api } = await open(views(), '/tasks?assignees=user:5&statusIds=x&createdDays=0&answers=[]');
    await screen.findByText('Przypisanie: olga');
    expect(queriesOf(api)).toEqual([{ assignees: 'user:5' }]);
  });

  it('offers all tasks if none has the chosen conditions', async () => {
    const { api } = await open({ ...views(), ...list([]) }, '/tasks?createdDays=7');
    await screen.findByText('Żadne zadanie nie spełnia wybranych filtrów.');
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż wszystkie' }));
    await waitFor(() => expect(queriesOf(api).at(-1)).toEqual({}));
  });

  it('shows the chosen columns and keeps the title', async () => {
    await open(views());
    await userEvent.click(await screen.findByRole('button', { name: 'Kolumny' }));
    for (const name of ['ID', 'Przypisanie', 'Utworzone przez', 'Data utworzenia', 'Ostatnia aktualizacja'])
      await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(headers()).toEqual(['Tytuł', 'Status', 'Priorytet']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Termin' }));
    expect(headers()).toEqual(['Tytuł', 'Status', 'Priorytet', 'Termin']);
    expect(screen.queryByRole('checkbox', { name: 'Tytuł' })).toBeNull();
    expect(storedFilters()).toMatchObject({ columns: ['title', 'statusName', 'priority', 'dueAt'] });
  });
});
