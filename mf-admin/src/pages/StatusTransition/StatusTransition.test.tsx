import { type FakeRoutes, problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';
import { transition, workflowRoutes } from './transitions.builders';

const held = transition(2, 'Rozpocznij', {
  description: 'Ktoś się tym zajmie.',
  fromStatusId: 1,
  fromStatusName: 'Nowe',
  toStatusId: 2,
  toStatusName: 'W toku',
  executorGroupIds: [2],
  parameterConditions: [{ id: 5, parameterId: 2, conditionType: 'EQUALS', conditionValue: 'true' }],
  requiredParameters: [{ id: 6, parameterId: 3, isMandatory: false, defaultValue: '2026-05-01' }],
});
const openPage = (at: string, routes: FakeRoutes = {}) =>
  openRemote(at, { ...workflowRoutes([held]), ...routes }, 'hasBasePermission', 'canManageWorkflow');
type Api = Awaited<ReturnType<typeof openPage>>['api'];
const getRequests = (api: Api, method: string) => api.requests.filter((request) => request.method === method);
const created: FakeRoutes = { 'POST /api/status-transitions': () => ({ status: 201, body: held }) };
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), option);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const rowsOf = (name: string) =>
  within(screen.getByRole('group', { name })).queryAllByRole('group', { name: /^\d+\.$/ });

afterEach(signOutForTest);

