import type { Task } from '@obieg/contracts';
import { type FakeRoutes, problemAnswer, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTask, nothingToSee, openRemote } from '../../../test-support';

const id = buildTask().publicTaskId;
const address = `/task/${id}`;

/** A server with one task that several people save: its tag counts the saves. */
const startServer = (more: Partial<Task> = {}) => {
  let revision = 1;
  let task = buildTask({
    description: 'Zacięcie papieru',
    parameterDetails: [
      { parameterId: 1, parameterName: 'Sprzęt', parameterType: 'DICTIONARY', parameterValue: 'Stary' },
      { parameterId: 2, parameterName: 'Model', parameterType: 'TEXT', parameterValue: 'HP' },
    ],
    ...more,
  });
  const save = (changes: Partial<Task>): void => {
    task = { ...task, ...changes };
    revision += 1;
  };
  const empty = (name: string) => () => ({ body: { success: true, [name]: [] } });
  const routes: FakeRoutes = {
    'GET /api/tasks/:id': () => ({
      body: { success: true, message: '', task },
      headers: { etag: `"${revision}"` },
    }),
    'PUT /api/tasks/:id': ({ headers, body }) => {
      if (headers['if-match'] !== `"${revision}"`)
        return problemAnswer(412, 'PRECONDITION_FAILED', 'Ktoś inny zapisał zadanie w międzyczasie.');
      const { title, description } = body as { title: string; description: string | null };
      save({ title, description });
      return { body: { success: true, message: '' } };
    },
    'GET /api/tasks/:id/parameters': () => ({
      body: {
        success: true,
        parameters: [
          {
            parameterId: 1,
            displayName: 'Sprzęt',
            parameterType: 'DICTIONARY',
            dictionaryValues: [{ value: 'Drukarka' }],
          },
          { parameterId: 2, displayName: 'Model', parameterType: 'TEXT', dictionaryValues: [] },
        ],
      },
    }),
    'GET /api/tasks/:id/transitions': empty('transitions'),
    'GET /api/tasks/:id/comments': empty('comments'),
    'GET /api/tasks/:id/status-history': empty('statusHistory'),
    'GET /api/tasks/:id/assignment-history': empty('assignmentHistory'),
    'GET /api/tasks/:id/change-history': empty('changeHistory'),
  };
  return { routes, save, taskNow: () => task };
};
const openAs = (routes: FakeRoutes) =>
  openRemote(address, routes, ['hasBasePermission', 'hasOperatorPermission']);
const startEditing = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edytuj' }));
  return screen.findByRole('form', { name: 'Edycja zadania' });
};
const field = (name: string) => screen.getByRole('textbox', { name });
const rewrite = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz zmiany' }));
const sent = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method }) => method === 'PUT');

// Compiled before anybody waits for them.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./EditTask')]), 60_000);
afterEach(signOutForTest);

