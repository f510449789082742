import type { Task } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { comment, countTaskRequests, fakeTaskApi, openAs, transition } from '../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('./TaskViewPage'),
      import('./edit/EditTask'),
      import('./TaskTransitions'),
      import('../../transitions/TransitionModal'),
    ]),
  60_000,
);
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  signOutForTest();
});

const operator: Parameters<typeof openAs>[0] = ['hasBasePermission', 'hasOperatorPermission'];
const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const openTask = async (routes = fakeTaskApi({ transitions: [transition()] })) => {
  const page = await openAs(operator, routes);
  await screen.findByRole('button', { name: 'Rozpocznij' });
  await screen.findByText('Brak aktywności');
  return { ...page, countRequests: () => countTaskRequests(page.api) };
};
const show = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
};
/** API after another user has changed the task. */
const changedTaskApi = (more = {}) =>
  fakeTaskApi({
    task: { statusName: 'W toku', statusType: 'INTERMEDIATE', ...more },
    transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })],
    comments: [comment()],
  });

describe('polling of a task', () => {
  it("shows another user's change within a minute", async () => {
    const { api } = await openTask();
    api.respond(changedTaskApi());
    await advance(61);
    await screen.findByText('Jadę na miejsce.');
    screen.getByRole('button', { name: 'Zakończ' });
    expect(screen.getAllByText('W toku').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Rozpocznij' })).toBeNull();
  });

  it('pauses while the page is hidden, and refetches when it becomes visible', async () => {
    const { api, countRequests } = await openTask();
    show('hidden');
    api.respond(changedTaskApi());
    await advance(300);
    expect(countRequests()).toBe(1);
    show('visible');
    await screen.findByText('Jadę na miejsce.');
    await screen.findByRole('button', { name: 'Zakończ' });
  });

  it('keeps the text and the focus of the comment field', async () => {
    const { api } = await openTask();
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Komentarz' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'Jestem' } });
    api.respond(changedTaskApi());
    await advance(61);
    await screen.findByText('Jadę na miejsce.');
    expect([field.isConnected, field.value, document.activeElement]).toEqual([true, 'Jestem', field]);
  });

  it('moves the focus to the section when the focused button disappears', async () => {
    const { api } = await openTask();
    act(() => screen.getByRole('button', { name: 'Rozpocznij' }).focus());
    api.respond(changedTaskApi());
    await advance(61);
    await screen.findByRole('button', { name: 'Zakończ' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Dostępne przejścia' })),
    );
  });

  it('keeps the transition dialog open with its input', async () => {
    const asked = {
      parameterId: 9,
      displayName: 'Koszt',
      parameterType: 'TEXT' as const,
      isMandatory: true,
      defaultValue: null,
      dictionaryValues: [],
    };
    const { api, countRequests } = await openTask(
      fakeTaskApi({ transitions: [transition({ requiredParameters: [asked] })] }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Koszt' }), { target: { value: '120' } });
    api.respond(fakeTaskApi({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await advance(61);
    await waitFor(() => expect(countRequests()).toBe(2));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Koszt' }).value).toBe('120');
  });

  it('stops when the task no longer exists', async () => {
    const { api, countRequests } = await openTask();
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await advance(61);
    await screen.findByRole('heading', { name: /Nie znaleziono zadania/ });
    await advance(300);
    expect(countRequests()).toBe(2);
  });
});

describe('polling during an edit', () => {
  const versioned = (
    etag: string,
    changes: Partial<Task> = {},
    comments = [] as ReturnType<typeof comment>[],
  ) =>
    fakeTaskApi({
      task: { title: 'Nie działa drukarka', ...changes },
      etag,
      transitions: [transition()],
      comments,
    });
  const startEdit = async () => {
    const page = await openTask(versioned('"1"'));
    fireEvent.click(screen.getByRole('button', { name: 'Edytuj' }));
    await screen.findByRole('form', { name: 'Edycja zadania' });
    const description = screen.getByRole('textbox', { name: 'Opis' });
    fireEvent.change(description, { target: { value: 'Już nie' } });
    const readSentEtags = () =>
      page.api.requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match']);
    page.api.respond({
      ...versioned('"2"', { title: 'Cudzy tytuł', description: 'Cudzy opis' }, [comment()]),
      'PUT /api/tasks/:id': ({ headers }) =>
        headers['if-match'] === '"2"'
          ? { body: { success: true, message: '' } }
          : problemResponse(412, 'PRECONDITION_FAILED', 'Ktoś inny zapisał zadanie w międzyczasie.'),
    });
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Zapisz zmiany' }));
    return { ...page, description, readSentEtags, save };
  };

  it('shows new comments but keeps the task; saving reports the conflict', async () => {
    const { countRequests, readSentEtags, save } = await startEdit();
    await advance(300);
    expect(countRequests()).toBeGreaterThan(3);
    screen.getByText('Jadę na miejsce.');
    screen.getByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(screen.queryByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeNull();
    save();
    await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.');
    expect(readSentEtags()).toEqual(['"1"']);
  });

  it('keeps the input and shows the conflict when the page becomes visible', async () => {
    const { description, readSentEtags, save } = await startEdit();
    show('hidden');
    await advance(300);
    show('visible');
    await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.');
    expect((description as HTMLTextAreaElement).value).toBe('Już nie');
    save();
    expect(readSentEtags()).toEqual([]);
  });

  it('saves with the initial ETag, also if a refetch found no conflict', async () => {
    const { api, readSentEtags, save } = await startEdit();
    api.respond(versioned('"2"'));
    show('hidden');
    await advance(300);
    show('visible');
    await advance(1);
    save();
    await waitFor(() => expect(readSentEtags()).toEqual(['"1"', '"2"']));
  });
});
