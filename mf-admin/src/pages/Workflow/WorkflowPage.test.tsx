import type { Finding, StatusTransition, WorkflowCheck, WorkflowLayout } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { getRequests, openRemote } from '../../test-support';
import { buildWorkflow } from '../../workflow-picture/workflow.builders';

afterEach(signOutForTest);

const { statuses, transitions: built } = buildWorkflow({ statuses: 4, transitions: 5 }, 1);
const transitions: StatusTransition[] = built.map((transition, index) =>
  index === 1
    ? {
        ...transition,
        fromStatusId: 1,
        fromStatusName: 'Etap 1',
        toStatusId: 2,
        toStatusName: 'Etap 2',
        targetGroupId: 5,
        targetGroupName: 'Helpdesk',
        executorGroupIds: [5],
        parameterConditions: [{ id: 1, parameterId: 7, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }],
        requiredParameters: [{ id: 1, parameterId: 8, isMandatory: true, defaultValue: 'brak' }],
      }
    : { ...transition, fromStatusId: index === 0 ? null : 2, toStatusId: index === 0 ? 1 : 2 },
);
const parameter = (id: number, displayName: string, parameterType: string, values: string[] = []) => ({
  id,
  parameterName: displayName,
  displayName,
  description: null,
  parameterType,
  parameterStage: 'REGISTRATION',
  sortOrder: id,
  isActive: true,
  defaultValue: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  dictionaryValues: values.map((value, index) => ({
    id: index + 1,
    value,
    sortOrder: index,
    isActive: true,
  })),
  dependencies: [],
});
const finding: Finding = {
  code: 'EXECUTORS_EMPTY',
  severity: 'error',
  subject: { kind: 'transition', id: 2, name: built[1]?.name ?? '' },
  related: [],
  message: { pl: 'Nikt nie wykona.', en: 'No member can run it.' },
  example: null,
};
const routes: FakeRoutes = {
  'GET /api/workflow-status': () => ({ body: statuses }),
  'GET /api/status-transitions': () => ({ body: transitions }),
  'GET /api/workflow-layout': () => ({ body: { revision: 3, positions: [{ statusId: 1, x: 0, y: 0 }] } }),
  'GET /api/workflow-parameters': () => ({
    body: [parameter(7, 'Rodzaj', 'DICTIONARY', ['Sprzęt']), parameter(8, 'Model', 'TEXT')],
  }),
  'GET /api/groups': () => ({
    body: [
      {
        id: 5,
        name: 'Helpdesk',
        description: null,
        parentGroupId: null,
        parentGroupName: null,
        createdAt: '',
      },
    ],
  }),
  'GET /api/tasks/status-counts': () => ({
    body: {
      counts: [
        { statusId: 1, tasks: 12 },
        { statusId: 2, tasks: 1_000 },
      ],
    },
  }),
  'GET /api/workflow-check': () => ({
    body: { revision: 3, findings: [finding], groups: [] } satisfies WorkflowCheck,
  }),
  'GET /api/workflow-revisions': () => ({ body: { revisions: [], nextCursor: null } }),
};
const open = (path = '/workflow', more: FakeRoutes = {}) =>
  openRemote(path, { ...routes, ...more }, 'hasBasePermission', 'canManageWorkflow');
const findStructure = async () =>
  within(await screen.findByRole('region', { name: 'The workflow as a list' }));

