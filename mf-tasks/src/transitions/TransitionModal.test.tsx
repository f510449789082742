import type { TransitionOption } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeTaskApi, movedTaskResponse, openAs, readPostBodies, transition } from '../task/test-support';
import { invisibleText } from '../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../pages/TaskView/TaskViewPage'),
      import('../pages/TaskView/TaskTransitions'),
      import('./TransitionModal'),
    ]),
  60_000,
);
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

describe('TransitionModal', () => {
  it('clears an earlier error after a success', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition({ requiredParameters: [parameter(3, 'Uwagi')] })] }),
      'POST /api/tasks/:id/transition': () => problemResponse(409, 'STATUS_MOVED_ON', 'Raz'),
    });
    const press = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Wykonaj przejście' }));
    };
    await press();
    await screen.findByText('Failed to execute transition: Raz');
    api.respond({ 'POST /api/tasks/:id/transition': () => movedTaskResponse() });
    await press();
    await waitFor(() => expect(screen.queryByText('Failed to execute transition: Raz')).toBeNull());
  });

  const typeNote = async (text: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Uwagi' }), text);
  };
  const askingTransition = transition({ requiredParameters: [parameter(3, 'Uwagi')] });
  const conflicts = [409, 412] as const;

  it.each(conflicts)('keeps the values after a %s if the transition is still offered', async (status) => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [askingTransition] }),
      'POST /api/tasks/:id/transition': () => problemResponse(status, 'CONFLICT', 'Status się zmienił.'),
    });
    await typeNote('długi opis');
    api.respond(fakeTaskApi({ task: { statusName: 'Wstrzymane' }, transitions: [askingTransition] }));
    await userEvent.click(screen.getByRole('button', { name: 'Wykonaj przejście' }));
    await screen.findByText('Failed to execute transition: Status się zmienił.');
    const dialog = screen.getByRole('dialog', { name: 'Rozpocznij' });
    await within(dialog).findByText(/Status zadania zmienił się: Nowe → Wstrzymane/);
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Uwagi' }).value).toBe('długi opis');
    api.respond({ 'POST /api/tasks/:id/transition': () => movedTaskResponse() });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api).at(-1)).toMatchObject({ workflowParameters: { 3: 'długi opis' } });
  });

  it.each(conflicts)('keeps the values to copy after a %s if the transition is gone', async (status) => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [askingTransition] }),
      'POST /api/tasks/:id/transition': () => problemResponse(status, 'CONFLICT', 'Status się zmienił.'),
    });
    await typeNote('długi opis');
    api.respond(fakeTaskApi({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await userEvent.click(screen.getByRole('button', { name: 'Wykonaj przejście' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    await within(dialog).findByText('Failed to execute transition: Status się zmienił.');
    const gone = 'To przejście nie jest już dostępne. Status zadania: Zakończone.';
    await within(dialog).findAllByText(gone);
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Uwagi' }).value).toBe('długi opis');
    const run = within(dialog).getByRole('button', { name: 'Wykonaj przejście', description: gone });
    expect(run.getAttribute('aria-disabled')).toBe('true');
    const sent = readPostBodies(api).length;
    await userEvent.click(run);
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Uwagi' }), '{Enter}');
    expect(readPostBodies(api)).toHaveLength(sent);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Kopiuj wpisany tekst' }));
    expect(await navigator.clipboard.readText()).toBe('Uwagi: długi opis');
    // Closing asks first, because the text would be lost.
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Odrzucić zmiany?' });
  });

  it('closes and shows the reason when the status has changed and nothing was entered', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({ transitions: [transition({ requiredParameters: [parameter(3, 'Uwagi')] })] }),
      'POST /api/tasks/:id/transition': () => problemResponse(409, 'CONFLICT', 'Przejście zostało wycofane.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    api.respond(fakeTaskApi({ task: { statusName: 'Zakończone', statusType: 'FINAL' } }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await screen.findByText('Failed to execute transition: Przejście zostało wycofane.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.getAllByText('Zakończone').length).toBeGreaterThan(0));
  });

  it('requires mandatory parameters, prefills defaults and shows server errors at their fields', async () => {
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
      ...fakeTaskApi({ transitions: [asking] }),
      'POST /api/tasks/:id/transition': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Za drogo', [
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
    expect(readPostBodies(api)).toEqual([]);
    // Invisible text in an optional parameter counts as empty.
    await userEvent.type(within(dialog).getByLabelText('Uwagi'), invisibleText);
    await userEvent.type(cost, '250');
    await run();
    await within(dialog).findByText('Najwyżej 100');
    within(dialog).getByText('Failed to execute transition: Koszt: Najwyżej 100');
    await waitFor(() => expect(document.activeElement).toBe(cost));
    api.respond({ 'POST /api/tasks/:id/transition': () => movedTaskResponse() });
    await userEvent.clear(within(dialog).getByLabelText('Koszt'));
    await userEvent.type(within(dialog).getByLabelText('Koszt'), '99');
    await run();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api).at(-1)).toEqual({
      transitionId: 5,
      workflowParameters: { 1: 'true', 2: '99', 4: 'Alfa' },
    });
  });

  it('sends an empty value when an optional answer is cleared', async () => {
    const answered = {
      parameterId: 3,
      parameterName: 'Uwagi',
      parameterType: 'TEXT' as const,
      parameterValue: 'pilne',
    };
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({
        task: { parameterDetails: [answered, { ...answered, parameterId: 4 }] },
        transitions: [
          transition({ requiredParameters: [parameter(3, 'Uwagi'), parameter(4, 'Inne uwagi')] }),
        ],
      }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    await userEvent.clear(within(dialog).getByLabelText(/^Uwagi/));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() =>
      expect(readPostBodies(api)).toEqual([{ transitionId: 5, workflowParameters: { 3: '' } }]),
    );
  });

  it('sends an empty value when an optional default is cleared, so that the server does not apply it', async () => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({
        task: { parameterDetails: [] },
        transitions: [transition({ requiredParameters: [parameter(3, 'Uwagi', { defaultValue: 'brak' })] })],
      }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rozpocznij' });
    await userEvent.clear(within(dialog).getByLabelText(/^Uwagi/));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() =>
      expect(readPostBodies(api)).toEqual([{ transitionId: 5, workflowParameters: { 3: '' } }]),
    );
  });
});