describe('a new transition (spec 2 §4, §5)', () => {
  it('needs a name and a to-status, in the words of the specification', async () => {
    const { api } = await openPage('/status-transitions/new');
    await screen.findByLabelText('Transition Name');
    await press('Save');
    await screen.findByText('Transition name is required');
    screen.getByText('To status is required');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Transition Name')));
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('leads from nothing to INITIAL statuses only, and drops a choice that no longer fits', async () => {
    await openPage('/status-transitions/new');
    await screen.findByLabelText('From Status');
    expect(optionsOf('To Status')).toEqual(['-- Select a status --', 'Nowe']);
    await choose('From Status', 'Nowe');
    expect(optionsOf('To Status')).toEqual(['-- Select a status --', 'Nowe', 'W toku', 'Koniec']);
    await choose('To Status', 'Koniec');
    await choose('From Status', 'None (new task)');
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe('');
    await choose('To Status', 'Nowe');
    await choose('From Status', 'W toku');
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe('1');
  });

  it.each([
    ['?from=1&to=3', '1', '3'],
    ['?to=1', '', '1'],
    ['?to=3', '', ''],
    ['?from=99&to=abc', '', ''],
  ])('begins between the statuses that the address names: %s', async (query, from, to) => {
    await openPage(`/status-transitions/new${query}`);
    expect((await screen.findByLabelText<HTMLSelectElement>('From Status')).value).toBe(from);
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe(to);
  });

  it('goes with its defaults, groups, conditions and required parameters, and comes back to the list', async () => {
    const { api, currentAddress } = await openPage('/status-transitions/new?from=1&to=2', created);
    await userEvent.type(await screen.findByLabelText('Transition Name'), ' Zacznij ');
    expect(screen.getByLabelText<HTMLInputElement>('Priority Order').value).toBe('0');
    expect(screen.getByLabelText<HTMLInputElement>('Active').checked).toBe(true);
    await userEvent.click(screen.getByLabelText('Kadry'));
    await choose('Target Group', 'Helpdesk');
    await press('Add Condition');
    const condition = within(rowsOf('Parameter Conditions')[0] as HTMLElement);
    expect(condition.getByLabelText<HTMLSelectElement>('Condition Type').value).toBe('EQUALS');
    await userEvent.selectOptions(condition.getByLabelText('Parameter'), 'Koszt (inactive)');
    await userEvent.type(condition.getByLabelText('Condition Value'), '1,50');
    await press('Add Required Parameter');
    const requirement = within(rowsOf('Required Parameters')[0] as HTMLElement);
    await userEvent.selectOptions(requirement.getByLabelText('Parameter'), 'Pilne?');
    expect(requirement.getByLabelText<HTMLInputElement>('Mandatory').checked).toBe(true);
    await userEvent.selectOptions(requirement.getByLabelText('Default Value'), 'Nie');
    await press('Save');
    await waitFor(() => expect(currentAddress()).toBe('/status-transitions'));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      name: 'Zacznij',
      description: null,
      fromStatusId: 1,
      toStatusId: 2,
      targetGroupId: 1,
      priorityOrder: 0,
      isActive: true,
      executorGroupIds: [2],
      parameterConditions: [{ parameterId: 4, conditionType: 'EQUALS', conditionValue: '1.50' }],
      requiredParameters: [{ parameterId: 2, isMandatory: true, defaultValue: 'false' }],
    });
  });

  it('offers a value as fits the parameter, and none where the condition takes none', async () => {
    await openPage('/status-transitions/new');
    await screen.findByLabelText('Transition Name');
    await press('Add Condition');
    const row = within(rowsOf('Parameter Conditions')[0] as HTMLElement);
    expect(document.activeElement).toBe(row.getByLabelText('Parameter'));
    const pick = (name: string) => userEvent.selectOptions(row.getByLabelText('Parameter'), name);
    const texts = () => row.getAllByRole('option').map(({ textContent }) => textContent);
    await pick('Sprzęt');
    expect(texts()).toContain('Drukarka');
    expect(texts()).not.toContain('Maszyna do pisania');
    await pick('Pilne?');
    expect(texts()).toEqual(expect.arrayContaining(['Tak', 'Nie']));
    await pick('Termin');
    expect(row.getByLabelText('Condition Value').getAttribute('type')).toBe('date');
    for (const type of ['EXISTS', 'NOT_EXISTS']) {
      await userEvent.selectOptions(row.getByLabelText('Condition Type'), type);
      expect(row.queryByLabelText('Condition Value')).toBeNull();
    }
  });

  it('refuses rows without a parameter or with a value that is none, and lets rows go', async () => {
    await openPage('/status-transitions/new');
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    await press('Add Condition');
    await press('Add Condition');
    const second = within(rowsOf('Parameter Conditions')[1] as HTMLElement);
    await userEvent.selectOptions(second.getByLabelText('Parameter'), 'Koszt (inactive)');
    await userEvent.type(second.getByLabelText('Condition Value'), 'dużo');
    await press('Save');
    within(rowsOf('Parameter Conditions')[0] as HTMLElement).getByText('Please select a parameter.');
    second.getByText('Podaj liczbę');
    await press('Remove condition 1');
    expect(rowsOf('Parameter Conditions')).toHaveLength(1);
    expect(screen.queryByText('Please select a parameter.')).toBeNull();
    await press('Remove condition 1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Condition' }));
  });

  it('hints at a name that another has, and takes it all the same', async () => {
    const { api } = await openPage('/status-transitions/new?to=1', created);
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'Rozpocznij');
    await screen.findByText(/Another transition has this name/);
    await press('Save');
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(1));
  });

  it('puts what the server refuses at its field and row', async () => {
    await openPage('/status-transitions/new?from=1&to=2', {
      'POST /api/status-transitions': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'Some fields are wrong', [
          { field: 'toStatusId', message: 'Nie ma takiego statusu.' },
          { field: 'executorGroupIds.0', message: 'Nie ma takiej grupy.' },
          { field: 'parameterConditions.0.conditionValue', message: 'Tej wartości nie ma.' },
        ]),
    });
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    await press('Add Condition');
    const row = within(rowsOf('Parameter Conditions')[0] as HTMLElement);
    await userEvent.selectOptions(row.getByLabelText('Parameter'), 'Pilne?');
    await userEvent.selectOptions(row.getByLabelText('Condition Value'), 'Tak');
    await press('Save');
    await screen.findByText('Failed to create transition');
    row.getByText('Tej wartości nie ma.');
    screen.getByText('Nie ma takiej grupy.');
    expect(screen.getByLabelText('To Status').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('To Status')));
  });

  it('says that what it is made of could not be loaded', async () => {
    const { api } = await openPage('/status-transitions/new', {
      'GET /api/workflow-parameters': () => ({ status: 500 }),
    });
    await screen.findByRole('heading', { name: 'Failed to load form data.' });
    api.answer(workflowRoutes([held]));
    await press('Spróbuj ponownie');
    await screen.findByLabelText('Transition Name');
  });
});

