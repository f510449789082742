import type { WorkflowParameter } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { getRequests, openRemote } from '../../test-support';

const createdAt = '2026-01-05T10:00:00.000Z';
const build = (id: number, displayName: string, overrides: Partial<WorkflowParameter> = {}) =>
  buildParameter(id, { displayName, ...overrides });
const parameters = [
  build(1, 'Czego dotyczy?', {
    parameterType: 'DICTIONARY',
    dictionaryValues: ['Sprzęt', 'Kadry'].map((value, sortOrder) => ({
      id: sortOrder + 1,
      value,
      sortOrder,
      isActive: true,
    })),
  }),
  build(2, 'Jaki model?', {
    dependencies: [{ id: 1, parentParameterId: 1, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }],
  }),
  build(3, 'Nigdy nie pytane', { parameterStage: 'SYSTEM_CONTROLLED' }),
];
const transition = {
  id: 5,
  name: 'Do kadr',
  description: null,
  fromStatusId: null,
  fromStatusName: null,
  toStatusId: 2,
  toStatusName: 'Złożone',
  targetGroupId: 4,
  targetGroupName: 'Dział kadr',
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [{ id: 1, parameterId: 1, conditionType: 'EQUALS', conditionValue: 'Kadry' }],
  requiredParameters: [],
};
const serverRoutes = (): FakeRoutes => ({
  'GET /api/workflow-parameters': () => ({ body: parameters }),
  'GET /api/workflow-status': () => ({
    body: [
      { id: 1, name: 'Nowe', statusType: 'INITIAL', createdAt },
      { id: 2, name: 'Złożone', statusType: 'INITIAL', createdAt: '2026-02-05T10:00:00.000Z' },
    ],
  }),
  'GET /api/status-transitions': () => ({ body: [transition] }),
});
const openPage = (routes: FakeRoutes = {}) =>
  openRemote(
    '/workflow-parameters/try',
    { ...serverRoutes(), ...routes },
    'hasBasePermission',
    'canManageWorkflow',
  );

afterEach(signOutForTest);

describe('/workflow-parameters/try', () => {
  it('runs the saved questionnaire and shows the initial status without creating a task', async () => {
    const { api } = await openPage();
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await userEvent.keyboard('2');
    let result = within(await screen.findByRole('region', { name: 'Start of a task with these answers' }));
    result.getByText('Złożone');
    result.getByText('Dział kadr');
    expect(result.getByRole('link', { name: 'Do kadr' }).getAttribute('href')).toBe('/status-transitions/5');
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sprzęt' }));
    await userEvent.type(await screen.findByLabelText('Jaki model?'), 'X1{Enter}');
    result = within(await screen.findByRole('region', { name: 'Start of a task with these answers' }));
    result.getByText('Nowe');
    result.getByText('No transition matches. The oldest INITIAL status is used.');
    expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('warns when no status is available for a new task', async () => {
    await openPage({
      'GET /api/workflow-parameters': () => ({ body: [] }),
      'GET /api/workflow-status': () => ({ body: [] }),
      'GET /api/status-transitions': () => ({ body: [] }),
    });
    await screen.findByText(/^No task can be submitted/);
  });

  it('shows an error with a retry when loading fails', async () => {
    const { api } = await openPage({
      'GET /api/status-transitions': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Failed to load parameters. Please try again.');
    api.respond(serverRoutes());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
  });
});

const scenario = {
  id: 7,
  name: 'Kadry',
  answers: { 1: 'Kadry' },
  expectedQuestionIds: [1],
  expectedStatusId: 2,
  expectedGroupId: 4,
};
const brokenFinding = {
  code: 'SCENARIO_BROKEN',
  severity: 'warning',
  subject: { kind: 'scenario', id: 7, name: 'Kadry' },
  related: [],
  message: { pl: 'inny', en: 'first status: expected “Nowe”, got “Złożone”' },
  example: null,
};
const scenarioRoutes = (findings: object[] = []): FakeRoutes => ({
  'GET /api/workflow-scenarios': () => ({ body: [scenario] }),
  'GET /api/workflow-scenarios/7': () => ({ body: scenario, headers: { etag: '"4"' } }),
  'GET /api/workflow-check': () => ({ body: { revision: 1, findings, groups: [] } }),
});

describe('saved scenarios', () => {
  it('saves the answers with their result by name', async () => {
    const { api } = await openPage({
      ...scenarioRoutes(),
      'POST /api/workflow-scenarios': () => ({ status: 201, body: scenario }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Kadry' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save as scenario' }));
    await screen.findByText('Scenario name is required.');
    await userEvent.type(screen.getByLabelText('Scenario name'), 'Sprawy kadrowe');
    await userEvent.click(screen.getByRole('button', { name: 'Save as scenario' }));
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(1));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      name: 'Sprawy kadrowe',
      answers: { 1: 'Kadry' },
      expectedQuestionIds: [1],
      expectedStatusId: 2,
      expectedGroupId: 4,
    });
  });

  it('shows the server’s reason beside a name that is taken', async () => {
    await openPage({
      ...scenarioRoutes(),
      'POST /api/workflow-scenarios': () => problemResponse(409, 'NAME_TAKEN', 'Taken.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Kadry' }));
    await userEvent.type(await screen.findByLabelText('Scenario name'), 'Kadry{Enter}');
    await screen.findByText('Taken.');
  });

  it('lists a scenario that holds, and opens its answers', async () => {
    await openPage(scenarioRoutes());
    await screen.findByText('As expected');
    expect(screen.queryByRole('button', { name: 'Accept the new result' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Kadry' }));
    const result = within(await screen.findByRole('region', { name: 'Start of a task with these answers' }));
    result.getByText('Złożone');
  });

  it('says what differs in a broken scenario, and accepts the new result', async () => {
    const { api } = await openPage({
      ...scenarioRoutes([brokenFinding]),
      'PUT /api/workflow-scenarios/7': () => ({ body: scenario }),
    });
    await screen.findByText('first status: expected “Nowe”, got “Złożone”');
    await userEvent.click(screen.getByRole('button', { name: 'Accept the new result' }));
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(1));
    expect(getRequests(api, 'PUT')[0]?.body).toMatchObject({ name: 'Kadry', expectedStatusId: 2 });
    expect(getRequests(api, 'PUT')[0]?.headers['if-match']).toBe('"4"');
  });

  it('deletes a scenario after a question', async () => {
    const { api } = await openPage({
      ...scenarioRoutes(),
      'DELETE /api/workflow-scenarios/7': () => ({ status: 204 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Kadry' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Scenario' }));
    await waitFor(() => expect(getRequests(api, 'DELETE')).toHaveLength(1));
  });
});
