import type { TaskImpact } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPreview, buildRevision } from '../api/workflow-revisions.builders';
import { getImpactRequests, getRequests, openRemote } from '../test-support';

afterEach(signOutForTest);

const createdAt = '2026-01-05T10:00:00.000Z';
const statuses = [
  { id: 1, name: 'Nowe', statusType: 'INITIAL', createdAt },
  { id: 2, name: 'Gotowe', statusType: 'FINAL', createdAt },
];
const kind = buildParameter(1, {
  parameterName: 'rodzaj',
  displayName: 'Rodzaj',
  parameterType: 'DICTIONARY',
  dictionaryValues: ['Konto', 'Sprzęt'].map((value, index) => ({
    id: index + 1,
    value,
    sortOrder: index,
    isActive: true,
  })),
});
const finish = {
  id: 4,
  name: 'Zakończ',
  description: null,
  fromStatusId: 1,
  fromStatusName: 'Nowe',
  toStatusId: 2,
  toStatusName: 'Gotowe',
  targetGroupId: null,
  targetGroupName: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [{ id: 1, parameterId: 1, conditionType: 'EQUALS', conditionValue: 'Konto' }],
  requiredParameters: [],
};
const atNew = { statusId: 1, statusName: 'Nowe' };
const loss: TaskImpact = {
  transitions: [{ ...atNew, transitionId: 4, transitionName: 'Zakończ', lost: 3, gained: 0 }],
  stuck: [{ ...atNew, tasks: 1 }],
  unchecked: [],
};
const routes = (impact: TaskImpact = loss): FakeRoutes => ({
  'GET /api/workflow-status': () => ({ body: statuses }),
  'GET /api/workflow-status/:id': ({ params }) => ({
    body: statuses.find(({ id }) => String(id) === params['id']) ?? {},
    headers: { etag: '"1"' },
  }),
  'GET /api/status-transitions': () => ({ body: [finish] }),
  'GET /api/status-transitions/4': () => ({ body: finish, headers: { etag: '"1"' } }),
  'GET /api/status-transitions/check-name': () => ({ body: { exists: false } }),
  'GET /api/workflow-parameters': () => ({ body: [kind] }),
  'GET /api/workflow-parameters/available-parents': () => ({ body: [kind] }),
  'GET /api/workflow-parameters/1': () => ({ body: kind, headers: { etag: '"1"' } }),
  'GET /api/groups': () => ({ body: [] }),
  'GET /api/workflow-scenarios': () => ({ body: [] }),
  'GET /api/workflow-check': () => ({ body: { revision: 1, findings: [], groups: [] } }),
  'GET /api/tasks/stuck-counts': () => ({ body: { stuck: [], unchecked: [] } }),
  'POST /api/tasks/workflow-impact': () => ({ body: impact }),
});
const open = (at: string, more: FakeRoutes = {}) =>
  openRemote(at, { ...routes(), ...more }, 'hasBasePermission', 'canManageWorkflow');
const lostText = '3 tasks in the status “Nowe” will lose the transition “Zakończ”.';
const stuckText = '1 task in the status “Nowe” will have no transition at all.';
const visibleText = 'Only tasks that you see are counted. There may be others.';

