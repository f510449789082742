import { mapTaskTexts } from '@obieg/contracts';
import { type FakeResponse, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { invisibleText, openRemote } from '../../../test-support';
import {
  address,
  field,
  openAs,
  readSaveRequests,
  replaceText,
  startEditing,
  startFakeServer,
  submit,
} from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./EditTask')]), 60_000);
afterEach(() => {
  vi.restoreAllMocks();
  signOutForTest();
});

describe('EditTask (spec 3 §2, §5, §6)', () => {
  it('is offered to operators only', async () => {
    await openRemote(address, startFakeServer().routes, ['hasBasePermission']);
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(screen.queryByRole('button', { name: 'Edytuj' })).toBeNull();
  });

  it('sends the ETag and the changed answers, and shows the updated task', async () => {
    const { api } = await openAs(startFakeServer().routes);
    await startEditing();
    await waitFor(() => expect(document.activeElement).toBe(field('Tytuł')));
    await replaceText('Tytuł', 'Nie działa skaner');
    await replaceText('Model', 'Canon');
    await userEvent.type(field('Komentarz do zmiany'), 'Poprawka');
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Nie działa skaner' });
    expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull();
    const [request] = readSaveRequests(api);
    expect(request?.headers['if-match']).toBe('"1"');
    expect(request?.body).toEqual({
      title: 'Nie działa skaner',
      ...mapTaskTexts(() => null),
      description: 'Zacięcie papieru',
      visibleUserIds: [],
      visibleGroupIds: [],
      workflowParameters: { 2: 'Canon' },
      comment: 'Poprawka',
    });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edytuj'));
  });

  it('keeps the scroll position of the focused field when parameters load above it', async () => {
    let release = (): void => {};
    const { routes } = startFakeServer();
    const questions = routes['GET /api/tasks/:id/parameters'] as () => FakeResponse;
    await openAs({
      ...routes,
      'GET /api/tasks/:id/parameters': () =>
        new Promise<FakeResponse>((resolve) => {
          release = () => resolve(questions());
        }),
    });
    await startEditing();
    const areParametersLoaded = () => screen.queryByRole('textbox', { name: 'Model' }) !== null;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, areParametersLoaded() ? 800 : 600, 400, 200),
    );
    const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => {});
    act(() => screen.getByRole('combobox', { name: 'Widoczne dla użytkowników' }).focus());
    release();
    await waitFor(() => expect(areParametersLoaded()).toBe(true));
    expect(scrollBy.mock.calls).toEqual([[{ top: 200, behavior: 'instant' }]]);
  });

  it('rejects a visible user that was typed but not selected', async () => {
    const { api } = await openAs(startFakeServer().routes);
    await startEditing();
    await replaceText('Tytuł', 'Wypowiedzenie');
    const box = screen.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
    await userEvent.type(box, 'a');
    await submit();
    await screen.findByText('Wybierz pozycję z listy albo wyczyść pole');
    expect(document.activeElement).toBe(box);
    expect(readSaveRequests(api)).toEqual([]);
    await userEvent.clear(box);
    await submit();
    await waitFor(() => expect(readSaveRequests(api)).toHaveLength(1));
  });

  it.each(['   ', invisibleText])(
    'rejects the blank title %j and a blank answer at their fields',
    async (title) => {
      const { api } = await openAs(startFakeServer().routes);
      await startEditing();
      await replaceText('Tytuł', title);
      await userEvent.clear(await screen.findByRole('textbox', { name: 'Model' }));
      await submit();
      await screen.findByText('Tytuł jest wymagany');
      screen.getByText('Odpowiedź jest wymagana');
      await waitFor(() => expect(document.activeElement).toBe(field('Tytuł')));
      expect(readSaveRequests(api)).toEqual([]);
      await userEvent.type(field('Tytuł'), 'Nowy');
      expect(screen.queryByText('Tytuł jest wymagany')).toBeNull();
    },
  );

  it("shows a number in the user's format and accepts a comma as decimal separator", async () => {
    const { routes } = startFakeServer({
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
    await replaceText('Waga', '12,5');
    await replaceText('Tytuł', 'Waga');
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Waga' });
    expect(
      readSaveRequests(api).map(({ body }) => (body as { workflowParameters: object }).workflowParameters),
    ).toEqual([{}]);
  });

  it.each(['2026-12-24T12:30:00Z', '2026-12-24T12:30:15.5+05:30', '2026-12-24T12:30'])(
    "shows %s in the user's time zone and does not send it unchanged",
    async (stored) => {
      const when = { parameterId: 3, parameterType: 'DATETIME' as const };
      const { routes } = startFakeServer({
        parameterDetails: [{ ...when, parameterName: 'Kiedy?', parameterValue: stored }],
      });
      const { api } = await openAs({
        ...routes,
        'GET /api/tasks/:id/parameters': () => ({
          body: { success: true, parameters: [{ ...when, displayName: 'Kiedy?', dictionaryValues: [] }] },
        }),
      });
      const shown = (await screen.findByText(/^24\.12\.2026 /)).textContent;
      await startEditing();
      const input = await screen.findByLabelText<HTMLInputElement>('Kiedy?');
      expect(input.value.replace('T', ' ')).toBe(shown?.replace('24.12.2026', '2026-12-24'));
      await replaceText('Tytuł', 'Odbiór');
      await submit();
      await screen.findByRole('heading', { level: 1, name: 'Odbiór' });
      expect(readSaveRequests(api).map(({ body }) => body)).toMatchObject([{ workflowParameters: {} }]);
    },
  );

  it('offers the current value even if the dictionary no longer contains it', async () => {
    await openAs(startFakeServer().routes);
    await startEditing();
    const select = (await screen.findByRole('combobox', { name: 'Sprzęt' })) as HTMLSelectElement;
    expect(select.value).toBe('Stary');
    expect([...select.options].map(({ value }) => value)).toEqual(['', 'Stary', 'Drukarka']);
  });

  it('sends -1 when all visible users and groups are removed', async () => {
    const { api } = await openAs(
      startFakeServer({
        visibleUsers: [{ userId: 3, userName: 'marek', userEmail: 'marek@acme.test' }],
        visibleGroups: [{ groupId: 4, groupName: 'Helpdesk' }],
      }).routes,
    );
    await startEditing();
    await userEvent.click(await screen.findByRole('button', { name: /: marek$/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Helpdesk' }));
    await submit();
    await waitFor(() => expect(readSaveRequests(api)).toHaveLength(1));
    expect(readSaveRequests(api)[0]?.body).toMatchObject({ visibleUserIds: [-1], visibleGroupIds: [-1] });
  });

  it('names a visible group that has been deleted', async () => {
    await openAs(startFakeServer({ visibleGroups: [{ groupId: 7, groupName: 'Nocna zmiana' }] }).routes);
    await startEditing();
    await screen.findByRole('button', { name: /: Nocna zmiana$/ });
    expect(screen.queryByText('#7')).toBeNull();
  });

  it('is read-only and keeps the focus while saving', async () => {
    const { routes } = startFakeServer();
    let reject = () => {};
    const { api } = await openAs({
      ...routes,
      'PUT /api/tasks/:id': () =>
        new Promise((resolve) => {
          reject = () => resolve(problemResponse(500, 'INTERNAL_ERROR', 'awaria'));
        }),
    });
    await startEditing();
    const select = (await screen.findByRole('combobox', { name: 'Sprzęt' })) as HTMLSelectElement;
    await replaceText('Tytuł', 'Inny{Enter}');
    await waitFor(() => expect(readSaveRequests(api)).toHaveLength(1));
    expect(document.activeElement).toBe(field('Tytuł'));
    await userEvent.type(field('Tytuł'), ' tytuł');
    await userEvent.type(field('Komentarz do zmiany'), 'Jeszcze');
    await userEvent.selectOptions(select, 'Drukarka');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Helpdesk' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny');
    expect((field('Komentarz do zmiany') as HTMLTextAreaElement).value).toBe('');
    expect(select.value).toBe('Stary');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Helpdesk' }).checked).toBe(false);
    reject();
    const panel = await screen.findByText('Failed to update task: awaria');
    // The error is next to the button, not at the top of the page.
    expect(panel.closest('form')).toBe(screen.getByRole('form', { name: 'Edycja zadania' }));
    await userEvent.type(field('Tytuł'), ' tytuł');
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny tytuł');
  });

  it.each([
    [{ success: false, message: 'Nie teraz.' }, 'Nie teraz.'],
    [{}, 'nieoczekiwany błąd.'],
  ])('treats the response %j as a failure', async (body, reason) => {
    const { routes } = startFakeServer();
    await openAs({ ...routes, 'PUT /api/tasks/:id': () => ({ body }) });
    await startEditing();
    await replaceText('Tytuł', 'Inny');
    await submit();
    await screen.findByText(`Failed to update task: ${reason}`);
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny');
    expect(JSON.stringify(localStorage)).toContain('task-edit');
  });

  it.each([
    ['visibleUserIds', 'Widoczne dla użytkowników'],
    ['visibleGroupIds', 'Widoczne dla grup'],
  ])('shows a field error of %s at its field', async (name, label) => {
    const { routes } = startFakeServer();
    await openAs({
      ...routes,
      'PUT /api/tasks/:id': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [{ field: name, message: 'Nie ma ich tu' }]),
    });
    await startEditing();
    await replaceText('Tytuł', 'Inny');
    await submit();
    const beside = (await screen.findByText('Nie ma ich tu')).closest('p')?.parentElement as HTMLElement;
    within(beside).getByText(label);
  });

  it('shows a failure in the error panel and at the field', async () => {
    const { api } = await openAs(startFakeServer().routes);
    await startEditing();
    await replaceText('Tytuł', 'Inny');
    api.respond({
      'PUT /api/tasks/:id': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Tytuł jest za długi', [
          { field: 'title', message: 'Tytuł jest za długi' },
        ]),
    });
    await submit();
    await screen.findByText('Failed to update task: Tytuł jest za długi');
    expect(field('Tytuł').getAttribute('aria-invalid')).toBe('true');
    api.respond({
      'PUT /api/tasks/:id': () =>
        problemResponse(
          403,
          'FORBIDDEN',
          'Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
        ),
    });
    await submit();
    await screen.findByText(
      'Failed to update task: Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
    );
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Inny');
  });

  it('focuses the groups on their field error', async () => {
    const { api } = await openAs(startFakeServer().routes);
    await startEditing();
    const group = await screen.findByRole('checkbox', { name: 'Helpdesk' });
    api.respond({
      'PUT /api/tasks/:id': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Nie ma takiej grupy', [
          { field: 'visibleGroupIds', message: 'Nie ma takiej grupy' },
        ]),
    });
    await submit();
    await screen.findByText('Nie ma takiej grupy');
    await waitFor(() => expect(document.activeElement).toBe(group));
  });
});
