import type { BulkResult } from '@obieg/contracts';
import { type FakeApi, pressKeys, problemResponse } from '@obieg/web-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { list, mockRowHeight, queriesOf, task } from '../../../task-list/test-support';
import { openRemote } from '../../../test-support';

mockRowHeight();
// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('./BulkBar'), import('@obieg/ui/overlays')]), 60_000);

const tasks = [1, 2, 3, 4, 5].map((id) => task(id));
const ok = (publicTaskId: number): BulkResult => ({ publicTaskId, status: 200 });
const answer = (results: BulkResult[]) => ({ status: 207, body: { success: true, results } });
const progress = {
  'GET /api/tasks/bulk/progress': () => ({ body: { success: true, done: 0, total: 5 } }),
};
const open = (routes: Parameters<typeof openRemote>[1] = {}) =>
  openRemote('/tasks', { ...list(tasks), ...progress, ...routes }, [
    'hasBasePermission',
    'hasOperatorPermission',
  ]);
const findBox = (id: number) => screen.findByRole('checkbox', { name: `Zaznacz: Zadanie ${id}` });
const select = async (...ids: number[]) => {
  for (const id of ids) await userEvent.click(await findBox(id));
};
const findBar = async () => within(await screen.findByRole('region', { name: 'Zaznaczone zadania' }));
const openAction = async (name: string) => {
  await userEvent.click((await findBar()).getByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};
const callsOf = ({ requests }: FakeApi) => requests.filter(({ path }) => path === '/api/tasks/bulk');
const findCount = (text: string) => screen.findByText(text);

describe('selection of /tasks', () => {
  it('selects a range with Shift and deselects a single task', async () => {
    await open();
    await select(2);
    await findCount('Zaznaczono 1 zadanie');
    fireEvent.click(await findBox(4), { shiftKey: true });
    await findCount('Zaznaczono 3 zadania');
    await select(3);
    await findCount('Zaznaczono 2 zadania');
  });

  it('works with x, Shift and arrows, Ctrl A and Escape, and moves the focus with the selection', async () => {
    await open();
    const link = (id: number) => screen.findByRole('link', { name: new RegExp(`Zadanie ${id}`) });
    (await link(2)).focus();
    pressKeys('x');
    await findCount('Zaznaczono 1 zadanie');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await findCount('Zaznaczono 2 zadania');
    expect(document.activeElement).toBe(await link(3));
    await userEvent.keyboard('{Control>}a{/Control}');
    await findCount('Zaznaczono 5 zadań');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Zaznaczone zadania' })).toBeNull());
    expect(document.activeElement).toBe(await link(3));
  });

  it('loads all that match, page by page', async () => {
    const page = { success: true, message: '', total: 7 };
    let furtherCalls = 0;
    const { api } = await open({
      'GET /api/tasks': ({ query }) => {
        if (query['cursor'] === undefined) return { body: { ...page, tasks, nextCursor: 'second' } };
        furtherCalls += 1;
        // The list itself waits for its second page.
        if (furtherCalls === 1) return new Promise(() => {});
        return { body: { ...page, tasks: [task(6), task(7)], nextCursor: null } };
      },
    });
    await waitFor(() => expect(furtherCalls).toBe(1));
    await select(1);
    await userEvent.click((await findBar()).getByRole('button', { name: 'Zaznacz wszystkie (do 500)' }));
    await findCount('Zaznaczono 7 zadań');
    expect(queriesOf(api).at(-1)).toMatchObject({ cursor: 'second', limit: '200' });
  });

  it('selects the loaded tasks in the head of the table, and ends the selection there', async () => {
    await open();
    const head = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Zaznacz wczytane zadania' });
    expect([head.checked, head.indeterminate]).toEqual([false, false]);
    await select(2);
    await findCount('Zaznaczono 1 zadanie');
    expect([head.checked, head.indeterminate]).toEqual([false, true]);
    await userEvent.click(head);
    await findCount('Zaznaczono 5 zadań');
    expect([head.checked, head.indeterminate]).toEqual([true, false]);
    await userEvent.click(head);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Zaznaczone zadania' })).toBeNull());
    expect(head.checked).toBe(false);
  });

  it('offers in the menu of a phone the actions that have no button there', async () => {
    await open();
    await select(1);
    const bar = await findBar();
    await userEvent.click(bar.getByRole('button', { name: 'Akcje na zaznaczonych' }));
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Zmień priorytet',
      'Zmień termin',
      'Obserwuj',
      'Nie obserwuj',
    ]);
  });

  it('is empty in another list', async () => {
    await open();
    await select(1);
    await findBar();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Przypisane do mnie' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Zaznaczone zadania' })).toBeNull());
  });
});

