import type { TransitionOption } from '@obieg/contracts';
import { dismissNotice, useNotices } from '@obieg/web-kit';
import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { nothingToSee } from '../../test-support';
import { moved, openAs, posted, transition, world } from './test-support';

// Compiled before anybody waits for it.
beforeAll(
  () => Promise.all([import('./TaskViewPage'), import('./TransitionModal'), import('./TransitionSheet')]),
  60_000,
);
afterEach(() => {
  signOutForTest();
  for (const { id: notice } of renderHook(() => useNotices()).result.current) dismissNotice(notice);
});

const parameter = (parameterId: number, displayName: string, more = {}) => ({
  parameterId,
  displayName,
  parameterType: 'TEXT' as const,
  isMandatory: false,
  defaultValue: null,
  dictionaryValues: [],
  ...more,
});

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

  it('run once however fast one presses, and what is offered then cannot be pressed in the same breath', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition()] }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer(world({ transitions: [transition({ transitionId: 6, transitionName: 'Zakończ' })] }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      fireEvent.click(button);
      fireEvent.click(button);
      for (let turn = 0; turn < 20; turn++) await pass(1);
      const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Zakończ' });
      expect([next.disabled, posted(api).length]).toEqual([true, 1]);
      await pass(1_000);
      expect(next.disabled).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('take back what was said of an earlier failure', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition({ requiredParameters: [parameter(3, 'Uwagi')] })] }),
      'POST /api/tasks/:id/transition': () => problemAnswer(409, 'STATUS_MOVED_ON', 'Raz'),
    });
    const press = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Wykonaj przejście' }));
    };
    await press();
    await screen.findByText('Failed to execute transition: Raz');
    api.answer({ 'POST /api/tasks/:id/transition': () => moved() });
    await press();
    await waitFor(() => expect(screen.queryByText('Failed to execute transition: Raz')).toBeNull());
  });

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

  it('that ask for parameters close their dialog when the task has moved on', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [transition({ requiredParameters: [parameter(3, 'Uwagi')] })] }),
      'POST /api/tasks/:id/transition': () => problemAnswer(409, 'CONFLICT', 'Przejście zostało wycofane.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    api.answer(world({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await screen.findByText('Failed to execute transition: Przejście zostało wycofane.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.getAllByText('Zakończone').length).toBeGreaterThan(0));
  });

  it('ask for parameters: mandatory ones must be given, defaults are there, the server has its say', async () => {
    const asking = transition({
      requiredParameters: [
        parameter(2, 'Koszt', { parameterType: 'NUMBER', isMandatory: true }),
        parameter(3, 'Uwagi'),
        parameter(4, 'Dostawca', {
          parameterType: 'DICTIONARY',
          defaultValue: 'Alfa',
          dictionaryValues: [{ value: 'Alfa' }, { value: 'Beta' }],
        }),
      ],
    });
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ transitions: [asking] }),
      'POST /api/tasks/:id/transition': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'Za drogo', [
          { field: 'workflowParameters.2', message: 'Najwyżej 100' },
        ]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    const run = () => userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await run();
    await within(dialog).findByText('Odpowiedź jest wymagana');
    const cost = within(dialog).getByLabelText('Koszt');
    await waitFor(() => expect(document.activeElement).toBe(cost));
    expect(posted(api)).toEqual([]);
    // Of what may be left out, nothing to be seen is left out.
    await userEvent.type(within(dialog).getByLabelText('Uwagi'), nothingToSee);
    await userEvent.type(cost, '250');
    await run();
    await within(dialog).findByText('Najwyżej 100');
    await waitFor(() => expect(document.activeElement).toBe(cost));
    api.answer({ 'POST /api/tasks/:id/transition': () => moved() });
    await userEvent.clear(within(dialog).getByLabelText('Koszt'));
    await userEvent.type(within(dialog).getByLabelText('Koszt'), '99');
    await run();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api).at(-1)).toEqual({
      transitionId: 5,
      workflowParameters: { 1: 'true', 2: '99', 4: 'Alfa' },
    });
  });

  it('take an answer away that may be left out and was emptied', async () => {
    const answered = {
      parameterId: 3,
      parameterName: 'Uwagi',
      parameterType: 'TEXT' as const,
      parameterValue: 'pilne',
    };
    const { api } = await openAs(['hasBasePermission'], {
      ...world({
        task: { parameterDetails: [answered, { ...answered, parameterId: 4 }] },
        transitions: [
          transition({ requiredParameters: [parameter(3, 'Uwagi'), parameter(4, 'Inne uwagi')] }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    await userEvent.clear(within(dialog).getByLabelText(/^Uwagi/));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() => expect(posted(api)).toEqual([{ transitionId: 5, workflowParameters: { 3: '' } }]));
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

describe('what a transition asks and the task has answered', () => {
  const asked = (more: Partial<TransitionOption['requiredParameters'][number]> = {}) => ({
    parameterId: 1,
    displayName: 'Dostawca',
    parameterType: 'DICTIONARY' as const,
    isMandatory: true,
    defaultValue: null,
    dictionaryValues: [{ value: 'Alfa' }, { value: 'Beta' }],
    ...more,
  });
  const held = (parameterValue: string) => ({
    parameterDetails: [
      { parameterId: 1, parameterName: 'Dostawca', parameterType: 'DICTIONARY' as const, parameterValue },
      { parameterId: 9, parameterName: 'Piętro', parameterType: 'TEXT' as const, parameterValue: '2' },
    ],
  });
  const ask = async (answer: string) => {
    const { api } = await openAs(['hasBasePermission'], {
      ...world({ task: held(answer), transitions: [transition({ requiredParameters: [asked()] })] }),
      'POST /api/tasks/:id/transition': () => moved(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    const select = dialog.getByLabelText('Dostawca') as HTMLSelectElement;
    const run = async () => {
      await userEvent.click(dialog.getByRole('button', { name: 'Wykonaj przejście' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return posted(api);
    };
    return { select, run };
  };

  it('is not sent untouched: it would take back what somebody else has answered meanwhile', async () => {
    const { select, run } = await ask('Alfa');
    expect(select.value).toBe('Alfa');
    expect(await run()).toEqual([{ transitionId: 5, workflowParameters: { 9: '2' } }]);
  });

  it('is sent when it was changed', async () => {
    const { select, run } = await ask('Alfa');
    await userEvent.selectOptions(select, 'Beta');
    expect(await run()).toEqual([{ transitionId: 5, workflowParameters: { 1: 'Beta', 9: '2' } }]);
  });

  it('stays on offer, and good, also when its dictionary has lost it', async () => {
    const { select, run } = await ask('Stary');
    expect(select.value).toBe('Stary');
    expect([...select.options].map(({ value }) => value)).toEqual(['', 'Stary', 'Alfa', 'Beta']);
    await userEvent.selectOptions(select, 'Beta');
    await userEvent.selectOptions(select, 'Stary');
    expect(await run()).toEqual([{ transitionId: 5, workflowParameters: { 1: 'Stary', 9: '2' } }]);
  });
});

describe('the dialog of a transition', () => {
  it('cannot be closed while it runs, and tells a failure that comes late', async () => {
    let refuse = () => {};
    await openAs(['hasBasePermission'], {
      ...world({
        transitions: [
          transition({
            requiredParameters: [
              {
                parameterId: 3,
                displayName: 'Uwagi',
                parameterType: 'TEXT',
                isMandatory: false,
                defaultValue: null,
                dictionaryValues: [],
              },
            ],
          }),
        ],
      }),
      'POST /api/tasks/:id/transition': () =>
        new Promise((resolve) => {
          refuse = () => resolve(problemAnswer(500, 'INTERNAL_ERROR', 'awaria'));
        }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    const run = dialog.getByRole('button', { name: 'Wykonaj przejście' });
    await userEvent.click(run);
    await waitFor(() => expect(run.getAttribute('aria-busy')).toBe('true'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Zamknij' }));
    refuse();
    await dialog.findByText('Failed to execute transition: awaria');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