describe('required parameter that the task already answers', () => {
  const requiredParameter = (more: Partial<TransitionOption['requiredParameters'][number]> = {}) => ({
    parameterId: 1,
    displayName: 'Dostawca',
    parameterType: 'DICTIONARY' as const,
    isMandatory: true,
    defaultValue: null,
    dictionaryValues: [{ value: 'Alfa' }, { value: 'Beta' }],
    ...more,
  });
  const taskWithAnswer = (parameterValue: string) => ({
    parameterDetails: [
      { parameterId: 1, parameterName: 'Dostawca', parameterType: 'DICTIONARY' as const, parameterValue },
      { parameterId: 9, parameterName: 'Piętro', parameterType: 'TEXT' as const, parameterValue: '2' },
    ],
  });
  const openDialog = async (answer: string) => {
    const { api } = await openAs(['hasBasePermission'], {
      ...fakeTaskApi({
        task: taskWithAnswer(answer),
        transitions: [transition({ requiredParameters: [requiredParameter()] })],
      }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    const select = dialog.getByLabelText('Dostawca') as HTMLSelectElement;
    const run = async () => {
      await userEvent.click(dialog.getByRole('button', { name: 'Wykonaj przejście' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return readPostBodies(api);
    };
    return { select, run };
  };

  it('is not sent unchanged, because another user may have changed it meanwhile', async () => {
    const { select, run } = await openDialog('Alfa');
    expect(select.value).toBe('Alfa');
    expect(await run()).toEqual([{ transitionId: 5, workflowParameters: { 9: '2' } }]);
  });

  it('is sent when changed', async () => {
    const { select, run } = await openDialog('Alfa');
    await userEvent.selectOptions(select, 'Beta');
    expect(await run()).toEqual([{ transitionId: 5, workflowParameters: { 1: 'Beta', 9: '2' } }]);
  });

  it('offers and accepts the current value even if the dictionary no longer contains it', async () => {
    const { select, run } = await openDialog('Stary');
    expect(select.value).toBe('Stary');
    expect([...select.options].map(({ value }) => value)).toEqual(['', 'Stary', 'Alfa', 'Beta']);
    await userEvent.selectOptions(select, 'Beta');
    await userEvent.selectOptions(select, 'Stary');
    expect(await run()).toEqual([{ transitionId: 5, workflowParameters: { 1: 'Stary', 9: '2' } }]);
  });
});

describe('rejection after a configuration change', () => {
  const remarks = parameter(3, 'Uwagi');
  const cost = parameter(7, 'Koszt', { parameterType: 'NUMBER', isMandatory: true });
  const fakeTransition = (...requiredParameters: (typeof remarks)[]) =>
    fakeTaskApi({ transitions: [transition({ requiredParameters })] });
  const reject = (field: string, message: string) => ({
    'POST /api/tasks/:id/transition': () =>
      problemResponse(422, 'VALIDATION_FAILED', message, [{ field, message }]),
  });
  const openDialog = async (...requiredParameters: (typeof remarks)[]) => {
    const { api } = await openAs(['hasBasePermission'], fakeTransition(...requiredParameters));
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    await userEvent.type(dialog.getByLabelText(/^Uwagi/), 'pilne');
    const run = () => userEvent.click(dialog.getByRole('button', { name: 'Wykonaj przejście' }));
    const readRemarks = () => dialog.getByLabelText<HTMLInputElement>(/^Uwagi/).value;
    return { api, dialog, run, readRemarks };
  };

  it('adds a new required parameter with its error and keeps the input', async () => {
    const { api, dialog, run, readRemarks } = await openDialog(remarks);
    api.respond({
      ...fakeTransition(remarks, cost),
      ...reject('workflowParameters.7', 'Odpowiedź jest wymagana'),
    });
    await run();
    await dialog.findByText('Failed to execute transition: Koszt: Odpowiedź jest wymagana');
    const requiredParameter = dialog.getByLabelText('Koszt');
    expect(requiredParameter.getAttribute('aria-invalid')).toBe('true');
    dialog.getByText('Odpowiedź jest wymagana');
    await waitFor(() => expect(document.activeElement).toBe(requiredParameter));
    expect(readRemarks()).toBe('pilne');
    await userEvent.type(requiredParameter, '99');
    api.respond({ 'POST /api/tasks/:id/transition': () => movedTaskResponse() });
    await run();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api).at(-1)).toEqual({
      transitionId: 5,
      workflowParameters: { 1: 'true', 3: 'pilne', 7: '99' },
    });
  });

  it('opens the dialog if the transition had no required parameters before', async () => {
    const { api } = await openAs(['hasBasePermission'], fakeTransition());
    const button = await screen.findByRole('button', { name: 'Rozpocznij' });
    api.respond({ ...fakeTransition(cost), ...reject('workflowParameters.7', 'Odpowiedź jest wymagana') });
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    expect(screen.queryByText(/^Failed to execute transition/)).toBeNull();
    await userEvent.type(dialog.getByLabelText('Koszt'), '99');
    api.respond({ 'POST /api/tasks/:id/transition': () => movedTaskResponse() });
    await userEvent.click(dialog.getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([
      { transitionId: 5, workflowParameters: { 1: 'true' } },
      { transitionId: 5, workflowParameters: { 1: 'true', 7: '99' } },
    ]);
  });

  it('removes a parameter that is no longer required, and names it in the error', async () => {
    const { api, dialog, run } = await openDialog(remarks, cost);
    await userEvent.type(dialog.getByLabelText('Koszt'), '99');
    api.respond({ ...fakeTransition(cost), ...reject('workflowParameters.3', 'Nie ma takiego pytania') });
    await run();
    await dialog.findByText('Failed to execute transition: Uwagi: Nie ma takiego pytania');
    expect(dialog.queryByLabelText(/^Uwagi/)).toBeNull();
    api.respond({ 'POST /api/tasks/:id/transition': () => movedTaskResponse() });
    await run();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api).at(-1)).toEqual({
      transitionId: 5,
      workflowParameters: { 1: 'true', 7: '99' },
    });
  });

  it('names a parameter that only the task contains, and omits an unknown name', async () => {
    const { api, dialog, run } = await openDialog(remarks);
    api.respond(reject('workflowParameters.1', 'Wybierz Tak albo Nie'));
    await run();
    await dialog.findByText('Failed to execute transition: Pilne? Wybierz Tak albo Nie');
    api.respond(reject('workflowParameters.70', 'Nie ma takiego pytania'));
    await run();
    await dialog.findByText('Failed to execute transition: Nie ma takiego pytania');
  });

  it('shows the error even if reloading the transitions fails', async () => {
    const { api, dialog, run, readRemarks } = await openDialog(remarks);
    api.respond({
      'GET /api/tasks/:id': () => problemResponse(500, 'INTERNAL_ERROR', 'awaria'),
      ...reject('workflowParameters.7', 'Odpowiedź jest wymagana'),
    });
    await run();
    await dialog.findByText('Failed to execute transition: Odpowiedź jest wymagana');
    expect(readRemarks()).toBe('pilne');
  });

  it('keeps the dialog when the caller lost the permission, and shows the reason at the button', async () => {
    const { api, dialog, run, readRemarks } = await openDialog(remarks);
    const notExecutable = { canExecute: false, reasons: ['EXECUTOR_GROUP_REQUIRED' as const] };
    api.respond({
      ...fakeTaskApi({ transitions: [transition({ ...notExecutable, requiredParameters: [remarks] })] }),
      'POST /api/tasks/:id/transition': () => problemResponse(403, 'FORBIDDEN', 'To nie dla Ciebie.'),
    });
    await run();
    await dialog.findByText('Failed to execute transition: To nie dla Ciebie.');
    const button = await screen.findByRole('button', { name: 'Rozpocznij', hidden: true });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(readRemarks()).toBe('pilne');
  });

  it.each([
    ['422', reject('transitionId', 'Nie ma takiego przejścia.')],
    [
      '403',
      {
        'POST /api/tasks/:id/transition': () =>
          problemResponse(403, 'FORBIDDEN', 'Nie ma takiego przejścia.'),
      },
    ],
  ])('keeps the values to copy when the transition no longer exists (%s)', async (_, changedRoutes) => {
    const { api, dialog, run } = await openDialog(remarks);
    api.respond({ ...fakeTaskApi(), ...changedRoutes });
    await run();
    await dialog.findByText('Failed to execute transition: Nie ma takiego przejścia.');
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Uwagi' }).value).toBe('pilne');
    await dialog.findByRole('button', { name: 'Kopiuj wpisany tekst' });
  });
});

describe('TransitionModal while running', () => {
  it('cannot be closed, and shows a late failure', async () => {
    let reject = () => {};
    await openAs(['hasBasePermission'], {
      ...fakeTaskApi({
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
          reject = () => resolve(problemResponse(500, 'INTERNAL_ERROR', 'awaria'));
        }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rozpocznij' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rozpocznij' }));
    const run = dialog.getByRole('button', { name: 'Wykonaj przejście' });
    await userEvent.click(run);
    await waitFor(() => expect(run.getAttribute('aria-busy')).toBe('true'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Zamknij' }));
    reject();
    await dialog.findByText('Failed to execute transition: awaria');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