describe('actions on selected tasks', () => {
  it('changes the priority, shows each reason, keeps the others selected, and undoes the change', async () => {
    const reason = 'Nie znaleziono zadania.';
    const { api } = await open({
      'POST /api/tasks/bulk': () =>
        answer([ok(1), ok(2), { publicTaskId: 3, status: 404, code: 'NOT_FOUND', message: reason }]),
    });
    await select(1, 2, 3);
    const dialog = await openAction('Zmień priorytet');
    await userEvent.selectOptions(dialog.getByLabelText('Nowy priorytet'), 'HIGHEST');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień 3 zadania' }));
    await dialog.findByText('Zmieniono 2 zadania.');
    await userEvent.click(dialog.getByText(`${reason} (1)`));
    expect(dialog.getByRole('link', { name: 'Zadanie 3' }).getAttribute('href')).toBe('/task/3');
    const [call] = callsOf(api);
    expect(call?.body).toEqual({ publicTaskIds: [1, 2, 3], action: 'PRIORITY', priority: 'HIGHEST' });
    const key = call?.headers['idempotency-key'];
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    api.respond({ 'POST /api/tasks/bulk': () => answer([ok(1), ok(2)]) });
    await userEvent.click(dialog.getByRole('button', { name: 'Cofnij' }));
    await dialog.findByText('Cofnięto zmianę w 2 zadaniach.');
    expect(callsOf(api)[1]?.body).toEqual({ publicTaskIds: [1, 2], action: 'UNDO', undoneKey: key });
    expect(dialog.queryByRole('button', { name: 'Cofnij' })).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getAllByRole('button', { name: 'Zamknij' }).at(-1)),
    );
  });

  it('keeps only the unchanged tasks selected', async () => {
    await open({
      'POST /api/tasks/bulk': () =>
        answer([ok(1), { publicTaskId: 3, status: 403, code: 'FORBIDDEN', message: 'Nie wolno.' }]),
    });
    await select(1, 3);
    const dialog = await openAction('Obserwuj');
    await dialog.findByText('Zmieniono 1 zadanie.');
    await userEvent.click(dialog.getAllByRole('button', { name: 'Zamknij' }).at(-1) as HTMLElement);
    await findCount('Zaznaczono 1 zadanie');
    expect((await findBox(3)) as HTMLInputElement).toHaveProperty('checked', true);
  });

  it('continues an interrupted action with the same key', async () => {
    const { api } = await open({
      'POST /api/tasks/bulk': () => problemResponse(503, 'UNAVAILABLE', 'Baza danych nie odpowiada.'),
    });
    await select(1, 2);
    const dialog = await openAction('Zmień termin');
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń termin' }));
    await dialog.findByText('Zmiany zostały przerwane');
    api.respond({ 'POST /api/tasks/bulk': () => answer([ok(1), ok(2)]) });
    await userEvent.click(dialog.getByRole('button', { name: 'Dokończ' }));
    await dialog.findByText('Zmieniono 2 zadania.');
    const [first, second] = callsOf(api);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toEqual({ publicTaskIds: [1, 2], action: 'DUE', dueAt: null });
  });

  it('shows how many tasks have a result while the action runs, and cannot be closed then', async () => {
    let finish: (response: ReturnType<typeof answer>) => void = () => undefined;
    await open({
      'POST /api/tasks/bulk': () => new Promise((resolve) => (finish = resolve)),
      'GET /api/tasks/bulk/progress': () => ({ body: { success: true, done: 1, total: 2 } }),
    });
    await select(1, 2);
    const dialog = await openAction('Obserwuj');
    await dialog.findByText('Sprawdzono 1 z 2');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeNull();
    finish(answer([ok(1), ok(2)]));
    await dialog.findByText('Zmieniono 2 zadania.');
  });

  it('asks once for what a transition needs, and names the number of tasks that it can change', async () => {
    const { api } = await open({
      'POST /api/tasks/bulk/transitions': () => ({
        body: {
          success: true,
          transitions: [
            {
              transitionName: 'Zakończ',
              toStatusNames: ['Zakończone'],
              taskCount: 2,
              openWorkCount: 1,
              requiredParameters: [
                {
                  parameterId: 7,
                  displayName: 'Koszt',
                  parameterType: 'NUMBER',
                  isMandatory: true,
                  defaultValue: null,
                  dictionaryValues: [],
                },
                {
                  parameterId: 8,
                  displayName: 'Rozliczone',
                  parameterType: 'BOOLEAN',
                  isMandatory: false,
                  defaultValue: 'true',
                  dictionaryValues: [],
                },
              ],
            },
          ],
        },
      }),
      'POST /api/tasks/bulk': () => answer([ok(1), ok(2)]),
    });
    await select(1, 2, 3);
    const dialog = await openAction('Wykonaj przejście');
    await dialog.findByRole('option', { name: 'Zakończ (2 z 3)' });
    dialog.getByText(/^Przejście zakończy 1 zadanie, które ma niezakończone podzadania/);
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień 2 zadania' }));
    await dialog.findByText('Odpowiedź jest wymagana');
    expect(callsOf(api)).toHaveLength(0);
    await userEvent.type(dialog.getByLabelText('Koszt'), '42');
    // The field stays empty, because a value would replace the answers that tasks have.
    dialog.getByText('domyślnie: Tak');
    expect(dialog.getByLabelText<HTMLSelectElement>('Rozliczone').value).toBe('');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień 2 zadania' }));
    await dialog.findByText('Zmieniono 2 zadania.');
    expect(callsOf(api)[0]?.body).toMatchObject({
      action: 'TRANSITION',
      transitionName: 'Zakończ',
    });
    expect(callsOf(api)[0]?.body).toHaveProperty('workflowParameters', { 7: '42' });
  });

  it('says that no transition is possible, and retries after a failure', async () => {
    const { api } = await open({
      'POST /api/tasks/bulk/transitions': () => problemResponse(400, 'BAD_REQUEST', 'Nie teraz.'),
    });
    await select(1);
    const dialog = await openAction('Wykonaj przejście');
    await dialog.findByText('Nie teraz.');
    api.respond({ 'POST /api/tasks/bulk/transitions': () => ({ body: { success: true, transitions: [] } }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Spróbuj ponownie' }));
    await dialog.findByText('Na żadnym z zaznaczonych zadań nie możesz teraz wykonać przejścia.');
  });

  it('requires a group before it assigns to a group', async () => {
    const { api } = await open({ 'POST /api/tasks/bulk': () => answer([ok(1)]) });
    await select(1);
    const dialog = await openAction('Przypisz');
    await userEvent.selectOptions(dialog.getByLabelText('Sposób przypisania'), 'ASSIGN_TO_GROUP');
    const run = dialog.getByRole('button', { name: 'Zmień 1 zadanie' });
    await userEvent.click(run);
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: /Grupa/ }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(callsOf(api)).toHaveLength(0);
    await userEvent.selectOptions(dialog.getByLabelText('Sposób przypisania'), 'ASSIGN_TO_ME');
    await userEvent.click(run);
    await dialog.findByText('Zmieniono 1 zadanie.');
    expect(callsOf(api)[0]?.body).toMatchObject({ action: 'ASSIGN', assignmentType: 'ASSIGN_TO_ME' });
  });

  it('says how many tasks the user would lose, and asks first', async () => {
    const { api } = await open({
      'POST /api/tasks/bulk': () => answer([ok(1), ok(2)]),
      'POST /api/tasks/bulk/lost-tasks': () => ({ body: { success: true, lostCount: 1 } }),
    });
    await select(1, 2);
    const dialog = await openAction('Przypisz');
    await userEvent.selectOptions(dialog.getByLabelText('Sposób przypisania'), 'ASSIGN_TO_GROUP');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: /Grupa/ }), 'Helpdesk');
    await dialog.findByText(/^Po tej zmianie nie zobaczysz 1 z zaznaczonych zadań/);
    const run = () => userEvent.click(dialog.getByRole('button', { name: 'Zmień 2 zadania' }));
    await run();
    const name = 'Odebrać sobie dostęp do zadań?';
    const question = within(await screen.findByRole('dialog', { name }));
    await userEvent.click(question.getByRole('button', { name: 'Wróć' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
    expect(callsOf(api)).toHaveLength(0);
    await run();
    await userEvent.click(await screen.findByRole('button', { name: 'Zmień i strać dostęp' }));
    await dialog.findByText('Zmieniono 2 zadania.');
    expect(api.requests.find(({ path }) => path.endsWith('/lost-tasks'))?.body).toEqual({
      publicTaskIds: [1, 2],
      assignee: 'group:4',
    });
    expect(callsOf(api)[0]?.body).toMatchObject({ action: 'ASSIGN', groupId: 4 });
  });

  const question = 'Odebrać sobie dostęp do zadań?';

  it('asks before a transition takes tasks from the user', async () => {
    const { api } = await open({
      'POST /api/tasks/bulk': () => answer([ok(1), ok(2)]),
      'POST /api/tasks/bulk/transitions': () => ({
        body: {
          success: true,
          transitions: [
            {
              transitionName: 'Oddaj',
              toStatusNames: ['W toku'],
              taskCount: 2,
              lostCount: 1,
              requiredParameters: [],
            },
          ],
        },
      }),
    });
    await select(1, 2);
    const dialog = await openAction('Wykonaj przejście');
    await dialog.findByText(/^Po tej zmianie nie zobaczysz 1 z zaznaczonych zadań/);
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień 2 zadania' }));
    await screen.findByRole('dialog', { name: question });
    expect(callsOf(api)).toHaveLength(0);
    await userEvent.click(await screen.findByRole('button', { name: 'Zmień i strać dostęp' }));
    await dialog.findByText('Zmieniono 2 zadania.');
    expect(callsOf(api)[0]?.body).toMatchObject({ action: 'TRANSITION', transitionName: 'Oddaj' });
  });

  it('asks before the undo of an assignment takes tasks from the user', async () => {
    const { api } = await open({
      'POST /api/tasks/bulk': () => answer([ok(1), ok(2)]),
      'POST /api/tasks/bulk/lost-tasks': () => ({ body: { success: true, lostCount: 2 } }),
    });
    await select(1, 2);
    const dialog = await openAction('Przypisz');
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień 2 zadania' }));
    const undo = await dialog.findByRole('button', { name: 'Cofnij' });
    // The readers at the time of the press count.
    expect(api.requests.some(({ path }) => path.endsWith('/lost-tasks'))).toBe(false);
    await userEvent.click(undo);
    await screen.findByRole('dialog', { name: question });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
    await userEvent.click(undo);
    const asked = within(await screen.findByRole('dialog', { name: question }));
    asked.getByText(/^Po tej zmianie nie zobaczysz 2 z zaznaczonych zadań/);
    expect(callsOf(api)).toHaveLength(1);
    await userEvent.click(asked.getByRole('button', { name: 'Zmień i strać dostęp' }));
    await dialog.findByText('Cofnięto zmianę w 2 zadaniach.');
    const undoneKey = callsOf(api)[0]?.headers['idempotency-key'];
    expect(api.requests.find(({ path }) => path.endsWith('/lost-tasks'))?.body).toEqual({
      publicTaskIds: [1, 2],
      undoneKey,
    });
    expect(callsOf(api)[1]?.body).toMatchObject({ action: 'UNDO', undoneKey });
  });
});
