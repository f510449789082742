import type { TransitionOption } from '@obieg/contracts';
import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invisibleText } from '../../test-support';
import { moved, openAs, posted, transition, world } from './test-support';

// Compiled before anybody waits for it.
beforeAll(() => Promise.all([import('./TaskViewPage'), import('./TransitionModal')]), 60_000);
afterEach(signOutForTest);

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
    await userEvent.type(within(dialog).getByLabelText('Uwagi'), invisibleText);
    await userEvent.type(cost, '250');
    await run();
    await within(dialog).findByText('Najwyżej 100');
    within(dialog).getByText('Failed to execute transition: Koszt: Najwyżej 100');
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

describe('a refusal because of what others changed while the dialog was open', () => {
  const remarks = parameter(3, 'Uwagi');
  const cost = parameter(7, 'Koszt', { parameterType: 'NUMBER', isMandatory: true });
  const offer = (...requiredParameters: (typeof remarks)[]) =>
    world({ transitions: [transition({ requiredParameters })] });
  const refuse = (field: string, message: string) => ({
    'POST /api/tasks/:id/transition': () =>
      problemAnswer(422, 'VALIDATION_FAILED', message, [{ field, message }]),
  });
  const openDialog = async (...requiredParameters: (typeof remarks)[]) => {
    const { api } = await openAs(['hasBasePermission'], offer(...requiredParameters));
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    await userEvent.type(dialog.getByLabelText(/^Uwagi/), 'pilne');
    const run = () => userEvent.click(dialog.getByRole('button', { name: 'Wykonaj przejście' }));
    const remarksNow = () => dialog.getByLabelText<HTMLInputElement>(/^Uwagi/).value;
    return { api, dialog, run, remarksNow };
  };

  it('asks the question that was added, by its name, and keeps what was typed', async () => {
    const { api, dialog, run, remarksNow } = await openDialog(remarks);
    api.answer({ ...offer(remarks, cost), ...refuse('workflowParameters.7', 'Odpowiedź jest wymagana') });
    await run();
    await dialog.findByText('Failed to execute transition: Koszt: Odpowiedź jest wymagana');
    const asked = dialog.getByLabelText('Koszt');
    expect(asked.getAttribute('aria-invalid')).toBe('true');
    dialog.getByText('Odpowiedź jest wymagana');
    await waitFor(() => expect(document.activeElement).toBe(asked));
    expect(remarksNow()).toBe('pilne');
    await userEvent.type(asked, '99');
    api.answer({ 'POST /api/tasks/:id/transition': () => moved() });
    await run();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api).at(-1)).toEqual({
      transitionId: 5,
      workflowParameters: { 1: 'true', 3: 'pilne', 7: '99' },
    });
  });

  it('opens the dialog where nothing was asked until now', async () => {
    const { api } = await openAs(['hasBasePermission'], offer());
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.answer({ ...offer(cost), ...refuse('workflowParameters.7', 'Odpowiedź jest wymagana') });
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    expect(screen.queryByText(/^Failed to execute transition/)).toBeNull();
    await userEvent.type(dialog.getByLabelText('Koszt'), '99');
    api.answer({ 'POST /api/tasks/:id/transition': () => moved() });
    await userEvent.click(dialog.getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api)).toEqual([
      { transitionId: 5, workflowParameters: { 1: 'true' } },
      { transitionId: 5, workflowParameters: { 1: 'true', 7: '99' } },
    ]);
  });

  it('drops the question that is not asked any more, and names it', async () => {
    const { api, dialog, run } = await openDialog(remarks, cost);
    await userEvent.type(dialog.getByLabelText('Koszt'), '99');
    api.answer({ ...offer(cost), ...refuse('workflowParameters.3', 'Nie ma takiego pytania') });
    await run();
    await dialog.findByText('Failed to execute transition: Uwagi: Nie ma takiego pytania');
    expect(dialog.queryByLabelText(/^Uwagi/)).toBeNull();
    api.answer({ 'POST /api/tasks/:id/transition': () => moved() });
    await run();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(api).at(-1)).toEqual({ transitionId: 5, workflowParameters: { 1: 'true', 7: '99' } });
  });

  it('names a question that only the task has answered, and leaves alone one that nobody knows', async () => {
    const { api, dialog, run } = await openDialog(remarks);
    api.answer(refuse('workflowParameters.1', 'Wybierz Tak albo Nie'));
    await run();
    await dialog.findByText('Failed to execute transition: Pilne? Wybierz Tak albo Nie');
    api.answer(refuse('workflowParameters.70', 'Nie ma takiego pytania'));
    await run();
    await dialog.findByText('Failed to execute transition: Nie ma takiego pytania');
  });

  it('is told also when what is offered now cannot be had', async () => {
    const { api, dialog, run, remarksNow } = await openDialog(remarks);
    api.answer({
      'GET /api/tasks/:id/transitions': () => problemAnswer(500, 'INTERNAL_ERROR', 'awaria'),
      ...refuse('workflowParameters.7', 'Odpowiedź jest wymagana'),
    });
    await run();
    await dialog.findByText('Failed to execute transition: Odpowiedź jest wymagana');
    expect(remarksNow()).toBe('pilne');
  });

  it('leaves what was typed to who may not run it any more, and says at the button why', async () => {
    const { api, dialog, run, remarksNow } = await openDialog(remarks);
    const refused = { canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED' as const] };
    api.answer({
      ...world({ transitions: [transition({ ...refused, requiredParameters: [remarks] })] }),
      'POST /api/tasks/:id/transition': () => problemAnswer(403, 'FORBIDDEN', 'To nie dla Ciebie.'),
    });
    await run();
    await dialog.findByText('Failed to execute transition: To nie dla Ciebie.');
    const button = await screen.findByRole('button', { name: 'Rozpocznij', hidden: true });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(remarksNow()).toBe('pilne');
  });

  it.each([
    ['422', refuse('transitionId', 'Nie ma takiego przejścia.')],
    [
      '403',
      {
        'POST /api/tasks/:id/transition': () => problemAnswer(403, 'FORBIDDEN', 'Nie ma takiego przejścia.'),
      },
    ],
  ])('closes the dialog of a transition that is gone (%s)', async (_, refusal) => {
    const { api, run } = await openDialog(remarks);
    api.answer({ ...world(), ...refusal });
    await run();
    await screen.findByText('Failed to execute transition: Nie ma takiego przejścia.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
