import type { TransitionOption } from '@obieg/contracts';
import { useNotices } from '@obieg/web-kit';
import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { moved, openAs, posted, transition, world } from './test-support';

// Compiled before anybody waits for it.
beforeAll(
  () => Promise.all([import('./TaskViewPage'), import('./TransitionModal'), import('./TransitionSheet')]),
  60_000,
);
afterEach(signOutForTest);

describe('transitions', () => {
  it('say why they cannot be run', async () => {
    await openAs(
      ['hasBasePermission'],
      world({ transitions: [transition({ canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED'] })] }),
    );
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    expect(button.hasAttribute('disabled')).toBe(true);
    screen.getByText('To przejście wykonują członkowie innej grupy.');
  });

  it.each([
    [['IT'], 'To przejście wykonują członkowie grupy IT.'],
    [['IT', 'Kadry'], 'To przejście wykonują członkowie jednej z grup: IT, Kadry.'],
    [
      ['A', 'B', 'C', 'D', 'E', 'F'],
      'To przejście wykonują członkowie jednej z 6 grup, między innymi: A, B, C, D, E.',
    ],
  ])('say that the members of %j may', async (executorGroupNames, text) => {
    const reasons = ['EXECUTOR_GROUP_REQUIRED'] as TransitionOption['reasons'];
    const option = transition({ canExecute: false, reasons, executorGroupNames });
    await openAs(['hasBasePermission'], world({ transitions: [option] }));
    await screen.findByText(text);
    screen.getByText(`Rozpocznij: ${text}`);
  });

  it('that could not be fetched can be asked for again', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world(),
      'GET /api/tasks/:id/transitions': () => problemAnswer(404, 'NOT_FOUND', 'za chwilę'),
    });
    await screen.findByText('Nie udało się pobrać dostępnych przejść.');
    api.answer(world({ transitions: [transition()] }));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('button', { name: 'Rozpocznij' });
  });

  it('run at once when nothing is asked, with the answers that there are', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ task: { statusName: 'W toku', statusType: 'INTERMEDIATE' }, transitions: [] }));
    await userEvent.click(button);
    await waitFor(() => expect(screen.getAllByText('W toku').length).toBeGreaterThan(0));
    expect(posted(api)).toEqual([{ transitionId: 5, workflowParameters: { 1: 'true' } }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rozpocznij' })).toBeNull());
  });

  it.each([
    ['another', transition({ transitionId: 6, transitionName: 'Zakończ' })],
    ['the same again', transition()],
  ])(
    'run once however fast one presses, and what is offered then, %s, cannot be pressed in the same breath',
    async (_what, next) => {
      const { api } = await openAs(['hasBasePermission'], {
        ...world({ transitions: [transition()] }),
        'POST /api/tasks/:id/transition': () => moved(),
      });
      const button = await screen.findByRole('button', { name: 'Rozpocznij' });
      api.answer(world({ transitions: [next] }));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
        fireEvent.click(button);
        fireEvent.click(button);
        for (let turn = 0; turn < 20; turn++) await pass(1);
        const nextButton = screen.getByRole<HTMLButtonElement>('button', { name: next.transitionName });
        fireEvent.click(nextButton);
        await pass(1);
        expect(posted(api)).toHaveLength(1);
        await pass(1_000);
        fireEvent.click(nextButton);
        await pass(1);
        expect(posted(api)).toHaveLength(2);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('of which a phone has no room for all are behind one button, whole, with why one cannot be run', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({
        transitions: [
          transition({ transitionId: 4, canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED'] }),
          transition({ transitionId: 5, transitionName: 'Zakończ' }),
          transition({ transitionId: 6, transitionName: 'Przekaż do zatwierdzenia kierownikowi' }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const more = await screen.findByRole('button', { name: 'Więcej (2)' });
    await userEvent.click(more);
    const sheet = await screen.findByRole('dialog', { name: 'Inne przejścia' });
    expect(within(sheet).queryByRole('button', { name: 'Zakończ' })).toBeNull();
    const refused = within(sheet).getByRole('button', { name: 'Rozpocznij' });
    expect(refused.hasAttribute('disabled')).toBe(true);
    within(sheet).getByText('To przejście wykonują członkowie innej grupy.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(more);
    await userEvent.click(more);
    const name = 'Przekaż do zatwierdzenia kierownikowi';
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api)).toEqual([{ transitionId: 6, workflowParameters: { 1: 'true' } }]);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Dostępne przejścia' }));
  });

  it('of which two there are have room on a phone', async () => {
    await openAs(
      ['hasBasePermission'],
      world({ transitions: [transition(), transition({ transitionId: 6, transitionName: 'Odrzuć' })] }),
    );
    await screen.findByRole('button', { name: 'Odrzuć' });
    expect(screen.queryByRole('button', { name: /^Więcej/ })).toBeNull();
  });

  it('tell where the task is also when nothing can be done with it any more', async () => {
    const note = { displayName: 'Uwagi', parameterType: 'TEXT' as const, isMandatory: false };
    const { api } = await openAs(['hasBasePermission'], {
      ...world({
        transitions: [
          transition({
            requiredParameters: [{ parameterId: 3, defaultValue: null, dictionaryValues: [], ...note }],
          }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const notices = renderHook(() => useNotices()).result;
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    let answerComments = () => {};
    const comments = new Promise<{ body: unknown }>((resolve) => {
      answerComments = () => resolve({ body: { success: true, comments: [] } });
    });
    api.answer({
      ...world({ task: { statusName: 'W toku', statusType: 'FINAL' }, transitions: [] }),
      'GET /api/tasks/:id/comments': () => comments,
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    // The transitions are known before all of the task has been read anew.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answerComments();
    await waitFor(() => expect(notices.current.map(({ text }) => text)).toEqual(['Status zadania: W toku']));
  });

  it('that are offered no more tell the server’s reason, and show where the task is now', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => problemAnswer(409, 'CONFLICT', 'Przejście zostało wycofane.'),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await userEvent.click(button);
    await screen.findByText('Failed to execute transition: Przejście zostało wycofane.');
    await waitFor(() => expect(screen.getAllByText('Zakończone').length).toBeGreaterThan(0));
  });

  it('leave the keyboard where one goes on', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })] }));
    await userEvent.click(button);
    await screen.findByRole('button', { name: 'Zakończ' });
    const section = screen.getByRole('region', { name: 'Dostępne przejścia' });
    await waitFor(() => expect(document.activeElement).toBe(section));
  });

  it.each([
    ['with the server’s reason', { success: false, message: 'Nie teraz.' }, 'Nie teraz.'],
    ['without a reason', { success: false }, 'nieoczekiwany błąd.'],
    ['without a word', {}, 'nieoczekiwany błąd.'],
  ])('that an answer of success denies have not run, %s', async (_, body, reason) => {
    await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => ({ body }),
    });
    const notices = renderHook(() => useNotices()).result;
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    await screen.findByText(`Failed to execute transition: ${reason}`);
    expect(notices.current).toEqual([]);
    screen.getByRole('heading', { level: 1, name: 'Nie działa drukarka' });
  });

  it('that ran without answering the task read it anew', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => ({ body: { success: true, message: '' } }),
    });
    const notices = renderHook(() => useNotices()).result;
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ task: { statusName: 'W toku', statusType: 'FINAL' }, transitions: [] }));
    await userEvent.click(button);
    await waitFor(() => expect(notices.current.map(({ text }) => text)).toEqual(['Status zadania: W toku']));
  });
});
