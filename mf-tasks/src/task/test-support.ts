import type {
  AssignmentHistoryEntry,
  ChangeHistoryEntry,
  Comment,
  StatusHistoryEntry,
  Task,
  TaskApproval,
  TaskLink,
  TaskPage,
  TaskPartName,
  TransitionOption,
} from '@obieg/contracts';
import type { FakeRequest, FakeResponse, FakeRoutes } from '@obieg/web-kit/testing';
import { buildTask, openRemote } from '../test-support';

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

type TaskParts = Pick<TaskPage, TaskPartName>;

const hiddenFromVisitors: readonly string[] = [
  'assignmentHistory',
  'changeHistory',
  'transitions',
  'watch',
  'links',
  'approval',
];
const emptyPart = (name: TaskPartName) => {
  if (name === 'approval') return null;
  return name === 'watch' ? { isWatching: false, hasUnread: false } : [];
};

/**
 * Answers `GET /api/tasks/{id}` like the server: with the requested parts, which are empty by default. Callers without
 * a session are visitors, and visitors get no private part.
 */
export const respondWithTask =
  (full: Task, parts: TaskParts = {}, etag?: string) =>
  ({ query, headers }: FakeRequest): FakeResponse => {
    const answered = { ...full, view: headers['authorization'] === undefined ? 'visitor' : full.view };
    const names = (query['include']?.split(',') ?? []) as TaskPartName[];
    const visible = names.filter((name) => answered.view !== 'visitor' || !hiddenFromVisitors.includes(name));
    const requested = Object.fromEntries(visible.map((name) => [name, parts[name] ?? emptyPart(name)]));
    return {
      body: { success: true, message: '', task: answered, ...requested },
      headers: etag === undefined ? {} : { etag },
    };
  };

interface FakeTaskOptions {
  task?: Partial<Task>;
  etag?: string;
  transitions?: TransitionOption[];
  comments?: Comment[];
  history?: StatusHistoryEntry[];
  assignments?: AssignmentHistoryEntry[];
  changes?: ChangeHistoryEntry[];
  links?: TaskLink[];
  approval?: TaskApproval;
}
const buildResponder = ({
  task: more = {},
  etag,
  transitions = [],
  comments = [],
  history = [],
  assignments = [],
  changes = [],
  links = [],
  approval,
}: FakeTaskOptions) =>
  respondWithTask(
    task(more),
    {
      transitions,
      comments,
      statusHistory: history,
      assignmentHistory: assignments,
      changeHistory: changes,
      links,
      ...(approval ? { approval } : {}),
    },
    etag,
  );
export const fakeTaskApi = (options: FakeTaskOptions = {}): FakeRoutes => ({
  'GET /api/tasks/:id': buildResponder(options),
});
/** Delays the responses to `GET /api/tasks/{id}` until `release`. */
export const delayTask = (options: FakeTaskOptions) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const routes: FakeRoutes = {
    'GET /api/tasks/:id': async (request) => {
      await released;
      return buildResponder(options)(request);
    },
  };
  return { routes, release: () => release() };
};
/** Counts the requests of the task page. */
export const countTaskRequests = ({ requests }: Awaited<ReturnType<typeof openRemote>>['api']): number =>
  requests.filter(({ method, path }) => method === 'GET' && path === `/api/tasks/${id}`).length;
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
