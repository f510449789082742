import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildTransition, workflowRoutes } from '../../api/transitions.builders';
import { getRequests, openRemote } from '../../test-support';
import { fakeVersionedResource } from '../../versioned-resource';

const existing = buildTransition(2, 'Rozpocznij', {
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
  openRemote(at, { ...workflowRoutes([existing]), ...routes }, 'hasBasePermission', 'canManageWorkflow');
const createRoute: FakeRoutes = { 'POST /api/status-transitions': () => ({ status: 201, body: existing }) };
const getOptions = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const selectOption = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), option);
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const getRows = (name: string) =>
  within(screen.getByRole('group', { name })).queryAllByRole('group', { name: /^\d+\.$/ });

afterEach(signOutForTest);

describe('/status-transitions/new (spec 2 §4, §5)', () => {
  it('orders groups by path, so that those of one parent follow each other', async () => {
    const group = { description: null, parentGroupId: null, parentGroupName: null, createdAt: '' };
    await openPage('/status-transitions/new', {
      'GET /api/groups': () => ({
        body: [
          { ...group, id: 2, name: 'Helpdesk', path: 'IT / Helpdesk' },
          { ...group, id: 1, name: 'IT', path: 'IT' },
          { ...group, id: 3, name: 'Kadry', path: 'Kadry' },
        ],
      }),
    });
    const executors = within(await screen.findByRole('group', { name: /Executor Groups/ }));
    const names = executors
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ labels }) => labels?.[0]?.textContent);
    expect(names).toEqual(['IT', 'IT / Helpdesk', 'Kadry']);
  });

  it('requires a name and a to-status', async () => {
    const { api } = await openPage('/status-transitions/new');
    await screen.findByLabelText('Transition Name');
    await clickButton('Save');
    await screen.findByText('Transition name is required');
    screen.getByText('To status is required');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Transition Name')));
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('offers only INITIAL statuses without a from-status and clears an invalid to-status', async () => {
    await openPage('/status-transitions/new');
    await screen.findByLabelText('From Status');
    expect(getOptions('To Status')).toEqual(['-- Select a status --', 'Nowe']);
    await selectOption('From Status', 'Nowe');
    expect(getOptions('To Status')).toEqual(['-- Select a status --', 'Nowe', 'W toku', 'Koniec']);
    await selectOption('To Status', 'Koniec');
    await selectOption('From Status', 'None (new task)');
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe('');
    await selectOption('To Status', 'Nowe');
    await selectOption('From Status', 'W toku');
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe('1');
  });

  it.each([
    ['?from=1&to=3', '1', '3'],
    ['?to=1', '', '1'],
    ['?to=3', '', ''],
    ['?from=99&to=abc', '', ''],
  ])('preselects the statuses of the query %s', async (query, from, to) => {
    await openPage(`/status-transitions/new${query}`);
    expect((await screen.findByLabelText<HTMLSelectElement>('From Status')).value).toBe(from);
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe(to);
  });

  it('sends no status of the query that the rules forbid', async () => {
    const { api, unmount } = await openPage('/status-transitions/new?to=3');
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    await clickButton('Save');
    await screen.findByText('To status is required');
    expect(getRequests(api, 'POST')).toEqual([]);
    unmount();
    const second = await openPage('/status-transitions/new?from=99&to=1', createRoute);
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    await clickButton('Save');
    await waitFor(() => expect(getRequests(second.api, 'POST')).toHaveLength(1));
    expect(getRequests(second.api, 'POST')[0]?.body).toMatchObject({ fromStatusId: null, toStatusId: 1 });
  });

  it('sends defaults, groups, conditions and required parameters and opens the list', async () => {
    const { api, currentAddress } = await openPage('/status-transitions/new?from=1&to=2', createRoute);
    await userEvent.type(await screen.findByLabelText('Transition Name'), ' Zacznij ');
    expect(screen.getByLabelText<HTMLInputElement>('Priority Order').value).toBe('0');
    expect(screen.getByLabelText<HTMLInputElement>('Active').checked).toBe(true);
    await userEvent.click(screen.getByLabelText('Kadry'));
    await selectOption('Target Group', 'Helpdesk');
    await clickButton('Add Condition');
    const condition = within(getRows('Parameter Conditions')[0] as HTMLElement);
    expect(condition.getByLabelText<HTMLSelectElement>('Condition Type').value).toBe('EQUALS');
    await userEvent.selectOptions(condition.getByLabelText('Parameter'), 'Koszt (inactive)');
    await userEvent.type(condition.getByLabelText('Condition Value'), '1,50');
    await clickButton('Add Required Parameter');
    const requirement = within(getRows('Required Parameters')[0] as HTMLElement);
    await userEvent.selectOptions(requirement.getByLabelText('Parameter'), 'Pilne?');
    expect(requirement.getByLabelText<HTMLInputElement>('Mandatory').checked).toBe(true);
    await userEvent.selectOptions(requirement.getByLabelText('Default Value'), 'Nie');
    await clickButton('Save');
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

  it('saves and opens another form with the same from-status', async () => {
    const { api, currentAddress } = await openPage('/status-transitions/new', createRoute);
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'Zgłoś');
    await selectOption('To Status', 'Nowe');
    await clickButton('Save and add another');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Transition Name')));
    expect(screen.getByLabelText<HTMLInputElement>('Transition Name').value).toBe('');
    // The only status where a new task can start.
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe('1');
    await selectOption('From Status', 'W toku');
    await userEvent.type(screen.getByLabelText('Transition Name'), 'Zakończ');
    await selectOption('To Status', 'Koniec');
    await clickButton('Save and add another');
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(2));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Transition Name').value).toBe(''));
    expect(screen.getByLabelText<HTMLSelectElement>('From Status').value).toBe('2');
    expect(screen.getByLabelText<HTMLSelectElement>('To Status').value).toBe('');
    expect(currentAddress()).toBe('/status-transitions/new');
  });

  it('offers a value field that matches the parameter, and none for EXISTS conditions', async () => {
    await openPage('/status-transitions/new');
    await screen.findByLabelText('Transition Name');
    await clickButton('Add Condition');
    const row = within(getRows('Parameter Conditions')[0] as HTMLElement);
    expect(document.activeElement).toBe(row.getByLabelText('Parameter'));
    const selectParameter = (name: string) => userEvent.selectOptions(row.getByLabelText('Parameter'), name);
    const getTexts = () => row.getAllByRole('option').map(({ textContent }) => textContent);
    await selectParameter('Sprzęt');
    expect(getTexts()).toContain('Drukarka');
    expect(getTexts()).not.toContain('Maszyna do pisania');
    await selectParameter('Pilne?');
    expect(getTexts()).toEqual(expect.arrayContaining(['Tak', 'Nie']));
    await selectParameter('Termin');
    expect(row.getByLabelText('Condition Value').getAttribute('type')).toBe('date');
    for (const type of ['EXISTS', 'NOT_EXISTS']) {
      await userEvent.selectOptions(row.getByLabelText('Condition Type'), type);
      expect(row.queryByLabelText('Condition Value')).toBeNull();
    }
  });

  it('rejects rows without a parameter or with an invalid value, and removes rows', async () => {
    await openPage('/status-transitions/new');
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    await clickButton('Add Condition');
    await clickButton('Add Condition');
    const second = within(getRows('Parameter Conditions')[1] as HTMLElement);
    await userEvent.selectOptions(second.getByLabelText('Parameter'), 'Koszt (inactive)');
    await userEvent.type(second.getByLabelText('Condition Value'), 'dużo');
    await clickButton('Save');
    await within(getRows('Parameter Conditions')[0] as HTMLElement).findByText('Please select a parameter.');
    second.getByText('Podaj liczbę');
    await clickButton('Remove condition 1');
    expect(getRows('Parameter Conditions')).toHaveLength(1);
    expect(screen.queryByText('Please select a parameter.')).toBeNull();
    await clickButton('Remove condition 1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Condition' }));
  });

  it('rejects a parameter that is required twice, and a default that the dictionary has retired', async () => {
    const { api } = await openPage('/status-transitions/3/edit', {
      ...workflowRoutes([
        buildTransition(3, 'Stare', {
          requiredParameters: [
            { id: 1, parameterId: 1, isMandatory: true, defaultValue: 'Maszyna do pisania' },
            { id: 2, parameterId: 1, isMandatory: true, defaultValue: null },
          ],
        }),
      ]),
    });
    await screen.findByLabelText('Transition Name');
    await clickButton('Save');
    const [first, second] = getRows('Required Parameters').map((row) => within(row));
    await first?.findByText('Wybierz jedną z podanych wartości');
    second?.getByText('This parameter is already in the list.');
    expect(getRequests(api, 'PUT')).toEqual([]);
  });

  it.each(['', '-1', '1.5', '1000001'])('rejects the priority order "%s"', async (priority) => {
    const { api } = await openPage('/status-transitions/new?to=1');
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    const field = screen.getByLabelText('Priority Order');
    await userEvent.clear(field);
    if (priority) await userEvent.type(field, priority);
    await clickButton('Save');
    await screen.findByText('Priority order must be a whole number of 0 or more.');
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('sends a blank description, a start for new tasks and an empty default as null', async () => {
    const { api } = await openPage('/status-transitions/new?to=1', createRoute);
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    await userEvent.type(screen.getByLabelText(/^Description/), '  ');
    await clickButton('Add Required Parameter');
    const row = within(getRows('Required Parameters')[0] as HTMLElement);
    await userEvent.selectOptions(row.getByLabelText('Parameter'), 'Pilne?');
    await clickButton('Save');
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(1));
    expect(getRequests(api, 'POST')[0]?.body).toMatchObject({
      description: null,
      fromStatusId: null,
      requiredParameters: [{ parameterId: 2, defaultValue: null }],
    });
  });

  it('warns about a duplicate name but accepts it', async () => {
    const { api } = await openPage('/status-transitions/new?to=1', createRoute);
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'Rozpocznij');
    await screen.findByText(/Another transition has this name/);
    await clickButton('Save');
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(1));
  });

  it("shows the server's errors at their fields and rows", async () => {
    await openPage('/status-transitions/new?from=1&to=2', {
      'POST /api/status-transitions': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'Some fields are wrong', [
          { field: 'toStatusId', message: 'Nie ma takiego statusu.' },
          { field: 'executorGroupIds.0', message: 'Nie ma takiej grupy.' },
          { field: 'parameterConditions.0.conditionValue', message: 'Tej wartości nie ma.' },
        ]),
    });
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'X');
    await clickButton('Add Condition');
    const row = within(getRows('Parameter Conditions')[0] as HTMLElement);
    await userEvent.selectOptions(row.getByLabelText('Parameter'), 'Pilne?');
    await userEvent.selectOptions(row.getByLabelText('Condition Value'), 'Tak');
    await clickButton('Save');
    await screen.findByText('Failed to create transition');
    row.getByText('Tej wartości nie ma.');
    screen.getByText('Nie ma takiej grupy.');
    expect(screen.getByLabelText('To Status').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('To Status')));
  });

  it('shows an error with a retry when the form data fails to load', async () => {
    const { api } = await openPage('/status-transitions/new', {
      'GET /api/workflow-parameters': () => ({ status: 500 }),
    });
    await screen.findByRole('heading', { name: 'Failed to load form data.' });
    api.respond(workflowRoutes([existing]));
    await clickButton('Spróbuj ponownie');
    await screen.findByLabelText('Transition Name');
  });
});

