import type { WorkflowParameter } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { getRequests, openRemote } from '../../test-support';
import { fakeVersionedResource } from '../../versioned-resource';

const build = (id: number, parameterName: string, overrides: Partial<WorkflowParameter> = {}) =>
  buildParameter(id, { parameterName, displayName: `${parameterName}?`, sortOrder: id - 1, ...overrides });
const parameters = [
  build(1, 'kategoria', {
    parameterType: 'DICTIONARY',
    dictionaryValues: [
      { id: 1, value: 'Sprzęt', sortOrder: 0, isActive: true },
      { id: 2, value: 'Program', sortOrder: 1, isActive: false },
    ],
  }),
  build(2, 'pilne', { parameterType: 'BOOLEAN' }),
  build(3, 'model', {
    isActive: false,
    parameterStage: 'SYSTEM_CONTROLLED',
    dependencies: [{ id: 1, parentParameterId: 1, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }],
  }),
];
const serverRoutes = (): FakeRoutes => ({
  'GET /api/workflow-parameters': () => ({ body: parameters }),
  'GET /api/workflow-parameters/available-parents': () => ({ body: parameters }),
  'GET /api/workflow-parameters/:id': ({ params }) => ({
    body: parameters.find(({ id }) => String(id) === params['id']),
    headers: { etag: '"5"' },
  }),
});
const openPage = (at: string, routes: FakeRoutes = {}) =>
  openRemote(at, { ...serverRoutes(), ...routes }, 'hasBasePermission', 'canManageWorkflow');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

afterEach(signOutForTest);

