import type { Target } from '@obieg/contracts';
import type { FakeRoutes } from '@obieg/web-kit/testing';
import { workflowRoutes } from '../api/transitions.builders';
import { openRemote } from '../test-support';

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
export const openTargets = (at: string, more: FakeRoutes = {}) =>
  openRemote(at, { ...routes, ...more }, 'hasBasePermission', 'canManageWorkflow');