describe('/status-transitions/{id} and /{id}/edit', () => {
  it('shows the transition read-only; Edit replaces the URL', async () => {
    const { currentAddress, goBy } = await openPage('/status-transitions');
    await userEvent.click(await screen.findByRole('link', { name: 'View Rozpocznij' }));
    await screen.findByRole('heading', { name: 'View Transition' });
    expect(screen.queryByRole('textbox')).toBeNull();
    for (const text of ['Ktoś się tym zajmie.', 'Kadry', 'Pilne?', 'Tak']) screen.getByText(text);
    screen.getByText(/optional, default: 01\.05\.2026/);
    await clickButton('Edit');
    await waitFor(() => expect(currentAddress()).toBe('/status-transitions/2/edit'));
    expect((await screen.findByLabelText<HTMLInputElement>('Transition Name')).value).toBe('Rozpocznij');
    await goBy(-1);
    expect(currentAddress()).toBe('/status-transitions');
  });

  it('marks inactive parameters and retired values wherever it names them', async () => {
    const transition = buildTransition(3, 'Stare', {
      parameterConditions: [
        { id: 1, parameterId: 1, conditionType: 'EQUALS', conditionValue: 'Maszyna do pisania' },
      ],
      requiredParameters: [{ id: 2, parameterId: 4, isMandatory: true, defaultValue: null }],
    });
    await openPage('/status-transitions/3', workflowRoutes([transition]));
    await screen.findByText('Maszyna do pisania (retired)');
    screen.getByText('Koszt (inactive)');
    await clickButton('Edit');
    await screen.findByLabelText('Transition Name');
    expect(getOptions('Condition Value')).toContain('Maszyna do pisania (retired)');
    within(getRows('Required Parameters')[0] as HTMLElement).getByRole('option', {
      name: 'Koszt (inactive)',
    });
  });

  it('shows an error when the transition fails to load', async () => {
    await openPage('/status-transitions/99');
    await screen.findByRole('heading', { name: 'Failed to load transition.' });
  });

  it('confirms leaving with unsaved changes, but not without changes', async () => {
    const { currentAddress } = await openPage('/status-transitions/2/edit');
    await userEvent.type(await screen.findByLabelText('Transition Name'), '!');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(currentAddress()).toBe('/status-transitions/2/edit');
    await userEvent.type(screen.getByLabelText('Transition Name'), '{Backspace}');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(currentAddress()).toBe('/status-transitions/2'));
  });

  describe('that another user saves first', () => {
    const openEdit = async () => {
      const transition = fakeVersionedResource('/api/status-transitions/:id', existing);
      const page = await openPage('/status-transitions/2/edit', transition.routes);
      const name = await screen.findByLabelText<HTMLInputElement>('Transition Name');
      return { ...page, transition, name };
    };

    it('joins changes of different fields and of different executor groups', async () => {
      const { currentAddress, transition, name } = await openEdit();
      await userEvent.type(name, '!');
      transition.saveElsewhere({ description: 'Opis Anny', isActive: false });
      await clickButton('Save');
      await waitFor(() => expect(currentAddress()).toBe('/status-transitions'));
      expect(transition.getSaved()).toMatchObject({
        name: 'Rozpocznij!',
        description: 'Opis Anny',
        isActive: false,
        executorGroupIds: [2],
      });
    });

    it('shows both values of the same field, and saves the chosen one', async () => {
      const { currentAddress, transition, name } = await openEdit();
      await userEvent.type(name, '!');
      transition.saveElsewhere({ name: 'Zacznij' });
      await clickButton('Save');
      const saved = await screen.findByRole('radio', { name: 'Saved value Zacznij' });
      screen.getByRole('radio', { name: 'Your value Rozpocznij!' });
      screen.getByText(/By Anna Kowalska/);
      await userEvent.click(saved);
      expect(name.value).toBe('Zacznij');
      await clickButton('Save');
      await waitFor(() => expect(currentAddress()).toBe('/status-transitions'));
      expect(transition.getSaved().name).toBe('Zacznij');
    });
  });

  it.each([
    [409, problemResponse(409, 'CONFLICT', 'Tak nie można.'), 'Tak nie można.'],
    [404, problemResponse(404, 'NOT_FOUND'), 'This transition has been deleted.'],
    [500, { status: 500 }, 'Your changes are still here. Please try again.'],
  ])('explains why saving failed on %s', async (_, response, reason) => {
    await openPage('/status-transitions/2/edit', { 'PUT /api/status-transitions/:id': () => response });
    await screen.findByLabelText('Transition Name');
    await clickButton('Save');
    await screen.findByText('Failed to update transition');
    screen.getByText(reason);
  });

  it.each([
    ['/status-transitions/new', '/status-transitions'],
    ['/status-transitions/2/edit', '/status-transitions/2'],
    ['/status-transitions/x', '/status-transitions'],
  ])('redirects from %s to %s without the permission to manage the workflow', async (at, fallbackPath) => {
    const { currentAddress } = await openRemote(at, workflowRoutes([existing]), 'hasBasePermission');
    await waitFor(() => expect(currentAddress()).toBe(fallbackPath));
  });
});
