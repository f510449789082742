import type { StatusTransition } from '@obieg/contracts';
import { type FakeRoutes, signOutForTest } from '@obieg/web-kit/testing';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildTransition, workflowRoutes } from '../api/transitions.builders';
import { getRequests, openRemote, setTimeZone } from '../test-support';

afterEach(signOutForTest);

const deadline = buildParameter(1, { displayName: 'Termin', parameterType: 'DATETIME' });
/** Equal instants in Warsaw, and in no other time zone of these tests. */
const [local, universal] = ['2026-07-01T12:00', '2026-07-01T10:00Z'];
const buildCondition = (id: number, conditionValue: string) => ({
  id,
  parameterId: 1,
  conditionType: 'EQUALS' as const,
  conditionValue,
});
const buildRoutes = (transitions: StatusTransition[] = []): FakeRoutes => ({
  ...workflowRoutes(transitions),
  'GET /api/workflow-parameters': () => ({ body: [deadline] }),
  'GET /api/workflow-parameters/available-parents': () => ({ body: [deadline] }),
  'GET /api/workflow-scenarios': () => ({ body: [] }),
  'GET /api/workflow-check': () => ({ body: { revision: 1, findings: [], groups: [] } }),
});
const open = (at: string, routes = buildRoutes()) =>
  openRemote(at, routes, 'hasBasePermission', 'canManageWorkflow');
const enter = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** On 29 March 2026, the clocks of Warsaw go from 02:00 to 03:00. */
const skipped = '2026-03-29T02:30';
const skippedText = /^Tego dnia zegary|^The clocks go forward/;
describe('a time that the clocks of the organization skip', () => {
  it('is marked as default value and compared value of a parameter', async () => {
    setTimeZone('Europe/Warsaw');
    const { api } = await open('/workflow-parameters/new');
    await userEvent.selectOptions(await screen.findByLabelText('Parameter Type'), 'DATETIME');
    enter(await screen.findByLabelText(/^Default Value/), skipped);
    await clickButton('Add Dependency');
    await userEvent.selectOptions(await screen.findByLabelText('Parent Parameter'), 'Termin');
    enter(await screen.findByLabelText('Condition Value'), skipped);
    await clickButton('Save');
    await waitFor(() => expect(screen.getAllByText(skippedText)).toHaveLength(2));
    expect(getRequests(api, 'POST')).toEqual([]);
  });

  it('is marked as compared value and default value of a transition', async () => {
    setTimeZone('Europe/Warsaw');
    const { api } = await open('/status-transitions/new');
    await userEvent.type(await screen.findByLabelText('Transition Name'), 'Zacznij');
    await clickButton('Add Condition');
    await userEvent.selectOptions(await screen.findByLabelText('Parameter'), 'Termin');
    enter(await screen.findByLabelText('Condition Value'), skipped);
    await clickButton('Add Required Parameter');
    const required = within(screen.getByRole('group', { name: 'Required Parameters' }));
    await userEvent.selectOptions(await required.findByLabelText('Parameter'), 'Termin');
    enter(await required.findByLabelText('Default Value'), skipped);
    await clickButton('Save');
    await waitFor(() => expect(screen.getAllByText(skippedText)).toHaveLength(2));
    expect(getRequests(api, 'POST')).toEqual([]);
  });
});

describe('draft findings', () => {
  const onDeadline = buildTransition(2, 'Rozpocznij', {
    fromStatusId: 1,
    toStatusId: 2,
    parameterConditions: [buildCondition(1, local), buildCondition(2, universal)],
  });
  const openForm = () => open('/status-transitions/2/edit', buildRoutes([onDeadline]));

  it('compare times in the time zone of the organization', async () => {
    setTimeZone('Asia/Tokyo');
    await openForm();
    await screen.findByText(/“Rozpocznij”.*exclude each other/);
  });

  it('do not report conditions that are one instant there', async () => {
    setTimeZone('Europe/Warsaw');
    await openForm();
    await screen.findByText(/After saving, the workflow would have/);
    expect(screen.queryByText(/“Rozpocznij”.*exclude each other/)).toBeNull();
  });
});

describe('/workflow-parameters/try', () => {
  const start = buildTransition(5, 'W terminie', {
    toStatusId: 1,
    parameterConditions: [buildCondition(1, universal)],
  });

  it.each([
    ['Europe/Warsaw', true],
    ['Asia/Tokyo', false],
  ])('places a task by the clocks of %s', async (timeZone, isPlaced) => {
    setTimeZone(timeZone);
    await open('/workflow-parameters/try', buildRoutes([start]));
    enter(await screen.findByLabelText('Termin'), local);
    await userEvent.type(screen.getByLabelText('Termin'), '{Enter}');
    const result = within(await screen.findByRole('region', { name: 'Start of a task with these answers' }));
    if (isPlaced) result.getByRole('link', { name: 'W terminie' });
    else result.getByText(/^No transition matches/);
  });
});
