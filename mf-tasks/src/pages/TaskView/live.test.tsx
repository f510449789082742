import { endSession } from '@obieg/web-kit';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  comment,
  countTaskRequests,
  delayTask,
  fakeTaskApi,
  id,
  movedTaskResponse,
  openAs,
  readPostBodies,
  transition,
} from '../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () => Promise.all([import('./TaskViewPage'), import('./edit/EditTask'), import('./AssignmentModal')]),
  60_000,
);
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  signOutForTest();
});

const operator: Parameters<typeof openAs>[0] = ['hasBasePermission', 'hasOperatorPermission'];
const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const openTask = async (routes = fakeTaskApi({ transitions: [transition()] })) => {
  const page = await openAs(operator, {
    'GET /api/tasks/:id/parameters': () => ({ body: { success: true, parameters: [] } }),
    ...routes,
  });
  await screen.findByRole('button', { name: 'Rozpocznij' });
  await screen.findByText('Brak aktywności');
  return { ...page, countRequests: () => countTaskRequests(page.api) };
};

describe('live updates of a task', () => {
  it('refetches all parts with one request and without a loading state', async () => {
    const { api, countRequests } = await openTask();
    expect(api.openStreams()).toEqual([{ path: `/api/tasks/${id}/live` }]);
    const { routes, release } = delayTask({
      task: { statusName: 'W toku', statusType: 'INTERMEDIATE' },
      transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })],
      comments: [comment()],
    });
    api.respond(routes);
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(2));
    screen.getByText('Brak aktywności');
    screen.getByRole('button', { name: 'Rozpocznij' });
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
    release();
    await screen.findByText('Jadę na miejsce.');
    screen.getByRole('button', { name: 'Zakończ' });
    expect(screen.getAllByText('W toku').length).toBeGreaterThan(0);
    expect(countRequests()).toBe(2);
  });

  it('ignores clicks shortly after the transitions change, and keeps the focus', async () => {
    const start = transition();
    const finish = (canExecute: boolean) =>
      transition({ transitionId: 6, transitionName: 'Zakończ', canExecute });
    const { api, countRequests } = await openTask({
      ...fakeTaskApi({ transitions: [start, finish(false)] }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    const button = screen.getByRole('button', { name: 'Rozpocznij' });
    act(() => button.focus());
    api.respond(fakeTaskApi({ transitions: [finish(true), start] }));
    await api.emitChange();
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /Rozpocznij|Zakończ/ })[1]).toBe(button),
    );
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('button', { name: 'Zakończ' }));
    await advance(0.1);
    expect([readPostBodies(api), document.activeElement]).toEqual([[], button]);
    // A refetch with the same transitions needs no guard.
    await advance(2);
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(3));
    expect(button.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(button);
    await waitFor(() => expect(readPostBodies(api)).toMatchObject([{ transitionId: 5 }]));
  });

  it('refetches once for several changes within two seconds', async () => {
    const { api, countRequests } = await openTask();
    for (let times = 0; times < 3; times += 1) await api.emitChange();
    await advance(0.5);
    expect(countRequests()).toBe(2);
    await advance(2);
    expect(countRequests()).toBe(3);
  });

  it('hides a task that was deleted or became invisible, and disconnects', async () => {
    const { api, countRequests } = await openTask();
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await api.emitChange();
    await screen.findByRole('heading', { name: /Nie znaleziono zadania/ });
    expect(api.openStreams()).toEqual([]);
    await advance(300);
    expect(countRequests()).toBe(2);
  });

  it('keeps the text and the focus of the comment field', async () => {
    const { api } = await openTask();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Komentarz' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'Jestem' } });
    api.respond(fakeTaskApi({ comments: [comment()] }));
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    expect([field.isConnected, field.value, document.activeElement]).toEqual([true, 'Jestem', field]);
  });

  it('keeps the assignment dialog open with its input', async () => {
    const { api } = await openTask();
    fireEvent.click(screen.getByRole('button', { name: 'Zmień przypisanie' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: /Komentarz/ });
    fireEvent.change(field, { target: { value: 'Weź to' } });
    api.respond(fakeTaskApi({ task: { statusName: 'W toku' }, comments: [comment()] }));
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    expect([field.isConnected, field.value]).toEqual([true, 'Weź to']);
  });

  it('keeps the task and shows the error when the refetch fails, and recovers with the next change', async () => {
    const { api } = await openTask();
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(500, 'INTERNAL_ERROR', 'awaria') });
    await api.emitChange();
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
    screen.getByRole('button', { name: 'Rozpocznij' });
    api.respond(fakeTaskApi({ comments: [comment()] }));
    await advance(2);
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    expect(screen.queryByText('Błąd podczas ładowania zadania: awaria')).toBeNull();
  });
});

