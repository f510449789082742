import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { comment, id, moved, openAs, posted, transition, world } from './test-support';

// Compiled before anybody waits for it.
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
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const countReads =
  ({ api }: Awaited<ReturnType<typeof openAs>>) =>
  (part = '') =>
    api.requests.filter(({ path }) => path === `/api/tasks/${id}${part}`).length;
const openTask = async (routes = world({ transitions: [transition()] })) => {
  const page = await openAs(operator, {
    'GET /api/tasks/:id/parameters': () => ({ body: { success: true, parameters: [] } }),
    ...routes,
  });
  await screen.findByRole('button', { name: 'Rozpocznij' });
  await screen.findByText('Brak aktywności');
  return { ...page, timesRead: countReads(page) };
};
const parts = ['', '/transitions', '/comments', '/status-history', '/assignment-history', '/change-history'];

describe('what a colleague does to an open task', () => {
  it('appears at once, in all its parts, and nothing is covered meanwhile', async () => {
    const { api, timesRead } = await openTask();
    expect(api.openStreams()).toEqual([{ path: `/api/tasks/${id}/live` }]);
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const moved = world({
      task: { statusName: 'W toku', statusType: 'INTERMEDIATE' },
      transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })],
    });
    api.answer({
      ...moved,
      'GET /api/tasks/:id/comments': async () => {
        await answered;
        return { body: { success: true, comments: [comment()] } };
      },
    });
    await api.emitChange();
    await screen.findByRole('button', { name: 'Zakończ' });
    expect(screen.getAllByText('W toku').length).toBeGreaterThan(0);
    // The comments are still on their way.
    screen.getByText('Brak aktywności');
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
    answer();
    await screen.findByText('Jadę na miejsce.');
    expect(parts.map(timesRead)).toEqual(parts.map(() => 2));
  });

  it('puts nothing under a press that was meant for what stood there, and leaves the keyboard where it is', async () => {
    const start = transition();
    const finish = (canExecute: boolean) =>
      transition({ transitionId: 6, transitionName: 'Zakończ', canExecute });
    const { api, timesRead } = await openTask({
      ...world({ transitions: [start, finish(false)] }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const button = screen.getByRole('button', { name: 'Rozpocznij' });
    act(() => button.focus());
    api.answer(world({ transitions: [finish(true), start] }));
    await api.emitChange();
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /Rozpocznij|Zakończ/ })[1]).toBe(button),
    );
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('button', { name: 'Zakończ' }));
    await pass(0.1);
    expect([posted(api), document.activeElement]).toEqual([[], button]);
    // What is offered as before has been seen before.
    await pass(2);
    await api.emitChange();
    await waitFor(() => expect(timesRead('/transitions')).toBe(3));
    expect(button.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(button);
    await waitFor(() => expect(posted(api)).toMatchObject([{ transitionId: 5 }]));
  });

  it('is read once for much that happens in two seconds', async () => {
    const { api, timesRead } = await openTask();
    for (let times = 0; times < 3; times += 1) await api.emitChange();
    await pass(0.5);
    expect(timesRead('/comments')).toBe(2);
    await pass(2);
    expect(timesRead('/comments')).toBe(3);
  });

  it('takes away what has been deleted or handed on out of sight', async () => {
    const { api, timesRead } = await openTask();
    api.answer({ 'GET /api/tasks/:id': () => problemAnswer(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await api.emitChange();
    await screen.findByRole('heading', { name: /Nie znaleziono zadania/ });
    expect(api.openStreams()).toEqual([]);
    await pass(300);
    expect(timesRead()).toBe(2);
  });

  it('leaves a comment that somebody writes, and the focus in it', async () => {
    const { api } = await openTask();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Komentarz' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'Jestem' } });
    api.answer(world({ comments: [comment()] }));
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    expect([field.isConnected, field.value, document.activeElement]).toEqual([true, 'Jestem', field]);
  });

  it('leaves open the dialog in which somebody assigns it', async () => {
    const { api } = await openTask();
    fireEvent.click(screen.getByRole('button', { name: 'Zmień przypisanie' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: /Komentarz/ });
    fireEvent.change(field, { target: { value: 'Weź to' } });
    api.answer(world({ task: { statusName: 'W toku' }, comments: [comment()] }));
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    expect([field.isConnected, field.value]).toEqual([true, 'Weź to']);
  });

  it('does not touch what could not be had: its retry button is the reader’s', async () => {
    const page = await openAs(operator, {
      ...world({ transitions: [transition()], comments: [comment()] }),
      'GET /api/tasks/:id/change-history': () => problemAnswer(500, 'INTERNAL_ERROR', 'awaria'),
    });
    await screen.findByText('Nie udało się pobrać aktywności.');
    const timesRead = countReads(page);
    const { api } = page;
    await api.emitChange();
    await waitFor(() => expect(timesRead('/comments')).toBe(2));
    expect(timesRead('/change-history')).toBe(1);
  });
});

it('who reads what is not addressed to them is told nothing', async () => {
  const { api } = await openAs(['hasBasePermission'], world({ task: { view: 'visitor' } }));
  await screen.findByText('Brak aktywności');
  await pass(5);
  expect(api.openStreams()).toEqual([]);
});

it('a visitor is told nothing', async () => {
  const { api } = await openAs(undefined, world());
  await screen.findByText('Brak aktywności');
  await pass(5);
  expect(api.openStreams()).toEqual([]);
});

describe('an edit under way', () => {
  const startEdit = async () => {
    const page = await openTask();
    fireEvent.click(screen.getByRole('button', { name: 'Edytuj' }));
    await screen.findByRole('form', { name: 'Edycja zadania' });
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tytuł' });
    act(() => title.focus());
    page.api.answer(world({ task: { title: 'Cudzy tytuł' }, comments: [comment()] }));
    return { ...page, title };
  };

  it('keeps its ground: only what happened around it is read', async () => {
    const { api, title, timesRead } = await startEdit();
    fireEvent.change(title, { target: { value: 'Mój tytuł' } });
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    await api.emitChange();
    await pass(10);
    expect([timesRead(), timesRead('/parameters'), timesRead('/comments')]).toEqual([1, 1, 3]);
    expect([title.isConnected, title.value, document.activeElement]).toEqual([true, 'Mój tytuł', title]);
    expect(screen.queryByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeNull();
  });

  it('that is given up shows at once what was put off, and reads it once', async () => {
    const { api, timesRead } = await startEdit();
    await api.emitChange();
    await screen.findByText('Jadę na miejsce.');
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await screen.findByRole('heading', { level: 1, name: 'Cudzy tytuł' });
    expect(timesRead()).toBe(2);
  });

  it('that is given up reads nothing where nothing was told', async () => {
    const { timesRead } = await startEdit();
    fireEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    await pass(5);
    expect(timesRead()).toBe(1);
  });
});