describe('/workflow', () => {
  it('lists statuses with their outgoing transitions and what these need', async () => {
    await open();
    const structure = await findStructure();
    const item = structure.getByRole('button', { name: 'Etap 1' }).closest('li') as HTMLElement;
    await waitFor(() =>
      expect(item.textContent).toContain(
        'Przekaż do działu 2 → Etap 2 (conditions, required data, executor groups, Error)',
      ),
    );
    const unconnected = structure.getByRole('button', { name: 'Etap 3' }).closest('li');
    expect(unconnected?.textContent).toContain('INTERMEDIATE, No transitions');
    // Only a loop leaves this status, so it is no dead end.
    expect(structure.getByRole('button', { name: 'Etap 2' }).closest('li')?.textContent).not.toContain(
      'Dead end',
    );
  });

  it('shows the rules of a transition in words, its findings and its ends', async () => {
    await open();
    const structure = await findStructure();
    await userEvent.click(structure.getByRole('button', { name: 'Przekaż do działu 2' }));
    const panel = within(await screen.findByRole('complementary', { name: 'Przekaż do działu 2' }));
    expect(document.activeElement?.textContent).toBe('Przekaż do działu 2');
    expect((await panel.findByText('Executor Groups')).nextElementSibling?.textContent).toBe('Helpdesk');
    expect(panel.getByText('Parameter Conditions').nextElementSibling?.textContent).toMatch(/Rodzaj.*Sprzęt/);
    panel.getByText('Model (mandatory, default: brak)');
    expect(panel.getByText('Target Group').nextElementSibling?.textContent).toBe('Helpdesk');
    await panel.findByText('No member can run it.');
    await userEvent.click(panel.getByRole('button', { name: 'Etap 2' }));
    await screen.findByRole('complementary', { name: 'Etap 2' });
  });

  it('shows the number of tasks that the caller may count', async () => {
    await open('/workflow?status=1');
    const panel = within(await screen.findByRole('complementary', { name: 'Etap 1' }));
    const count = panel.getByText('Tasks in this status').nextElementSibling;
    await waitFor(() => expect(count?.textContent).toBe('12'));
    await userEvent.click((await findStructure()).getByRole('button', { name: 'Etap 2' }));
    const other = within(await screen.findByRole('complementary', { name: 'Etap 2' }));
    await other.findByText(/or more/);
    await userEvent.click((await findStructure()).getByRole('button', { name: 'Etap 3' }));
    await waitFor(() =>
      expect(screen.getByText('Tasks in this status').nextElementSibling?.textContent).toBe('0'),
    );
  });

  it('closes the panel, and says that a selected transition no longer exists', async () => {
    await open('/workflow?transition=999');
    await screen.findByRole('complementary', { name: 'Not in this workflow' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });

  it('removes the kept positions after a confirmation, based on the revision that it showed', async () => {
    const { api } = await open('/workflow', {
      'PUT /api/workflow-layout': () => ({ body: { revision: 4, positions: [] } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Arrange automatically' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Arrange automatically?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Arrange automatically' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Arrange automatically' })).toBeNull());
    expect(getRequests(api, 'PUT').map(({ body }) => body)).toEqual([{ revision: 3, positions: [] }]);
  });

  it('takes moves back until another manager moves a status', async () => {
    const { api } = await open('/workflow', {
      'PUT /api/workflow-layout': ({ body }) => {
        const { revision, positions } = body as WorkflowLayout;
        return { body: { revision: revision + 1, positions } };
      },
    });
    const undo = await screen.findByRole('button', { name: 'Undo the last move' }, { timeout: 10_000 });
    expect(undo.getAttribute('aria-disabled')).toBe('true');
    const reset = async (): Promise<void> => {
      await userEvent.click(await screen.findByRole('button', { name: 'Arrange automatically' }));
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.click(dialog.getByRole('button', { name: 'Arrange automatically' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await reset();
    await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBeNull());
    await userEvent.click(undo);
    await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBe('true'));
    expect(getRequests(api, 'PUT').map(({ body }) => body)).toEqual([
      { revision: 3, positions: [] },
      { revision: 4, positions: [{ statusId: 1, x: 0, y: 0 }] },
    ]);
    await reset();
    await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBeNull());
    api.respond({
      'GET /api/workflow-layout': () => ({ body: { revision: 9, positions: [{ statusId: 2, x: 1, y: 1 }] } }),
      'PUT /api/workflow-layout': () => problemResponse(409, 'CONFLICT', 'Another user moved statuses.'),
    });
    await userEvent.click(undo);
    await screen.findByText('The positions were not saved. Another user moved statuses.');
    await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBe('true'));
  });

  it('keeps the position of another status that another manager saved first', async () => {
    const other = { statusId: 2, x: 40, y: 40 };
    const { api } = await open('/workflow', {
      'PUT /api/workflow-layout': ({ body }) =>
        (body as { revision: number }).revision === 4
          ? { body: { ...(body as object), revision: 5 } }
          : problemResponse(409, 'CONFLICT', 'Another user moved statuses.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Arrange automatically' }));
    const dialog = within(await screen.findByRole('dialog'));
    api.respond({
      'GET /api/workflow-layout': () => ({
        body: { revision: 4, positions: [{ statusId: 1, x: 0, y: 0 }, other] },
      }),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Arrange automatically' }));
    await waitFor(() =>
      expect(getRequests(api, 'PUT').at(-1)?.body).toEqual({ revision: 4, positions: [other] }),
    );
  });

  it('tells a manager that another one moved the same status, and loads its position', async () => {
    const { api } = await open('/workflow', {
      'PUT /api/workflow-layout': () => problemResponse(409, 'CONFLICT', 'Another user moved statuses.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Arrange automatically' }));
    api.respond({
      'GET /api/workflow-layout': () => ({ body: { revision: 4, positions: [{ statusId: 1, x: 9, y: 0 }] } }),
    });
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Arrange automatically' }),
    );
    await screen.findByText('The positions were not saved. Another user moved statuses.');
    expect(getRequests(api, 'PUT')).toHaveLength(1);
    await screen.findByRole('button', { name: 'Arrange automatically' });
  });

  it('shows a failure with a retry instead of an endless spinner', async () => {
    const { api } = await open('/workflow', { 'GET /api/workflow-layout': () => ({ status: 500 }) });
    await screen.findByText('Failed to load the diagram.');
    api.respond(routes);
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await findStructure();
  });

  it('lets members look, but neither change nor arrange', async () => {
    const { api } = await openRemote('/workflow?status=1', routes, 'hasBasePermission');
    const panel = within(await screen.findByRole('complementary', { name: 'Etap 1' }));
    expect(panel.queryByRole('link')).toBeNull();
    for (const name of ['Arrange automatically', 'Add New Transition', 'Workflow history'])
      expect(screen.queryByText(name)).toBeNull();
    expect(api.requests.some(({ path }) => path === '/api/workflow-check')).toBe(false);
  });

  it('offers to create the first status', async () => {
    await open('/workflow', {
      'GET /api/workflow-status': () => ({ body: [] }),
      'GET /api/status-transitions': () => ({ body: [] }),
    });
    await screen.findByRole('link', { name: 'Create a status' });
  });
});