describe('a transition that is there', () => {
  it('is read as text, then edited in place of the page that showed it', async () => {
    const { currentAddress, goBy } = await openPage('/status-transitions');
    await userEvent.click(await screen.findByRole('link', { name: 'View Rozpocznij' }));
    await screen.findByRole('heading', { name: 'View Transition' });
    expect(screen.queryByRole('textbox')).toBeNull();
    for (const text of ['Ktoś się tym zajmie.', 'Kadry', 'Pilne?', 'Tak']) screen.getByText(text);
    screen.getByText(/optional, default: 01\.05\.2026/);
    await press('Edit');
    await waitFor(() => expect(currentAddress()).toBe('/status-transitions/2/edit'));
    expect((await screen.findByLabelText<HTMLInputElement>('Transition Name')).value).toBe('Rozpocznij');
    await goBy(-1);
    expect(currentAddress()).toBe('/status-transitions');
  });

  it('says that it could not be loaded', async () => {
    await openPage('/status-transitions/99');
    await screen.findByRole('heading', { name: 'Failed to load transition.' });
  });

  it('asks before changes are left, and not where nothing changed', async () => {
    const { currentAddress } = await openPage('/status-transitions/2/edit');
    await userEvent.type(await screen.findByLabelText('Transition Name'), '!');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(currentAddress()).toBe('/status-transitions/2/edit');
    await userEvent.type(screen.getByLabelText('Transition Name'), '{Backspace}');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(currentAddress()).toBe('/status-transitions/2'));
  });

  it('keeps what was typed when somebody else saved first, until one reloads', async () => {
    const theirs = { ...held, name: 'Zacznij', isActive: false };
    const { api } = await openPage('/status-transitions/2/edit', {
      'PUT /api/status-transitions/:id': ({ headers }) =>
        headers['if-match'] === '"2"' ? { body: theirs } : problemAnswer(412, 'PRECONDITION_FAILED'),
    });
    const name = await screen.findByLabelText<HTMLInputElement>('Transition Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Moje');
    await press('Save');
    await screen.findByText('Somebody else saved this first.');
    expect(name.value).toBe('Moje');
    api.answer({ 'GET /api/status-transitions/:id': () => ({ body: theirs, headers: { etag: '"2"' } }) });
    await press('Reload');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Transition Name').value).toBe('Zacznij'),
    );
    expect(screen.queryByText('Somebody else saved this first.')).toBeNull();
    await press('Save');
    await waitFor(() =>
      expect(getRequests(api, 'PUT').map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']),
    );
  });

  it('is saved over the other one only when that is chosen', async () => {
    const { api, currentAddress } = await openPage('/status-transitions/2/edit', {
      'PUT /api/status-transitions/:id': ({ headers }) =>
        headers['if-match'] ? problemAnswer(412, 'PRECONDITION_FAILED') : { body: held },
    });
    await userEvent.type(await screen.findByLabelText('Transition Name'), '!');
    await press('Save');
    await userEvent.click(await screen.findByRole('button', { name: 'Save mine over it' }));
    await waitFor(() => expect(currentAddress()).toBe('/status-transitions'));
    expect(getRequests(api, 'PUT').at(-1)?.body).toMatchObject({
      name: 'Rozpocznij!',
      executorGroupIds: [2],
    });
  });

  it.each([
    [problemAnswer(409, 'CONFLICT', 'Tak nie można.'), 'Tak nie można.'],
    [problemAnswer(404, 'NOT_FOUND'), 'Somebody has deleted this transition.'],
    [{ status: 500 }, 'What you entered is still here. Please try again.'],
  ])('says why it was not saved', async (answer, reason) => {
    await openPage('/status-transitions/2/edit', { 'PUT /api/status-transitions/:id': () => answer });
    await screen.findByLabelText('Transition Name');
    await press('Save');
    await screen.findByText('Failed to update transition');
    screen.getByText(reason);
  });

  it.each([
    ['/status-transitions/new', '/status-transitions'],
    ['/status-transitions/2/edit', '/status-transitions/2'],
    ['/status-transitions/x', '/status-transitions'],
  ])('of who may only look: %s is %s', async (at, address) => {
    const { currentAddress } = await openRemote(at, workflowRoutes([held]), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe(address));
  });
});