describe('edit mode (spec 3 §2, §5, §6)', () => {
  it('is for operators', async () => {
    await openRemote(address, startServer().routes, ['hasBasePermission']);
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(screen.queryByRole('button', { name: 'Edytuj' })).toBeNull();
  });

  it('saves over what it has read, with the answers that changed, and shows the task as it is then', async () => {
    const { api } = await openAs(startServer().routes);
    await startEditing();
    await waitFor(() => expect(document.activeElement).toBe(field('Tytuł')));
    await rewrite('Tytuł', 'Nie działa skaner');
    await rewrite('Model', 'Canon');
    await userEvent.type(field('Komentarz do zmiany'), 'Poprawka');
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Nie działa skaner' });
    expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull();
    const [request] = sent(api);
    expect(request?.headers['if-match']).toBe('"1"');
    expect(request?.body).toEqual({
      title: 'Nie działa skaner',
      description: 'Zacięcie papieru',
      visibleUserIds: [],
      visibleGroupIds: [],
      workflowParameters: { 2: 'Canon' },
      comment: 'Poprawka',
    });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edytuj'));
  });

  it('is not saved with a reader who is only typed', async () => {
    const { api } = await openAs(startServer().routes);
    await startEditing();
    await rewrite('Tytuł', 'Wypowiedzenie');
    const box = screen.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
    await userEvent.type(box, 'a');
    await submit();
    await screen.findByText('Wybierz pozycję z listy albo wyczyść pole');
    expect(document.activeElement).toBe(box);
    expect(sent(api)).toEqual([]);
    await userEvent.clear(box);
    await submit();
    await waitFor(() => expect(sent(api)).toHaveLength(1));
  });

  it.each(['   ', nothingToSee])('asks for a title and for answers, at their fields', async (title) => {
    const { api } = await openAs(startServer().routes);
    await startEditing();
    await rewrite('Tytuł', title);
    await userEvent.clear(await screen.findByRole('textbox', { name: 'Model' }));
    await submit();
    await screen.findByText('Tytuł jest wymagany');
    screen.getByText('Odpowiedź jest wymagana');
    await waitFor(() => expect(document.activeElement).toBe(field('Tytuł')));
    expect(sent(api)).toEqual([]);
    await userEvent.type(field('Tytuł'), 'Nowy');
    expect(screen.queryByText('Tytuł jest wymagany')).toBeNull();
  });

  it('shows a number as the view does, and takes it with a comma or a point', async () => {
    const { routes } = startServer({
      parameterDetails: [
        { parameterId: 3, parameterName: 'Waga', parameterType: 'NUMBER', parameterValue: '12.5' },
      ],
    });
    const { api } = await openAs({
      ...routes,
      'GET /api/tasks/:id/parameters': () => ({
        body: {
          success: true,
          parameters: [
            { parameterId: 3, displayName: 'Waga', parameterType: 'NUMBER', dictionaryValues: [] },
          ],
        },
      }),
    });
    await screen.findByText('12,5');
    await startEditing();
    const weight = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Waga' });
    expect(weight.value).toBe('12,5');
    await rewrite('Waga', '12,5');
    await rewrite('Tytuł', 'Waga');
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Waga' });
    expect(sent(api).map(({ body }) => (body as { workflowParameters: object }).workflowParameters)).toEqual([
      {},
    ]);
  });

  it('keeps a value on offer that the dictionary has lost', async () => {
    await openAs(startServer().routes);
    await startEditing();
    const select = (await screen.findByRole('combobox', { name: 'Sprzęt' })) as HTMLSelectElement;
    expect(select.value).toBe('Stary');
    expect([...select.options].map(({ value }) => value)).toEqual(['', 'Stary', 'Drukarka']);
  });

  it('sends -1 for readers that were taken away', async () => {
    const { api } = await openAs(
      startServer({
        visibleUsers: [{ userId: 3, userName: 'marek', userEmail: 'marek@acme.test' }],
        visibleGroups: [{ groupId: 4, groupName: 'Helpdesk' }],
      }).routes,
    );
    await startEditing();
    await userEvent.click(await screen.findByRole('button', { name: /: marek$/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Helpdesk' }));
    await submit();
    await waitFor(() => expect(sent(api)).toHaveLength(1));
    expect(sent(api)[0]?.body).toMatchObject({ visibleUserIds: [-1], visibleGroupIds: [-1] });
  });

  it('names readers’ groups as the task does, also one that is not there any more', async () => {
    await openAs(startServer({ visibleGroups: [{ groupId: 7, groupName: 'Nocna zmiana' }] }).routes);
    await startEditing();
    await screen.findByRole('button', { name: /: Nocna zmiana$/ });
    expect(screen.queryByText('#7')).toBeNull();
  });

  it('stays as it was sent while it is saved, and leaves the keyboard where it was', async () => {
    const { routes } = startServer();
    let refuse = () => {};
    const { api } = await openAs({
      ...routes,
      'PUT /api/tasks/:id': () =>
        new Promise((resolve) => {
          refuse = () => resolve(problemAnswer(500, 'INTERNAL_ERROR', 'awaria'));
        }),
    });
    await startEditing();
    const select = (await screen.findByRole('combobox', { name: 'Sprzęt' })) as HTMLSelectElement;
    await rewrite('Tytuł', 'Inny{Enter}');
    await waitFor(() => expect(sent(api)).toHaveLength(1));
    expect(document.activeElement).toBe(field('Tytuł'));
    await userEvent.type(field('Tytuł'), ' tytuł');
    await userEvent.type(field('Komentarz do zmiany'), 'Jeszcze');
    await userEvent.selectOptions(select, 'Drukarka');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Helpdesk' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny');
    expect((field('Komentarz do zmiany') as HTMLTextAreaElement).value).toBe('');
    expect(select.value).toBe('Stary');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Helpdesk' }).checked).toBe(false);
    refuse();
    const panel = await screen.findByText('Failed to update task: awaria');
    // Where it was pressed, not out of sight at the head of the page.
    expect(panel.closest('form')).toBe(screen.getByRole('form', { name: 'Edycja zadania' }));
    await userEvent.type(field('Tytuł'), ' tytuł');
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny tytuł');
  });

  it.each([
    [{ success: false, message: 'Nie teraz.' }, 'Nie teraz.'],
    [{}, 'nieoczekiwany błąd.'],
  ])('that is answered %j is not claimed to be saved', async (body, reason) => {
    const { routes } = startServer();
    await openAs({ ...routes, 'PUT /api/tasks/:id': () => ({ body }) });
    await startEditing();
    await rewrite('Tytuł', 'Inny');
    await submit();
    await screen.findByText(`Failed to update task: ${reason}`);
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny');
    expect(JSON.stringify(localStorage)).toContain('task-edit');
  });

  it('says why it failed, in the error panel and at the field', async () => {
    const { api } = await openAs(startServer().routes);
    await startEditing();
    await rewrite('Tytuł', 'Inny');
    api.answer({
      'PUT /api/tasks/:id': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'Tytuł jest za długi', [
          { field: 'title', message: 'Tytuł jest za długi' },
        ]),
    });
    await submit();
    await screen.findByText('Failed to update task: Tytuł jest za długi');
    expect(field('Tytuł').getAttribute('aria-invalid')).toBe('true');
    api.answer({
      'PUT /api/tasks/:id': () =>
        problemAnswer(403, 'FORBIDDEN', 'Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR'),
    });
    await submit();
    await screen.findByText(
      'Failed to update task: Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
    );
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny');
  });
});

describe('when somebody else saved in between', () => {
  const openConflict = async () => {
    const server = startServer();
    const page = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Mój tytuł');
    server.save({ title: 'Cudzy tytuł', description: 'Cudzy opis' });
    await submit();
    const notice = (await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.')).closest(
      '[data-conflict]',
    ) as HTMLElement;
    return { server, ...page, notice };
  };

  it('shows both, and saves nothing before one has chosen', async () => {
    const { api, notice } = await openConflict();
    within(notice).getByText('Zapisano: Cudzy tytuł');
    within(notice).getByText('U Ciebie: Mój tytuł');
    within(notice).getByText('Zapisano: Cudzy opis');
    // Untouched here, it follows theirs.
    expect(within(notice).queryByText('U Ciebie: Zacięcie papieru')).toBeNull();
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect(document.activeElement).toBe(notice);
    await submit();
    expect(sent(api)).toHaveLength(1);
  });

  it('shows in the activity what they did', async () => {
    const { api } = await openConflict();
    const timesRead = (part: string) => api.requests.filter(({ path }) => path.endsWith(part)).length;
    await waitFor(() => expect([timesRead('/change-history'), timesRead('/comments')]).toEqual([2, 2]));
  });

  it('keeps mine on top of theirs', async () => {
    const { server } = await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Zachowaj moje zmiany' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Mój tytuł');
    expect((field('Opis') as HTMLTextAreaElement).value).toBe('Cudzy opis');
    expect(document.activeElement).toBe(field('Tytuł'));
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(server.taskNow()).toMatchObject({ title: 'Mój tytuł', description: 'Cudzy opis' });
  });

  it('takes theirs and drops mine', async () => {
    await openConflict();
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież i porzuć moje zmiany' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Cudzy tytuł');
    expect(document.activeElement).toBe(field('Tytuł'));
    expect(screen.queryByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeNull();
  });

  it('is no conflict when both wrote the same', async () => {
    const server = startServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Nasz tytuł');
    server.save({ title: 'Nasz tytuł' });
    await submit();
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    expect(sent(api)).toHaveLength(2);
    expect(server.taskNow()).toMatchObject({ title: 'Nasz tytuł' });
  });

  it('is no conflict when they only moved the task: both stand', async () => {
    const server = startServer();
    const { api } = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Mój tytuł');
    server.save({ statusName: 'W toku', statusType: 'INTERMEDIATE' });
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Mój tytuł' });
    expect(sent(api).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
    expect(server.taskNow()).toMatchObject({ title: 'Mój tytuł', statusName: 'W toku' });
  });
});

describe('a draft of an edit', () => {
  it('survives a reload, says so, and can be dropped', async () => {
    const server = startServer();
    const first = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Szkic tytułu');
    first.unmount();
    await openAs(server.routes);
    await screen.findByText(/Przywrócono niezapisany szkic/);
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Szkic tytułu');
    await userEvent.click(screen.getByRole('button', { name: 'Odrzuć szkic' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Nie działa drukarka');
    expect(document.activeElement).toBe(field('Tytuł'));
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Szkic tytułu'));
  });

  it('knows what it began from: what was saved meanwhile is not overwritten', async () => {
    const server = startServer();
    const first = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Szkic tytułu');
    first.unmount();
    server.save({ title: 'Cudzy tytuł' });
    await openAs(server.routes);
    await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.');
  });

  it('is gone once saved, and is another person’s secret', async () => {
    const server = startServer();
    const first = await openAs(server.routes);
    await startEditing();
    await rewrite('Tytuł', 'Szkic tytułu');
    first.unmount();
    signInAs({ email: 'anna@acme.test' });
    const second = await openRemote(address, server.routes, undefined);
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(screen.queryByDisplayValue('Szkic tytułu')).toBeNull();
    second.unmount();
    await openAs(server.routes);
    await screen.findByDisplayValue('Szkic tytułu');
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Szkic tytułu' });
    expect(JSON.stringify(localStorage)).not.toContain('task-edit');
  });

  it('is asked about before it is left or discarded', async () => {
    const { currentAddress } = await openAs(startServer().routes);
    await startEditing();
    await rewrite('Tytuł', 'Szkic tytułu');
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('dialog', { name: 'Zmiany nie zostały zapisane' });
    await userEvent.click(screen.getByRole('button', { name: 'Zostań' }));
    expect(currentAddress()).toBe(address);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    const dialog = await screen.findByRole('dialog', { name: 'Odrzucić zmiany?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Odrzuć zmiany' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    expect(JSON.stringify(localStorage)).not.toContain('Szkic tytułu');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edytuj'));
  });
});