describe('live connection', () => {
  it('opens no connection for accounts without access to the task', async () => {
    const { api } = await openAs(['hasBasePermission'], fakeTaskApi({ task: { view: 'visitor' } }));
    await screen.findByText('Brak aktywności');
    await advance(5);
    expect(api.openStreams()).toEqual([]);
  });

  it('opens no connection for visitors', async () => {
    const { api } = await openAs(undefined, fakeTaskApi());
    await screen.findByText('Brak aktywności');
    await advance(5);
    expect(api.openStreams()).toEqual([]);
  });
});

describe('live updates during an edit', () => {
  const startEdit = async () => {
    const page = await openTask();
    fireEvent.click(screen.getByRole('button', { name: 'Edytuj' }));
    await screen.findByRole('form', { name: 'Edycja zadania' });
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tytuł' });
    act(() => title.focus());
    page.api.respond(fakeTaskApi({ task: { title: 'Cudzy tytuł' }, comments: [comment()] }));
    return { ...page, title };
  };

  it('shows the changed parts but keeps the task and the form', async () => {
    const { api, title, countRequests } = await startEdit();
    fireEvent.change(title, { target: { value: 'Mój tytuł' } });
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    await advance(2);
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(3));
    await advance(10);
    const parameterRequests = api.requests.filter(({ path }) => path.endsWith('/parameters'));
    expect([countRequests(), parameterRequests.length]).toEqual([3, 1]);
    expect([title.isConnected, title.value, document.activeElement]).toEqual([true, 'Mój tytuł', title]);
    screen.getByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(screen.queryByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeNull();
  });

  it('keeps the form without an error when the refresh fails', async () => {
    const { api, title } = await startEdit();
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(500, 'INTERNAL_ERROR', 'awaria') });
    await api.emitChange();
    await advance(2);
    expect([title.isConnected, screen.queryByText(/awaria/)]).toEqual([true, null]);
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
  });

  it('requests a deleted task once more, after the edit', async () => {
    const { api, title, countRequests } = await startEdit();
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(2));
    await advance(2);
    await api.emitChange();
    await advance(300);
    expect([title.isConnected, countRequests()]).toEqual([true, 2]);
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await screen.findByRole('heading', { name: /Nie znaleziono zadania/ });
    await advance(300);
    expect(countRequests()).toBe(3);
  });

  it('shows no refresh that is older than the own comment', async () => {
    const { api, countRequests } = await startEdit();
    const { routes, release } = delayTask({ comments: [] });
    api.respond(routes);
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(2));
    api.respond({
      ...fakeTaskApi({ comments: [comment()] }),
      'POST /api/tasks/:id/comment': () => ({ status: 201, ...movedTaskResponse() }),
    });
    fireEvent.change(screen.getByRole('textbox', { name: 'Komentarz' }), { target: { value: 'Jadę.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await screen.findByText('Jadę na miejsce.');
    release();
    await advance(2);
    screen.getByText('Jadę na miejsce.');
  });

  it('does not show a refresh that arrives after signing out', async () => {
    const { api, countRequests } = await startEdit();
    const { routes, release } = delayTask({ comments: [comment()] });
    api.respond(routes);
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(2));
    api.respond({ 'GET /api/tasks/:id': () => new Promise(() => {}) });
    act(endSession);
    release();
    await advance(2);
    expect(screen.queryByText('Jadę na miejsce.')).toBeNull();
  });

  it('shows the saved task when the edit ends during a refresh', async () => {
    const { api, countRequests } = await startEdit();
    api.respond({ 'GET /api/tasks/:id': () => new Promise(() => {}) });
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(2));
    api.respond(fakeTaskApi({ task: { title: 'Cudzy tytuł' }, comments: [comment()] }));
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await screen.findByRole('heading', { level: 1, name: 'Cudzy tytuł' });
    screen.getByText('Jadę na miejsce.');
  });

  it('refetches the task once after the edit is cancelled', async () => {
    const { api, countRequests } = await startEdit();
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await screen.findByRole('heading', { level: 1, name: 'Cudzy tytuł' });
    await advance(5);
    expect(countRequests()).toBe(3);
  });

  it('does not refetch after cancelling if there was no change', async () => {
    const { countRequests } = await startEdit();
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    await advance(5);
    expect(countRequests()).toBe(1);
  });
});
