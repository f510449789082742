import type { Target } from '@obieg/contracts';
import { type FakeRoutes, signOutForTest } from '@obieg/web-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { workflowRoutes } from '../../api/transitions.builders';
import { getRequests, openRemote, setTimeZone } from '../../test-support';

beforeAll(() => Promise.all([import('./TargetListPage'), import('../Target/TargetPage')]), 60_000);
afterEach(signOutForTest);

const calendar = {
  id: 7,
  name: 'Biuro',
  isDefault: true,
  week: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '16:00' })),
  holidays: [{ date: '2026-11-11', name: 'Święto' }],
  revision: 1,
};
const build = (id: number, more: Partial<Target> = {}) => ({
  id,
  metric: 'Pierwsza odpowiedź',
  isActive: true,
  sortOrder: id,
  priorities: [],
  conditions: [],
  calendarId: 7,
  minutes: 240,
  start: { event: 'CREATED' as const },
  end: { event: 'FIRST_REPLY' as const },
  pausedStatusIds: [],
  revision: 1,
  ...more,
});
const targets = [
  build(0, { priorities: ['HIGHEST'], minutes: 60 }),
  build(1, { pausedStatusIds: [2] }),
  build(2, {
    metric: 'Rozwiązanie',
    minutes: 90,
    start: { statusIds: [2] },
    end: { event: 'FINISHED' },
    conditions: [{ parameterId: 1, conditionType: 'EQUALS', conditionValue: 'Drukarka' }],
  }),
];
const routes: FakeRoutes = {
  ...workflowRoutes(),
  'GET /api/calendars': () => ({ body: [calendar] }),
  'GET /api/targets': () => ({ body: targets }),
  'GET /api/targets/:id': ({ params }) => ({
    body: targets.find(({ id }) => String(id) === params['id']),
    headers: { etag: '"1"' },
  }),
  'GET /api/workflow-check': () => ({ body: { revision: 1, findings: [], groups: [] } }),
  'GET /api/workflow-revisions': () => ({ body: { success: true, revisions: [], nextCursor: null } }),
};
const open = (at: string, more: FakeRoutes = {}) =>
  openRemote(at, { ...routes, ...more }, 'hasBasePermission', 'canManageWorkflow');
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('/targets', () => {
  it('lists the targets as sentences in their order', async () => {
    await open('/targets');
    const list = await screen.findByRole('list', { name: 'Targets' });
    const texts = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts[0]).toContain(
      'Within 1 h (Biuro) from when the task is created until its author gets the first reply.',
    );
    expect(texts[1]).toContain('Pauses in “W toku”.');
    expect(texts[2]).toContain('Within 1 h 30 min (Biuro) from when the task enters “W toku” until');
    expect(texts[2]).toContain('Drukarka');
  });

  it('saves the numbers that a move changes', async () => {
    const { api } = await open('/targets', { 'PUT /api/targets/:id': ({ body }) => ({ body }) });
    await screen.findByRole('list', { name: 'Targets' });
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Move up: Pierwsza odpowiedź' })[1] as HTMLElement,
    );
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    expect(
      getRequests(api, 'PUT').map(({ path, body, headers }) => [
        path,
        (body as Target).sortOrder,
        headers['if-match'],
      ]),
    ).toEqual([
      ['/api/targets/1', 0, '"1"'],
      ['/api/targets/0', 1, '"1"'],
    ]);
  });

  it('says which target of each measure a task would have, and when it ends', async () => {
    setTimeZone('Europe/Warsaw');
    await open('/targets');
    fireEvent.change(await screen.findByLabelText('Created at'), { target: { value: '2026-11-10T14:00' } });
    const results = () =>
      screen.getByRole('list', { name: 'Targets of this task' }).textContent?.replaceAll(/\s+/g, ' ');
    expect(results()).toMatch(/Pierwsza odpowiedź: 4 h, 12\.11\.2026/);
    expect(results()).not.toMatch(/Rozwiązanie/);
    await userEvent.selectOptions(screen.getByLabelText('Priority'), 'HIGHEST');
    expect(results()).toMatch(/Pierwsza odpowiedź: 1 h, 10\.11\.2026/);
    await userEvent.selectOptions(screen.getByLabelText(/^Sprzęt/), 'Drukarka');
    expect(results()).toMatch(/Rozwiązanie: 1 h 30 min, 12\.11\.2026/);
  });
});

describe('/targets/new', () => {
  it('saves a target that starts with a status', async () => {
    const { api } = await open('/targets/new', { 'POST /api/targets': () => ({ status: 201, body: {} }) });
    await userEvent.type(await screen.findByLabelText('Measure'), 'Rozwiązanie');
    const hours = screen.getByLabelText('Working hours');
    await userEvent.clear(hours);
    await userEvent.type(hours, '8');
    await userEvent.selectOptions(screen.getByLabelText('Starts'), 'STATUSES');
    await clickButton('Save');
    await screen.findByText('Select at least one status.');
    const starts = within(screen.getByRole('group', { name: /^Start statuses/ }));
    await userEvent.click(starts.getByLabelText('W toku'));
    await userEvent.selectOptions(screen.getByLabelText('Ends'), 'FINISHED');
    await userEvent.click(
      within(screen.getByRole('group', { name: /^Priorities/ })).getByLabelText('Wysoki'),
    );
    await clickButton('Save');
    await waitFor(() => expect(getRequests(api, 'POST')).toHaveLength(1));
    expect(getRequests(api, 'POST')[0]?.body).toEqual({
      metric: 'Rozwiązanie',
      isActive: true,
      sortOrder: 0,
      priorities: ['HIGH'],
      conditions: [],
      calendarId: 7,
      minutes: 480,
      start: { statusIds: [2] },
      end: { event: 'FINISHED' },
      pausedStatusIds: [],
    });
  });
});
