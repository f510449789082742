import type { WorkflowParameter } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildTransition } from '../../api/transitions.builders';
import { openRemote } from '../../test-support';

const build = (id: number, parameterName: string, overrides: Partial<WorkflowParameter> = {}) =>
  buildParameter(id, {
    parameterName,
    displayName: `${parameterName}?`,
    parameterType: 'DATETIME',
    parameterStage: 'SYSTEM_CONTROLLED',
    sortOrder: id * 10,
    createdAt: '2026-01-05T10:00:00.000Z',
    ...overrides,
  });
const parameters = [build(1, 'alfa'), build(2, 'beta', { isActive: false }), build(3, 'gamma')];
const serverRoutes = (): FakeRoutes => ({ 'GET /api/workflow-parameters': () => ({ body: parameters }) });
const openPage = (routes: FakeRoutes = {}) =>
  openRemote(
    '/workflow-parameters',
    { ...serverRoutes(), ...routes },
    'hasBasePermission',
    'canManageWorkflow',
  );
const getSavedOrders = (api: Awaited<ReturnType<typeof openPage>>['api']) =>
  api.requests.filter(({ path }) => path.endsWith('/order')).map(({ body }) => body);
const getShownNames = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link', { name: /^(alfa|beta|gamma)$/ })
    .map(({ textContent }) => textContent);
const selectMenuItem = async (name: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: `More actions for ${name}?` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
};

afterEach(signOutForTest);

