import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { comment, id, openAs, transition, world } from './test-support';

// Compiled before anybody waits for it.
beforeAll(
  () => Promise.all([import('./TaskViewPage'), import('./edit/EditTask'), import('./TransitionModal')]),
  60_000,
);
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  signOutForTest();
});

const operator: Parameters<typeof openAs>[0] = ['hasBasePermission', 'hasOperatorPermission'];
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const openTask = async (routes = world({ transitions: [transition()] })) => {
  const page = await openAs(operator, routes);
  await screen.findByRole('button', { name: 'Rozpocznij' });
  await screen.findByText('Brak aktywności');
  const timesRead = (path = `/api/tasks/${id}`) =>
    page.api.requests.filter((request) => request.path === path).length;
  return { ...page, timesRead };
};
const show = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
};
/** As a colleague has left it. */
const moved = (more = {}) =>
  world({
    task: { statusName: 'W toku', statusType: 'INTERMEDIATE', ...more },
    transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })],
    comments: [comment()],
  });

describe('what a colleague does to an open task', () => {
  it('appears within a minute', async () => {
    const { api } = await openTask();
    api.answer(moved());
    await pass(61);
    await screen.findByText('Jadę na miejsce.');
    screen.getByRole('button', { name: 'Zakończ' });
    expect(screen.getAllByText('W toku').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Rozpocznij' })).toBeNull();
  });

  it('is not asked for while nobody looks, and appears when one comes back', async () => {
    const { api, timesRead } = await openTask();
    show('hidden');
    api.answer(moved());
    await pass(300);
    expect(timesRead()).toBe(1);
    show('visible');
    await screen.findByText('Jadę na miejsce.');
    await screen.findByRole('button', { name: 'Zakończ' });
  });

  it('leaves a comment that somebody writes, and the focus in it', async () => {
    const { api } = await openTask();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Komentarz' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'Jestem' } });
    api.answer(moved());
    await pass(61);
    await screen.findByText('Jadę na miejsce.');
    expect([field.isConnected, field.value, document.activeElement]).toEqual([true, 'Jestem', field]);
  });

  it('leaves a keyboard where it was, when the button under it is gone', async () => {
    const { api } = await openTask();
    act(() => screen.getByRole('button', { name: 'Rozpocznij' }).focus());
    api.answer(moved());
    await pass(61);
    await screen.findByRole('button', { name: 'Zakończ' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Dostępne przejścia' })),
    );
  });

  it('does not close what somebody fills in to run a transition', async () => {
    const asked = {
      parameterId: 9,
      displayName: 'Koszt',
      parameterType: 'TEXT' as const,
      isMandatory: true,
      defaultValue: null,
      dictionaryValues: [],
    };
    const { api, timesRead } = await openTask(
      world({ transitions: [transition({ requiredParameters: [asked] })] }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Koszt' }), { target: { value: '120' } });
    api.answer(world({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await pass(61);
    await waitFor(() => expect(timesRead(`/api/tasks/${id}/transitions`)).toBe(2));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Koszt' }).value).toBe('120');
  });

  it('is not asked for any more once the task is gone', async () => {
    const { api, timesRead } = await openTask();
    api.answer({ 'GET /api/tasks/:id': () => problemAnswer(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await pass(61);
    await screen.findByRole('heading', { name: /Nie znaleziono zadania/ });
    await pass(300);
    expect(timesRead()).toBe(2);
  });
});

describe('an edit under way', () => {
  const versioned = (etag: string, title: string) => {
    const routes = world({ task: { title }, transitions: [transition()] });
    return {
      ...routes,
      'GET /api/tasks/:id': async () => ({ ...(await readTask(routes)), headers: { etag } }),
    };
  };
  const readTask = (routes: ReturnType<typeof world>) => {
    const answer = routes['GET /api/tasks/:id'];
    return answer?.({} as Parameters<typeof answer>[0]) as { body: object };
  };
  const startEdit = async () => {
    const page = await openTask(versioned('"1"', 'Nie działa drukarka'));
    fireEvent.click(screen.getByRole('button', { name: 'Edytuj' }));
    await screen.findByRole('form', { name: 'Edycja zadania' });
    const description = screen.getByRole('textbox', { name: 'Opis' });
    fireEvent.change(description, { target: { value: 'Już nie' } });
    const sentTags = () =>
      page.api.requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match']);
    page.api.answer({
      ...versioned('"2"', 'Cudzy tytuł'),
      'PUT /api/tasks/:id': ({ headers }) =>
        headers['if-match'] === '"2"'
          ? { body: { success: true, message: '' } }
          : problemAnswer(412, 'PRECONDITION_FAILED', 'Ktoś inny zapisał zadanie w międzyczasie.'),
    });
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Zapisz zmiany' }));
    return { ...page, description, sentTags, save };
  };

  it('is saved over the state that it began from, and its conflict is shown', async () => {
    const { timesRead, sentTags, save } = await startEdit();
    await pass(300);
    expect(timesRead()).toBe(1);
    expect(timesRead(`/api/tasks/${id}/comments`)).toBeGreaterThan(3);
    save();
    await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.');
    expect(sentTags()).toEqual(['"1"']);
  });

  it('keeps what was written, and shows the conflict, when one comes back to it', async () => {
    const { description, sentTags, save } = await startEdit();
    show('hidden');
    await pass(300);
    show('visible');
    await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.');
    expect((description as HTMLTextAreaElement).value).toBe('Już nie');
    save();
    expect(sentTags()).toEqual([]);
  });

  it('has the tag of its beginning also where what was read since is no conflict', async () => {
    const { api, sentTags, save } = await startEdit();
    api.answer(versioned('"2"', 'Nie działa drukarka'));
    show('hidden');
    await pass(300);
    show('visible');
    await pass(1);
    save();
    await waitFor(() => expect(sentTags()).toEqual(['"1"', '"2"']));
  });
});
