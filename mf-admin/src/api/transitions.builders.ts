import type { Group, StatusTransition, WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import type { FakeRoutes } from '@obieg/web-kit/testing';
import { buildParameter } from '@obieg/workflow-rules/vectors';

const createdAt = '2026-03-02T10:00:00.000Z';

const buildStatus = (id: number, name: string, statusType: WorkflowStatus['statusType']): WorkflowStatus => ({
  id,
  name,
  statusType,
  createdAt,
});

const build = (id: number, displayName: string, overrides: Partial<WorkflowParameter> = {}) =>
  buildParameter(id, { displayName, parameterStage: 'ALWAYS', ...overrides });

export const buildTransition = (
  id: number,
  name: string,
  overrides: Partial<StatusTransition> = {},
): StatusTransition => ({
  id,
  name,
  description: null,
  fromStatusId: null,
  fromStatusName: null,
  toStatusId: 1,
  toStatusName: 'Nowe',
  targetGroupId: null,
  targetGroupName: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
  ...overrides,
});

const buildGroup = (id: number, name: string): Group => ({
  id,
  name,
  description: null,
  parentGroupId: null,
  parentGroupName: null,
  createdAt,
});

const statuses = [
  buildStatus(1, 'Nowe', 'INITIAL'),
  buildStatus(2, 'W toku', 'INTERMEDIATE'),
  buildStatus(3, 'Koniec', 'FINAL'),
];
const dictionaryValues = [
  { id: 1, value: 'Drukarka', sortOrder: 0, isActive: true },
  { id: 2, value: 'Maszyna do pisania', sortOrder: 1, isActive: false },
];
const parameters = [
  build(1, 'Sprzęt', { parameterType: 'DICTIONARY', dictionaryValues }),
  build(2, 'Pilne?', { parameterType: 'BOOLEAN' }),
  build(3, 'Termin', { parameterType: 'DATE' }),
  build(4, 'Koszt', { parameterType: 'NUMBER', isActive: false }),
];

/** Fake API routes with three statuses, four parameters, two groups and the given transitions. */
export const workflowRoutes = (transitions: StatusTransition[] = []): FakeRoutes => ({
  'GET /api/workflow-status': () => ({ body: statuses }),
  'GET /api/workflow-parameters': () => ({ body: parameters }),
  'GET /api/groups': () => ({ body: [buildGroup(1, 'Helpdesk'), buildGroup(2, 'Kadry')] }),
  'GET /api/status-transitions': () => ({ body: transitions }),
  'GET /api/status-transitions/check-name': ({ query }) => ({
    body: {
      exists: transitions.some(({ id, name }) => name === query['name'] && String(id) !== query['excludeId']),
    },
  }),
  'GET /api/status-transitions/:id': ({ params }) => {
    const found = transitions.find(({ id }) => String(id) === params['id']);
    return found ? { body: found, headers: { etag: '"1"' } } : { status: 404 };
  },
});