describe('/workflow-parameters (spec 2 §2)', () => {
  it('lists parameters with all columns and actions', async () => {
    await openPage();
    const row = (await screen.findByRole('link', { name: 'beta' })).closest('tr') as HTMLElement;
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 7)
        .map(({ textContent }) => textContent),
    ).toEqual(['20', 'beta', 'beta?', 'Date & Time', 'System Controlled', 'No', '05.01.2026']);
    expect(within(row).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(
      '/workflow-parameters/2',
    );
    expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
      '/workflow-parameters/2/edit',
    );
    within(row).getByRole('button', { name: 'Delete' });
  });

  it('moves a parameter at once and saves its place', async () => {
    const { api } = await openPage({
      'PUT /api/workflow-parameters/order': ({ body }) => ({
        body: (body as { parameterIds: number[] }).parameterIds.map((id, sortOrder) => ({
          ...parameters.find((one) => one.id === id),
          sortOrder,
        })),
      }),
    });
    await screen.findByRole('link', { name: 'alfa' });
    await selectMenuItem('alfa', 'Move down');
    await waitFor(() => expect(getShownNames()).toEqual(['beta', 'alfa', 'gamma']));
    await selectMenuItem('gamma', 'Move up');
    await waitFor(() => expect(getShownNames()).toEqual(['beta', 'gamma', 'alfa']));
    await waitFor(() =>
      expect(getSavedOrders(api)).toEqual([
        { parameterIds: [2, 1, 3], movedId: 1, expectedOrder: [1, 2, 3] },
        { parameterIds: [2, 3, 1], movedId: 3, expectedOrder: [2, 1, 3] },
      ]),
    );
  });

  describe('with dependent parameters', () => {
    const dependsOn = (parentParameterId: number) => ({
      dependencies: [{ id: 1, parentParameterId, conditionType: 'EQUALS' as const, conditionValue: 'Laser' }],
    });
    const dictionaryValues = [{ id: 1, value: 'Laser', sortOrder: 0, isActive: false }];
    const dependent = [
      build(1, 'alfa', dependsOn(3)),
      build(2, 'beta'),
      build(3, 'gamma', { parameterType: 'DICTIONARY', dictionaryValues, isActive: false }),
    ];
    const openDependent = (routes: FakeRoutes = {}) =>
      openPage({ 'GET /api/workflow-parameters': () => ({ body: dependent }), ...routes });

    it('lists them as they are asked, and says when and after what', async () => {
      await openDependent();
      await screen.findByRole('link', { name: 'alfa' });
      expect(getShownNames()).toEqual(['beta', 'gamma', 'alfa']);
      screen.getByText('asked when “gamma? (inactive)” equals “Laser (retired)”');
      screen.getByText('Its order is before “gamma?”, but it is asked after it.');
    });

    it('moves only the selected one', async () => {
      const { api } = await openDependent({
        'PUT /api/workflow-parameters/order': () => ({ body: dependent }),
      });
      await screen.findByRole('link', { name: 'alfa' });
      await selectMenuItem('gamma', 'Move up');
      await waitFor(() =>
        expect(getSavedOrders(api)).toEqual([
          { parameterIds: [3, 2, 1], movedId: 3, expectedOrder: [2, 3, 1] },
        ]),
      );
    });

    it('refuses to move one before what it depends on, and says why', async () => {
      const { api } = await openDependent();
      await screen.findByRole('link', { name: 'alfa' });
      await selectMenuItem('alfa', 'Move up');
      await screen.findByText('“alfa?” depends on the answer to “gamma?”, so it is asked after it.');
      expect(getShownNames()).toEqual(['beta', 'gamma', 'alfa']);
      expect(getSavedOrders(api)).toEqual([]);
    });

    it('searches names and values, with what a match depends on, and cannot be moved then', async () => {
      await openDependent();
      await screen.findByRole('button', { name: 'Move alfa?' });
      await userEvent.type(screen.getByLabelText('Search parameters'), 'ALFA{Enter}');
      await waitFor(() => expect(getShownNames()).toEqual(['gamma', 'alfa']));
      expect(screen.queryByRole('button', { name: 'Move alfa?' })).toBeNull();
      await userEvent.clear(screen.getByLabelText('Search parameters'));
      await userEvent.type(screen.getByLabelText('Search parameters'), 'delta{Enter}');
      await screen.findByText('No parameter matches.');
      await userEvent.click(screen.getByRole('button', { name: 'Show all parameters' }));
      await screen.findByRole('link', { name: 'beta' });
    });
  });

  it('shows the order that another user has saved, and makes the move in it on request', async () => {
    const present = [build(3, 'gamma', { sortOrder: 5 }), parameters[0], parameters[1]];
    const { api } = await openPage({
      'PUT /api/workflow-parameters/order': () => problemResponse(412, 'PRECONDITION_FAILED', 'Zmieniono.'),
    });
    await screen.findByRole('link', { name: 'alfa' });
    api.respond({ 'GET /api/workflow-parameters': () => ({ body: present }) });
    await selectMenuItem('alfa', 'Move down');
    await screen.findByText('Another user changed the order in the meantime. The list shows the new order.');
    await waitFor(() => expect(getShownNames()).toEqual(['gamma', 'alfa', 'beta']));
    api.respond({ 'PUT /api/workflow-parameters/order': () => ({ body: present }) });
    await userEvent.click(screen.getByRole('button', { name: 'Move alfa? again' }));
    await waitFor(() =>
      expect(getSavedOrders(api)).toEqual([
        { parameterIds: [2, 1, 3], movedId: 1, expectedOrder: [1, 2, 3] },
        { parameterIds: [3, 2, 1], movedId: 1, expectedOrder: [3, 1, 2] },
      ]),
    );
    expect(screen.queryByText(/^Another user changed the order/)).toBeNull();
  });

  it('rolls a move back and shows the reason when the server rejects it', async () => {
    await openPage({
      'PUT /api/workflow-parameters/order': () =>
        problemResponse(409, 'CONFLICT', 'One was added meanwhile.'),
    });
    await screen.findByRole('link', { name: 'alfa' });
    await selectMenuItem('alfa', 'Move down');
    await screen.findByText(
      'Failed to save the order. The previous order has been restored. One was added meanwhile.',
    );
    expect(getShownNames()).toEqual(['alfa', 'beta', 'gamma']);
  });

  it('confirms a deletion and shows the reason of a 409', async () => {
    const { api } = await openPage({
      'DELETE /api/workflow-parameters/:id': () => problemResponse(409, 'IN_USE', 'gamma depends on it.'),
    });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete alfa?' }));
    dialog.getByText('Are you sure you want to delete this parameter?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Parameter' }));
    await dialog.findByText('gamma depends on it.');
    api.respond({ 'DELETE /api/workflow-parameters/:id': () => problemResponse(503, 'UNAVAILABLE') });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Parameter' }));
    await dialog.findByText('Failed to delete parameter. Please try again.');
  });

  it('disables the deletion of a parameter that others depend on, with the reason', async () => {
    const dependent = {
      ...buildParameter(2),
      parameterName: 'beta',
      dependencies: [{ id: 1, parentParameterId: 1, conditionType: 'EXISTS' as const, conditionValue: null }],
    };
    await openPage({ 'GET /api/workflow-parameters': () => ({ body: [buildParameter(1), dependent] }) });
    const [parent, child] = await screen.findAllByRole('button', { name: 'Delete' });
    expect(parent?.getAttribute('data-reason')).toBe(
      'This parameter cannot be deleted because others depend on it: beta',
    );
    await userEvent.click(parent as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(child as HTMLElement);
    await screen.findByRole('dialog');
  });

  it('disables the deletion of parameters that transitions name, with the reason', async () => {
    const condition = { id: 1, parameterId: 1, conditionType: 'EXISTS' as const, conditionValue: null };
    const required = { id: 1, parameterId: 3, isMandatory: true, defaultValue: null };
    await openPage({
      'GET /api/status-transitions': () => ({
        body: [
          buildTransition(1, 'Przyjmij', { parameterConditions: [condition] }),
          buildTransition(2, 'Zamknij', { requiredParameters: [required] }),
        ],
      }),
    });
    const reasons = () =>
      screen.getAllByRole('button', { name: 'Delete' }).map((button) => button.getAttribute('data-reason'));
    const usedBy = (name: string) => `This parameter cannot be deleted because transitions use it: ${name}`;
    await waitFor(() => expect(reasons()).toEqual([usedBy('Przyjmij'), null, usedBy('Zamknij')]));
  });

  it('shows an error with a retry, and offers to add a parameter when there is none', async () => {
    const { api } = await openPage({
      'GET /api/workflow-parameters': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Failed to load parameters. Please try again.');
    api.respond({ 'GET /api/workflow-parameters': () => ({ body: [] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('No parameters yet.');
    expect(screen.getAllByRole('link', { name: 'Add New Parameter' })).toHaveLength(2);
  });

  it('hides the edit actions from callers who may not manage the workflow', async () => {
    await openRemote('/workflow-parameters', serverRoutes(), 'hasBasePermission');
    await screen.findByRole('link', { name: 'alfa' });
    for (const name of ['Delete', 'Move alfa?', 'More actions for alfa?'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add New Parameter' })).toBeNull();
  });
});
