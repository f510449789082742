import type {
  AssignmentHistoryEntry,
  ChangeHistoryEntry,
  Comment,
  StatusHistoryEntry,
  Task,
  TransitionOption,
} from '@obieg/contracts';
import type { FakeRoutes } from '@obieg/web-kit/testing';
import { buildTask, openRemote } from '../../test-support';

export const id = buildTask().publicTaskId;

const task = (more: Partial<Task> = {}): Task =>
  buildTask({
    description: 'Zacięcie papieru',
    priority: 'HIGH',
    parameterDetails: [
      { parameterId: 1, parameterName: 'Pilne?', parameterType: 'BOOLEAN', parameterValue: 'true' },
    ],
    ...more,
  });
export const transition = (more: Partial<TransitionOption> = {}): TransitionOption => ({
  transitionId: 5,
  transitionName: 'Rozpocznij',
  toStatusName: 'W toku',
  toStatusType: 'INTERMEDIATE',
  canExecute: true,
  reasons: [],
  requiredParameters: [],
  ...more,
});
export const comment = (more: Partial<Comment> = {}): Comment => ({
  id: 1,
  authorEmail: 'olga@acme.test',
  createdAt: '2026-11-20T12:00:00.000Z',
  content: 'Jadę na miejsce.',
  visibleToAuthor: false,
  visibleUsers: [],
  visibleGroups: [],
  ...more,
});
export const change = (more: Partial<StatusHistoryEntry> = {}): StatusHistoryEntry => ({
  id: 1,
  changedByEmail: null,
  changedAt: '2026-11-20T10:00:00.000Z',
  statusName: 'Nowe',
  statusType: 'INITIAL',
  transitionName: null,
  comment: null,
  ...more,
});

interface FakeTaskOptions {
  task?: Partial<Task>;
  transitions?: TransitionOption[];
  comments?: Comment[];
  history?: StatusHistoryEntry[];
  assignments?: AssignmentHistoryEntry[];
  changes?: ChangeHistoryEntry[];
}
export const fakeTaskApi = ({
  task: more = {},
  transitions = [],
  comments = [],
  history = [],
  assignments = [],
  changes = [],
}: FakeTaskOptions = {}): FakeRoutes => ({
  'GET /api/tasks/:id': () => ({ body: { success: true, message: '', task: task(more) } }),
  'GET /api/tasks/:id/transitions': () => ({ body: { success: true, transitions } }),
  'GET /api/tasks/:id/comments': () => ({ body: { success: true, comments } }),
  'GET /api/tasks/:id/status-history': () => ({ body: { success: true, statusHistory: history } }),
  'GET /api/tasks/:id/assignment-history': () => ({
    body: { success: true, assignmentHistory: assignments },
  }),
  'GET /api/tasks/:id/change-history': () => ({ body: { success: true, changeHistory: changes } }),
});
export const openAs = (permissions: Parameters<typeof openRemote>[2], routes: FakeRoutes) =>
  openRemote(`/task/${id}`, routes, permissions);
export const movedTaskResponse = (more: Partial<Task> = {}) => ({
  body: {
    success: true,
    message: '',
    task: task({ statusName: 'W toku', statusType: 'INTERMEDIATE', ...more }),
  },
});
export const readPostBodies = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
