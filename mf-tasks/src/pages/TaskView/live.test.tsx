import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  comment,
  fakeTaskApi,
  id,
  movedTaskResponse,
  openAs,
  readPostBodies,
  transition,
} from './test-support';

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
const createRequestCounter =
  ({ api }: Awaited<ReturnType<typeof openAs>>) =>
  (part = '') =>
    api.requests.filter(({ path }) => path === `/api/tasks/${id}${part}`).length;
const openTask = async (routes = fakeTaskApi({ transitions: [transition()] })) => {
  const page = await openAs(operator, {
    'GET /api/tasks/:id/parameters': () => ({ body: { success: true, parameters: [] } }),
    ...routes,
  });
  await screen.findByRole('button', { name: 'Rozpocznij' });
  await screen.findByText('Brak aktywności');
  return { ...page, countRequests: createRequestCounter(page) };
};
const parts = ['', '/transitions', '/comments', '/status-history', '/assignment-history', '/change-history'];

describe('live updates of a task', () => {
  it('refetches all parts without a loading state', async () => {
    const { api, countRequests } = await openTask();
    expect(api.openStreams()).toEqual([{ path: `/api/tasks/${id}/live` }]);
    let respond = (): void => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const changedTask = fakeTaskApi({
      task: { statusName: 'W toku', statusType: 'INTERMEDIATE' },
      transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })],
    });
    api.respond({
      ...changedTask,
      'GET /api/tasks/:id/comments': async () => {
        await responded;
        return { body: { success: true, comments: [comment()] } };
      },
    });
    await api.emitChange();
    await screen.findByRole('button', { name: 'Zakończ' });
    expect(screen.getAllByText('W toku').length).toBeGreaterThan(0);
    // The comments are still loading.
    screen.getByText('Brak aktywności');
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
    respond();
    await screen.findByText('Jadę na miejsce.');
    expect(parts.map(countRequests)).toEqual(parts.map(() => 2));
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
    await waitFor(() => expect(countRequests('/transitions')).toBe(3));
    expect(button.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(button);
    await waitFor(() => expect(readPostBodies(api)).toMatchObject([{ transitionId: 5 }]));
  });

  it('refetches once for several changes within two seconds', async () => {
    const { api, countRequests } = await openTask();
    for (let times = 0; times < 3; times += 1) await api.emitChange();
    await advance(0.5);
    expect(countRequests('/comments')).toBe(2);
    await advance(2);
    expect(countRequests('/comments')).toBe(3);
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

  it('does not refetch a failed part', async () => {
    const page = await openAs(operator, {
      ...fakeTaskApi({ transitions: [transition()], comments: [comment()] }),
      'GET /api/tasks/:id/change-history': () => problemResponse(500, 'INTERNAL_ERROR', 'awaria'),
    });
    await screen.findByText('Nie udało się pobrać aktywności.');
    const countRequests = createRequestCounter(page);
    const { api } = page;
    await api.emitChange();
    await waitFor(() => expect(countRequests('/comments')).toBe(2));
    expect(countRequests('/change-history')).toBe(1);
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

  it('refetches the other parts but not the data of the form', async () => {
    const { api, title, countRequests } = await startEdit();
    fireEvent.change(title, { target: { value: 'Mój tytuł' } });
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    await api.emitChange();
    await advance(10);
    expect([countRequests(), countRequests('/parameters'), countRequests('/comments')]).toEqual([1, 1, 3]);
    expect([title.isConnected, title.value, document.activeElement]).toEqual([true, 'Mój tytuł', title]);
    expect(screen.queryByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeNull();
  });

  it('refetches the task once after the edit is cancelled', async () => {
    const { api, countRequests } = await startEdit();
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await screen.findByRole('heading', { level: 1, name: 'Cudzy tytuł' });
    expect(countRequests()).toBe(2);
  });

  it('does not refetch after cancelling if there was no change', async () => {
    const { countRequests } = await startEdit();
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    await advance(5);
    expect(countRequests()).toBe(1);
  });
});