describe('the form of a transition', () => {
  it('says which open tasks lose it, once it is deactivated, and nothing before', async () => {
    const { api } = await open('/status-transitions/4/edit');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Active' }));
    await screen.findByText(lostText);
    screen.getByText(stuckText);
    screen.getByText(visibleText);
    const [request, ...others] = getImpactRequests(api);
    expect(others).toEqual([]);
    expect(request?.body).toMatchObject({ workflow: { transitions: [{ id: 4, isActive: false }] } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Active' }));
    await waitFor(() => expect(screen.queryByText(lostText)).toBeNull());
  });

  it('does not count tasks for another name', async () => {
    const { api } = await open('/status-transitions/4/edit');
    const name = await screen.findByRole('textbox', { name: /Name/ });
    await userEvent.type(name, ' teraz');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(1));
    expect(getImpactRequests(api)).toEqual([]);
  });

  it('says that no task loses one, and which statuses were not checked', async () => {
    const impact = { transitions: [], stuck: [], unchecked: [atNew] };
    await open('/status-transitions/4/edit', routes(impact));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Active' }));
    await screen.findByText('None of the checked tasks loses a transition.');
    screen.getByText(/There was no time to check all tasks in these statuses: Nowe\./);
  });

  it('offers to count again after a failure', async () => {
    const { api } = await open('/status-transitions/4/edit', {
      'POST /api/tasks/workflow-impact': () => problemResponse(403, 'FORBIDDEN'),
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Active' }));
    await screen.findByText('The open tasks that this affects could not be counted.');
    api.respond(routes());
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText(lostText);
  });
});

describe('renaming a dictionary value', () => {
  const rename = async (more: FakeRoutes = {}) => {
    const page = await open('/workflow-parameters/1/edit', more);
    const value = await screen.findByDisplayValue('Konto');
    await userEvent.type(value, '!');
    return page;
  };

  it('carries the answers of open tasks along, unless the manager does not want it', async () => {
    const { api } = await rename({
      'PUT /api/workflow-parameters/1': () => ({ body: kind }),
    });
    const answers = screen.getByRole('checkbox', { name: 'Also rename the answers of open tasks' });
    expect((answers as HTMLInputElement).checked).toBe(true);
    await screen.findByText(lostText);
    const renamed = { parameterId: 1, from: 'Konto', to: 'Konto!' };
    expect(getImpactRequests(api).at(-1)?.body).toMatchObject({
      workflow: { transitions: [{ parameterConditions: [{ conditionValue: 'Konto!' }] }] },
      renamedValues: [renamed],
    });
    await userEvent.click(answers);
    await waitFor(() => expect(getImpactRequests(api).at(-1)?.body).toMatchObject({ renamedValues: [] }));
    await userEvent.click(answers);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getRequests(api, 'PUT')[0]?.body).toMatchObject({ renameAnswers: true }));
  });

  it('repeats the numbers in the question whether to rename it everywhere', async () => {
    await rename({
      'PUT /api/workflow-parameters/1': () =>
        problemResponse(409, 'IN_USE', 'Używana', [
          { field: 'dictionaryValues.0.value', message: 'Używana' },
        ]),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename the value everywhere?' });
    await within(dialog).findByText(lostText);
  });

  it('offers nothing while only a new value is added', async () => {
    await open('/workflow-parameters/1/edit');
    await userEvent.click(await screen.findByRole('button', { name: 'Add Value' }));
    expect(screen.queryByRole('checkbox', { name: 'Also rename the answers of open tasks' })).toBeNull();
  });
});

describe('other changes', () => {
  it('counts tasks before a transition is deleted', async () => {
    const { api } = await open('/status-transitions');
    const [button] = await screen.findAllByRole('button', { name: 'Delete Zakończ' });
    await userEvent.click(button as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(lostText);
    expect(getImpactRequests(api)[0]?.body).toMatchObject({ workflow: { transitions: [] } });
  });

  it('counts tasks before the type of a status changes', async () => {
    const { api } = await open('/workflow-statuses/2/edit');
    await userEvent.selectOptions(await screen.findByLabelText('Status Type'), 'INTERMEDIATE');
    await screen.findByText(stuckText);
    expect(getImpactRequests(api)[0]?.body).toMatchObject({
      workflow: { statuses: [{ id: 1 }, { id: 2, statusType: 'INTERMEDIATE' }] },
    });
  });

  it('judges the workflow of a preview before a revision is restored', async () => {
    const workflow = { parameters: [], statuses: [], transitions: [] };
    const { api } = await open('/workflow-history', {
      'GET /api/workflow-revisions': () => ({
        body: { success: true, revisions: [buildRevision(2), buildRevision(1)], nextCursor: null },
      }),
      'POST /api/workflow-revisions/1/restore': () => ({ body: buildPreview({ workflow }) }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore revision 1' }));
    await within(await screen.findByRole('dialog')).findByText(lostText);
    expect(getImpactRequests(api)[0]?.body).toEqual({ workflow });
  });
});

describe('a list of the workflow', () => {
  it('names the statuses in which open tasks are stuck now', async () => {
    await open('/workflow-statuses', {
      'GET /api/tasks/stuck-counts': () => ({
        body: { stuck: [{ ...atNew, tasks: 2 }], unchecked: [] },
      }),
    });
    await screen.findByText('2 open tasks are stuck: they have no transition now.');
    screen.getByText('Nowe: 2');
    screen.getByText(visibleText);
  });
});