describe('/workflow-parameters/{id} (spec 2 §2)', () => {
  it('shows the parameter with its dependencies read-only', async () => {
    await openPage('/workflow-parameters/3');
    await screen.findByRole('heading', { name: 'View Parameter' });
    screen.getByText('System Controlled');
    screen.getByRole('row', { name: /kategoria\?.*equals.*Sprzęt/ });
    expect(screen.getByRole('link', { name: 'Edit Parameter' }).getAttribute('href')).toBe(
      '/workflow-parameters/3/edit',
    );
  });

  it('confirms a deletion, shows the reason of a 409 and opens the list', async () => {
    const { api, currentAddress } = await openPage('/workflow-parameters/1', {
      'GET /api/workflow-parameters': () => ({ body: [] }),
      'DELETE /api/workflow-parameters/:id': () => problemResponse(409, 'IN_USE', 'model depends on it.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Parameter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete kategoria?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Parameter' }));
    await dialog.findByText('model depends on it.');
    api.respond({ 'DELETE /api/workflow-parameters/:id': () => ({ status: 204 }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Parameter' }));
    await waitFor(() => expect(currentAddress()).toBe('/workflow-parameters'));
    expect(getRequests(api, 'DELETE')[0]?.headers['if-match']).toBe('"5"');
  });

  it('explains the stages', async () => {
    await openPage('/workflow-parameters/1/edit');
    await screen.findByRole('combobox', {
      name: 'Parameter Stage',
      description: /It never asks System Controlled/,
    });
  });

  it('disables the deletion of a parameter that others depend on, with the reason', async () => {
    await openPage('/workflow-parameters/1');
    const button = await screen.findByRole('button', {
      name: 'Delete Parameter',
      description: /^This parameter cannot be deleted because others depend on it: /,
    });
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['/workflow-parameters/new', '/workflow-parameters'],
    ['/workflow-parameters/2/edit', '/workflow-parameters/2'],
    ['/workflow-parameters/0', '/workflow-parameters'],
  ])('redirects from %s to %s without the permission to manage the workflow', async (at, fallbackPath) => {
    const { currentAddress } = await openRemote(at, serverRoutes(), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe(fallbackPath));
  });
});

describe('ParameterForm', () => {
  it('shows each validation error at its field (spec 2 §5)', async () => {
    await openPage('/workflow-parameters/new');
    await screen.findByRole('heading', { name: 'Add New Parameter' });
    await userEvent.clear(screen.getByLabelText('Sort Order'));
    await userEvent.type(screen.getByLabelText('Parameter Name'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Add Dependency' }));
    await userEvent.selectOptions(screen.getByLabelText('Condition Type'), '');
    await save();
    for (const text of [
      'Parameter name is required and must be at least 2 characters long.',
      'Display name is required.',
      'Parameter type is required.',
      'Parameter stage is required.',
      'Sort order is required and must be a non-negative number.',
      'Please select a parent parameter.',
      'Please select a condition type.',
    ])
      await screen.findByText(text);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Parameter Name')));
  });

  it('creates the last parameter with values and dependencies and opens the list', async () => {
    const { api, currentAddress } = await openPage('/workflow-parameters/new', {
      'POST /api/workflow-parameters': () => ({ status: 201, body: parameters[0] }),
    });
    await userEvent.type(await screen.findByLabelText('Parameter Name'), 'marka');
    await userEvent.type(screen.getByLabelText('Display Name'), 'Jaka marka?');
    await userEvent.selectOptions(screen.getByLabelText('Parameter Type'), 'Dictionary');
    await userEvent.selectOptions(screen.getByLabelText('Parameter Stage'), 'Always');
    await userEvent.type(screen.getByLabelText('Value 1'), 'Alfa');
    await userEvent.click(screen.getByRole('button', { name: 'Add Value' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Value 2')));
    await userEvent.keyboard('Beta');
    const defaultValue = screen.getByLabelText(/^Default Value/);
    await within(defaultValue).findByRole('option', { name: 'Beta' });
    await userEvent.selectOptions(defaultValue, 'Beta');
    await userEvent.click(screen.getByRole('button', { name: 'Add Dependency' }));
    await userEvent.selectOptions(screen.getByLabelText('Parent Parameter'), 'pilne?');
    await userEvent.selectOptions(screen.getByLabelText('Condition Value'), 'Tak');
    await save();
    await waitFor(() => expect(currentAddress()).toBe('/workflow-parameters'));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      parameterName: 'marka',
      displayName: 'Jaka marka?',
      description: null,
      parameterType: 'DICTIONARY',
      parameterStage: 'ALWAYS',
      sortOrder: 3,
      isActive: true,
      defaultValue: 'Beta',
      dictionaryValues: [
        { value: 'Alfa', sortOrder: 0, isActive: true },
        { value: 'Beta', sortOrder: 1, isActive: true },
      ],
      dependencies: [{ parentParameterId: 2, conditionType: 'EQUALS', conditionValue: 'true' }],
    });
  });

  it('takes the failure into focus, and retries with the same idempotency key', async () => {
    const { api, currentAddress } = await openPage('/workflow-parameters/new', {
      'POST /api/workflow-parameters': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await userEvent.type(await screen.findByLabelText('Parameter Name'), 'marka');
    await userEvent.type(screen.getByLabelText('Display Name'), 'Jaka marka?');
    await userEvent.selectOptions(screen.getByLabelText('Parameter Type'), 'Text');
    await userEvent.selectOptions(screen.getByLabelText('Parameter Stage'), 'Always');
    await save();
    const failure = await screen.findByText('Failed to save parameter. Please try again.');
    await waitFor(() => expect(document.activeElement).toBe(failure.closest('[role="alert"]')));
    api.respond({ 'POST /api/workflow-parameters': () => ({ status: 201, body: parameters[0] }) });
    await save();
    await waitFor(() => expect(currentAddress()).toBe('/workflow-parameters'));
    const [first, second] = getRequests(api, 'POST').map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it('shows a taken name as an error of the name field', async () => {
    await openPage('/workflow-parameters/2/edit', {
      'PUT /api/workflow-parameters/:id': () => problemResponse(409, 'NAME_TAKEN', 'taken'),
    });
    await screen.findByRole('heading', { name: 'Edit Parameter' });
    await save();
    await screen.findByText('Parameter name already exists. Please choose a different name.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Parameter Name')));
  });
});

describe('parameter type field (spec 2 §4)', () => {
  it('asks before it clears a dictionary with values', async () => {
    await openPage('/workflow-parameters/1/edit');
    const type = await screen.findByLabelText<HTMLSelectElement>('Parameter Type');
    await userEvent.selectOptions(type, 'Text');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the dictionary?' }));
    dialog.getByText('Another type has no dictionary. Its 2 values are removed when you save.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(type.value).toBe('DICTIONARY');
    expect(screen.getAllByLabelText(/^Value \d/)).toHaveLength(2);
  });

  it('clears the dictionary on another type and adds one empty row on DICTIONARY', async () => {
    const { api } = await openPage('/workflow-parameters/1/edit', {
      'PUT /api/workflow-parameters/:id': () => ({ body: parameters[0] }),
    });
    const type = await screen.findByLabelText('Parameter Type');
    expect(screen.getAllByLabelText(/^Value \d/)).toHaveLength(2);
    await userEvent.selectOptions(type, 'DATETIME');
    await userEvent.click(await screen.findByRole('button', { name: 'Change type' }));
    expect(screen.queryByLabelText('Value 1')).toBeNull();
    expect(screen.getByLabelText(/^Default Value/).getAttribute('type')).toBe('datetime-local');
    await userEvent.selectOptions(type, 'Dictionary');
    expect((screen.getByLabelText('Value 1') as HTMLInputElement).value).toBe('');
    expect((screen.getByLabelText('Sort order of value 1') as HTMLInputElement).value).toBe('0');
    await userEvent.selectOptions(type, 'Number');
    await save();
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(1));
    expect(getRequests(api, 'PUT')[0]?.body).toMatchObject({ parameterType: 'NUMBER', dictionaryValues: [] });
  });
});

describe('DictionaryValues', () => {
  const openDictionary = async (routes: FakeRoutes = {}) => {
    const page = await openPage('/workflow-parameters/1/edit', {
      'PUT /api/workflow-parameters/:id': () => ({ body: parameters[0] }),
      ...routes,
    });
    await screen.findByLabelText('Value 1');
    return page;
  };

  it('rejects empty and duplicate values', async () => {
    await openDictionary();
    await userEvent.clear(screen.getByLabelText('Value 1'));
    await save();
    await screen.findByText('Value is required.');
    await userEvent.type(screen.getByLabelText('Value 1'), 'Program');
    await screen.findByText('This value is already in the list.');
  });

  it("shows the server's error in its row and focuses the row", async () => {
    await openDictionary({
      'PUT /api/workflow-parameters/:id': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'wrong', [
          { field: 'dictionaryValues.1.value', message: 'Not this one.' },
        ]),
    });
    await save();
    await screen.findByText('Not this one.');
    screen.getByText('Not saved yet. Please correct the errors below.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Value 2')));
  });

  it('goes to the next value on Enter, adds one after the last, and saves nothing', async () => {
    const { api } = await openDictionary();
    const waitForFocus = (label: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    await userEvent.type(screen.getByLabelText('Value 1'), '{Enter}');
    await waitForFocus('Value 2');
    await userEvent.keyboard('{Enter}');
    await waitForFocus('Value 3');
    await userEvent.keyboard('{Enter}');
    expect(screen.getAllByLabelText(/^Value \d/)).toHaveLength(3);
    expect(getRequests(api, 'PUT')).toEqual([]);
  });

  it('removes a row and adds one row for each pasted line', async () => {
    const { api } = await openDictionary();
    await userEvent.click(screen.getByRole('button', { name: 'Remove value 1' }));
    await userEvent.click(screen.getByLabelText('Value 1'));
    await userEvent.paste('Alfa\nBeta\n\nGamma');
    await waitFor(() => expect(screen.getAllByLabelText(/^Value \d/)).toHaveLength(3));
    await save();
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(1));
    expect(getRequests(api, 'PUT')[0]?.body).toMatchObject({
      dictionaryValues: ['Alfa', 'Beta', 'Gamma'].map((value, sortOrder) => ({
        value,
        sortOrder,
        isActive: true,
      })),
    });
  });
});

describe('renaming a dictionary value', () => {
  const refusal = 'The value "Sprzęt" is named elsewhere: parameter dependencies use it: "model?".';
  const openRenamed = async () => {
    const page = await openPage('/workflow-parameters/1/edit', {
      'PUT /api/workflow-parameters/:id': ({ body }) =>
        (body as { renameUses?: boolean }).renameUses
          ? { body: parameters[0] }
          : problemResponse(409, 'IN_USE', refusal, [
              { field: 'dictionaryValues.0.value', message: refusal },
            ]),
    });
    await userEvent.type(await screen.findByLabelText('Value 1'), ' IT');
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename the value everywhere?' }));
    dialog.getByText(refusal);
    return { ...page, dialog };
  };

  it('offers to rename it where it is named', async () => {
    const { api, currentAddress, dialog } = await openRenamed();
    await userEvent.click(dialog.getByRole('button', { name: 'Rename everywhere' }));
    await waitFor(() => expect(currentAddress()).toBe('/workflow-parameters'));
    expect(getRequests(api, 'PUT').map(({ body }) => body)).toMatchObject([
      { dictionaryValues: [{ id: 1, value: 'Sprzęt IT' }, { id: 2 }] },
      { dictionaryValues: [{ id: 1, value: 'Sprzęt IT' }, { id: 2 }], renameUses: true },
    ]);
  });

  it('marks and focuses the row after a cancellation', async () => {
    const { dialog } = await openRenamed();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Value 1')));
    expect(screen.getByLabelText('Value 1').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Value 2').getAttribute('aria-invalid')).toBeNull();
  });
});

describe('a new parameter', () => {
  it('suggests the name from the display name until another one is typed', async () => {
    await openPage('/workflow-parameters/new');
    const name = await screen.findByLabelText<HTMLInputElement>('Parameter Name');
    await userEvent.type(screen.getByLabelText('Display Name'), 'Model?');
    expect(name.value).toBe('model_2');
    await userEvent.type(name, 'x');
    await userEvent.type(screen.getByLabelText('Display Name'), ' Który');
    expect(name.value).toBe('model_2x');
  });

  it('opens another form with fitting defaults', async () => {
    const { api, currentAddress } = await openPage('/workflow-parameters/new', {
      'POST /api/workflow-parameters': () => ({ status: 201, body: parameters[0] }),
    });
    await userEvent.type(await screen.findByLabelText('Display Name'), 'Jaka marka?');
    await userEvent.selectOptions(screen.getByLabelText('Parameter Type'), 'Date');
    await userEvent.selectOptions(screen.getByLabelText('Parameter Stage'), 'Always');
    await userEvent.click(screen.getByRole('button', { name: 'Add Dependency' }));
    await userEvent.selectOptions(screen.getByLabelText('Parent Parameter'), 'pilne?');
    await userEvent.selectOptions(screen.getByLabelText('Condition Value'), 'Tak');
    await userEvent.click(screen.getByRole('button', { name: 'Save and add another' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Display Name')));
    expect(screen.getByLabelText<HTMLInputElement>('Display Name').value).toBe('');
    expect(screen.getByLabelText<HTMLSelectElement>('Parameter Type').value).toBe('TEXT');
    expect(screen.getByLabelText<HTMLSelectElement>('Parameter Stage').value).toBe('ALWAYS');
    await userEvent.click(screen.getByRole('button', { name: 'Add Dependency' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Parent Parameter').value).toBe('2');
    expect(getRequests(api, 'POST')).toHaveLength(1);
    expect(currentAddress()).toBe('/workflow-parameters/new');
  });
});

describe('Dependencies', () => {
  it('excludes the parameter itself and offers a value only for comparing conditions', async () => {
    await openPage('/workflow-parameters/3/edit');
    const parent = await screen.findByLabelText('Parent Parameter');
    expect(within(parent).queryByRole('option', { name: 'model?' })).toBeNull();
    const value = screen.getByLabelText('Condition Value');
    within(value).getByRole('option', { name: 'Sprzęt' });
    within(value).getByRole('option', { name: '-- Select a value --' });
    await userEvent.selectOptions(screen.getByLabelText('Condition Type'), 'EXISTS');
    expect(screen.queryByLabelText('Condition Value')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Condition Type'), 'NOT_EQUALS');
    await userEvent.selectOptions(parent, 'pilne?');
    await save();
    await screen.findByText('Enter a comparison value.');
  });
});

describe('/workflow-parameters/{id}/edit', () => {
  it('joins changes of different fields that another user saves first', async () => {
    const parameter = fakeVersionedResource('/api/workflow-parameters/:id', { ...parameters[1] });
    const { currentAddress } = await openPage('/workflow-parameters/2/edit', parameter.routes);
    await userEvent.type(await screen.findByLabelText('Display Name'), '!');
    parameter.saveElsewhere({ description: 'Opis Anny' });
    await save();
    await waitFor(() => expect(currentAddress()).toBe('/workflow-parameters'));
    expect(parameter.getSaved()).toMatchObject({ displayName: 'pilne?!', description: 'Opis Anny' });
  });

  it('joins changes of different dictionary values', async () => {
    const dictionary = parameters[0] as WorkflowParameter;
    const parameter = fakeVersionedResource('/api/workflow-parameters/:id', dictionary);
    const { currentAddress } = await openPage('/workflow-parameters/1/edit', parameter.routes);
    const [first] = await screen.findAllByLabelText(/^Value \d/);
    await userEvent.type(first as HTMLElement, '!');
    const added = { id: 3, value: 'Inne', sortOrder: 2, isActive: true };
    parameter.saveElsewhere({ dictionaryValues: [...dictionary.dictionaryValues, added] });
    await save();
    await waitFor(() => expect(currentAddress()).toBe('/workflow-parameters'));
    expect(parameter.getSaved().dictionaryValues).toEqual([
      { id: 1, value: 'Sprzęt!', sortOrder: 0, isActive: true },
      { id: 2, value: 'Program', sortOrder: 1, isActive: false },
      added,
    ]);
  });

  it('shows both values of the same field', async () => {
    const parameter = fakeVersionedResource('/api/workflow-parameters/:id', { ...parameters[1] });
    const { currentAddress } = await openPage('/workflow-parameters/2/edit', parameter.routes);
    await userEvent.type(await screen.findByLabelText('Display Name'), '!');
    parameter.saveElsewhere({ displayName: 'bardzo pilne?' });
    await save();
    screen.getByLabelText('Display Name');
    await userEvent.click(await screen.findByRole('radio', { name: 'Your value pilne?!' }));
    await save();
    await waitFor(() => expect(currentAddress()).toBe('/workflow-parameters'));
    expect(parameter.getSaved()).toMatchObject({ displayName: 'pilne?!' });
  });

  it('confirms leaving with unsaved changes', async () => {
    const { currentAddress } = await openPage('/workflow-parameters/2/edit');
    await userEvent.type(await screen.findByLabelText('Display Name'), '!');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(currentAddress()).toBe('/workflow-parameters/2/edit');
  });
});
