import type { TransitionOption } from '@obieg/contracts';
import { useNotices } from '@obieg/web-kit';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  delayTask,
  fakeTaskApi,
  movedTaskResponse,
  openAs,
  readPostBodies,
  transition,
} from '../../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('./TaskViewPage'),
      import('./TaskTransitions'),
      import('../../transitions/TransitionModal'),
      import('./TransitionSheet'),
    ]),
  60_000,
);
afterEach(signOutForTest);

describe('TaskTransitions', () => {
  it('shows why a transition cannot run', async () => {
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({ transitions: [transition({ canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED'] })] }),
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
  ])('names the executor groups %j', async (executorGroupNames, text) => {
    const reasons = ['EXECUTOR_GROUP_REQUIRED'] as TransitionOption['reasons'];
    const option = transition({ canExecute: false, reasons, executorGroupNames });
    await openAs(['hasBasePermission'], fakeTaskApi({ transitions: [option] }));
    await screen.findByText(text);
    screen.getByText(`Rozpocznij: ${text}`);
  });

  it('runs a transition without required parameters directly, with the existing answers', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.respond(fakeTaskApi({ task: { statusName: 'W toku', statusType: 'INTERMEDIATE' }, transitions: [] }));
    await userEvent.click(button);
    await waitFor(() => expect(screen.getAllByText('W toku').length).toBeGreaterThan(0));
    expect(readPostBodies(api)).toEqual([{ transitionId: 5, workflowParameters: { 1: 'true' } }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rozpocznij' })).toBeNull());
  });

  it.each([
    ['another', transition({ transitionId: 6, transitionName: 'Zakończ' })],
    ['the same again', transition()],
  ])(
    'runs once on a double click and ignores clicks on the next transition (%s) for a moment',
    async (_what, next) => {
      const { api } = await openAs(['hasBasePermission'], {
        ...fakeTaskApi({ transitions: [transition()] }),
        'POST /api/tasks/:id/transition': () => movedTaskResponse(),
      });
      const button = await screen.findByRole('button', { name: 'Rozpocznij' });
      api.respond(fakeTaskApi({ transitions: [next] }));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
        fireEvent.click(button);
        fireEvent.click(button);
        for (let turn = 0; turn < 20; turn++) await advance(1);
        const nextButton = screen.getByRole<HTMLButtonElement>('button', { name: next.transitionName });
        fireEvent.click(nextButton);
        await advance(1);
        expect(readPostBodies(api)).toHaveLength(1);
        await advance(1_000);
        fireEvent.click(nextButton);
        await advance(1);
        expect(readPostBodies(api)).toHaveLength(2);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('leaves the focus where the user writes while the task is refetched', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    const { routes, release } = delayTask({ transitions: [] });
    api.respond(routes);
    await userEvent.click(button);
    await screen.findAllByText('W toku');
    const comment = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Komentarz' });
    await userEvent.type(comment, 'Jadę ');
    release();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rozpocznij' })).toBeNull());
    await userEvent.keyboard('tam.');
    expect(comment.value).toBe('Jadę tam.');
  });

  it('moves transitions that do not fit on a phone to a sheet, with the reasons', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({
        transitions: [
          transition({ transitionId: 4, canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED'] }),
          transition({ transitionId: 5, transitionName: 'Zakończ' }),
          transition({ transitionId: 6, transitionName: 'Przekaż do zatwierdzenia kierownikowi' }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    const more = await screen.findByRole('button', { name: 'Więcej (2)' });
    await userEvent.click(more);
    const sheet = await screen.findByRole('dialog', { name: 'Inne przejścia' });
    expect(within(sheet).queryByRole('button', { name: 'Zakończ' })).toBeNull();
    const disabledButton = within(sheet).getByRole('button', { name: 'Rozpocznij' });
    expect(disabledButton.hasAttribute('disabled')).toBe(true);
    within(sheet).getByText('To przejście wykonują członkowie innej grupy.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(more);
    await userEvent.click(more);
    const name = 'Przekaż do zatwierdzenia kierownikowi';
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([{ transitionId: 6, workflowParameters: { 1: 'true' } }]);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Dostępne przejścia' }));
  });

  it('shows two transitions on a phone', async () => {
    await openAs(
      ['hasBasePermission'],
      fakeTaskApi({ transitions: [transition(), transition({ transitionId: 6, transitionName: 'Odrzuć' })] }),
    );
    await screen.findByRole('button', { name: 'Odrzuć' });
    expect(screen.queryByRole('button', { name: /^Więcej/ })).toBeNull();
  });

  it('shows the new status even if no transition is left', async () => {
    const note = { displayName: 'Uwagi', parameterType: 'TEXT' as const, isMandatory: false };
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({
        transitions: [
          transition({
            requiredParameters: [{ parameterId: 3, defaultValue: null, dictionaryValues: [], ...note }],
          }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    const notices = renderHook(() => useNotices()).result;
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    const { routes, release } = delayTask({ task: { statusName: 'W toku', statusType: 'FINAL' } });
    api.respond(routes);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    // The returned task is shown before the refetch has finished.
    await waitFor(() => expect(screen.getAllByText('W toku').length).toBeGreaterThan(0));
    release();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Dostępne przejścia' })).toBeNull();
    await waitFor(() => expect(notices.current.map(({ text }) => text)).toEqual(['Status zadania: W toku']));
  });

  it('shows the reason and the new status when a transition is no longer available', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => problemResponse(409, 'CONFLICT', 'Przejście zostało wycofane.'),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.respond(fakeTaskApi({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await userEvent.click(button);
    await screen.findByText('Failed to execute transition: Przejście zostało wycofane.');
    await waitFor(() => expect(screen.getAllByText('Zakończone').length).toBeGreaterThan(0));
  });

  it('moves the focus to the section after running', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.respond(fakeTaskApi({ transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })] }));
    await userEvent.click(button);
    await screen.findByRole('button', { name: 'Zakończ' });
    const section = screen.getByRole('region', { name: 'Dostępne przejścia' });
    await waitFor(() => expect(document.activeElement).toBe(section));
  });

  it.each([
    ['with the server’s reason', { success: false, message: 'Nie teraz.' }, 'Nie teraz.'],
    ['without a reason', { success: false }, 'nieoczekiwany błąd.'],
    ['for an empty body', {}, 'nieoczekiwany błąd.'],
  ])('treats a response with success false as a failure (%s)', async (_, body, reason) => {
    await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => ({ body }),
    });
    const notices = renderHook(() => useNotices()).result;
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    await screen.findByText(`Failed to execute transition: ${reason}`);
    expect(notices.current).toEqual([]);
    screen.getByRole('heading', { level: 1, name: 'Nie działa drukarka' });
  });

  it('refetches the task if the response does not contain it', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => ({ body: { success: true, message: '' } }),
    });
    const notices = renderHook(() => useNotices()).result;
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.respond(fakeTaskApi({ task: { statusName: 'W toku', statusType: 'FINAL' }, transitions: [] }));
    await userEvent.click(button);
    await waitFor(() => expect(notices.current.map(({ text }) => text)).toEqual(['Status zadania: W toku']));
  });
});
