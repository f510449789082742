import type { TransitionOption } from '@obieg/contracts';
import { fixedWord, rareWord } from './fill';
import type { FilledProduct } from './filled-product';
import type { BareServer } from './floor/floor';
import type { Scenario, Target } from './load';
import { call, throughGateway } from './product';

interface FilledTask {
  organization_id: number;
  status_id: number;
  answers: Record<string, string>;
  assigned_group_id: number;
}

export const findRunnable = async (acme: string, token: string, taskId: number): Promise<number> => {
  const { transitions } = await call<{ transitions: TransitionOption[] }>(
    'GET',
    `${acme}/api/tasks/${taskId}/transitions`,
    token,
  );
  const runnable = transitions.find(
    ({ canExecute, requiredParameters }) => canExecute && requiredParameters.length === 0,
  );
  if (!runnable) throw new Error('The inserted tasks have no transition without required parameters.');
  return runnable.transitionId;
};

/** Fast machines move every task more than once. */
const movesMax = 6;

/** Finds transitions that can run one after another by moving one task through them. */
const findPath = async (acme: string, token: string, taskId: number, answers: unknown): Promise<number[]> => {
  const path: number[] = [];
  while (path.length < movesMax) {
    const transitionId = await findRunnable(acme, token, taskId);
    await call('POST', `${acme}/api/tasks/${taskId}/transition`, token, {
      transitionId,
      workflowParameters: answers,
    });
    path.push(transitionId);
  }
  return path;
};

const listPath = '/api/tasks?assignedToMe=true&statusTypes=INITIAL,INTERMEDIATE';
/** Filters of a saved view: priorities, status, group or no assignee, and the days of the creation. */
const filteredListPath = (statusId: number, groupId: number): string =>
  `/api/tasks?priorities=HIGH,HIGHEST&statusIds=${statusId}&assignees=none,group:${groupId}&createdDays=30`;

/** The parts of a task page, in one request. */
export const taskParts = 'comments,statusHistory,assignmentHistory,transitions';

/** Texts to search, as `fillTasks` writes them. */
export const searches = (publicTaskId: number) => ({
  'common word': 'pomiarowe',
  'rare word': rareWord,
  'word of four tasks': fixedWord,
  'two words': 'zadanie pomiarowe',
  'part of a word': 'omiaro',
  number: String(publicTaskId),
  'no hit': 'nienamaloczegos',
});

/** Scenarios to measure. Those in one list are compared, so they run alternately. */
export const describeScenarios = async (
  { product, token, taskIds: [guideId = 0, ...taskIds] }: FilledProduct,
  bare?: BareServer,
): Promise<Scenario[][]> => {
  const { obieg, acme, tasksDatabase } = product;
  const [firstId = 0] = taskIds;
  const { rows } = await tasksDatabase.query<FilledTask>(
    'select organization_id, status_id, answers, assigned_group_id from tasks where public_task_id = $1',
    [firstId],
  );
  const [pattern] = rows;
  if (!pattern) throw new Error('The inserted tasks are missing.');
  const {
    organization_id: organizationId,
    status_id: statusId,
    assigned_group_id: groupId,
    answers,
  } = pattern;
  const path = await findPath(acme, token, guideId, answers);
  const gateway = throughGateway(product, token);
  const { processIds, databaseId } = gateway;
  /** Calls svc-tasks directly, as the gateway does. */
  const direct: Target = {
    url: `http://127.0.0.1:${obieg.ports.tasks}`,
    headers: {
      authorization: `Bearer ${token}`,
      'x-obieg-site': 'organization',
      'x-obieg-organization-id': String(organizationId),
      'x-obieg-organization-code': 'acme',
    },
    processIds,
    databaseId,
  };
  const onBareServer = (name: string, next: Scenario['next']): Scenario[] =>
    bare
      ? [
          {
            name: `${name}; bare Koa and pg`,
            target: { url: bare.url, headers: {}, processIds: [bare.pid], databaseId },
            next,
          },
        ]
      : [];

  /** Each scenario has its own iterator, so that it covers all tasks. */
  const cycleThrough = (ids: readonly number[]): (() => number) => {
    let taken = 0;
    return () => ids[taken++ % ids.length] ?? firstId;
  };
  // The bare server does not check transitions. A task that it moved would no longer be in our scenario's initial
  // status.
  const half = Math.floor(taskIds.length / 2);
  const productTasks = taskIds.slice(0, half);
  const [nextBareTask, nextCommentTask] = [cycleThrough(taskIds.slice(half)), cycleThrough(taskIds)];
  const nextEditedTask = cycleThrough(taskIds);
  let edited = 0;
  let moved = 0;
  const nextMove = () => {
    const taskId = productTasks[moved % productTasks.length] ?? firstId;
    const transitionId = path[Math.floor(moved++ / productTasks.length)];
    return { taskId, transitionId };
  };
  const onGateway = (name: string, next: Scenario['next']): Scenario => ({ name, target: gateway, next });
  const list = () => ({ method: 'GET', path: listPath }) as const;
  const submission = () =>
    ({
      method: 'POST',
      path: '/api/tasks',
      body: { title: 'Zgłoszenie pomiarowe', workflowParameters: answers },
    }) as const;
  return [
    [
      onGateway('list, assigned to me, first page', list),
      { name: 'list; svc-tasks directly', target: direct, next: list },
      ...onBareServer('list', () => ({ method: 'GET', path: '/list' })),
    ],
    [onGateway('list, filtered', () => ({ method: 'GET', path: filteredListPath(statusId, groupId) }))],
    [
      onGateway('task view', () => ({ method: 'GET', path: `/api/tasks/${firstId}` })),
      onGateway('open a task', () => ({ method: 'GET', path: `/api/tasks/${firstId}?include=${taskParts}` })),
    ],
    [
      onGateway('submission', submission),
      ...onBareServer('submission', () => ({
        method: 'POST',
        path: '/submit',
        body: { title: 'Zgłoszenie pomiarowe', statusId, answers },
      })),
    ],
    [
      onGateway('transition, each on another task', () => {
        const { taskId, transitionId } = nextMove();
        return {
          method: 'POST',
          path: `/api/tasks/${taskId}/transition`,
          body: { transitionId, workflowParameters: answers },
        };
      }),
      ...onBareServer('transition', () => ({
        method: 'POST',
        path: '/move',
        body: { taskId: nextBareTask(), statusId },
      })),
    ],
    [
      onGateway('comment, each on another task', () => ({
        method: 'POST',
        path: `/api/tasks/${nextCommentTask()}/comment`,
        body: { content: 'Komentarz pomiarowy' },
      })),
    ],
    [
      onGateway('edit, each of another task', () => ({
        method: 'PUT',
        path: `/api/tasks/${nextEditedTask()}`,
        body: { title: `Zadanie poprawione ${edited++}`, description: 'Opis po zmianie' },
      })),
    ],
    ...Object.entries(searches(firstId)).map(([name, search]) => [
      onGateway(`search, ${name}`, () => ({
        method: 'GET' as const,
        path: `/api/tasks?search=${encodeURIComponent(search)}`,
      })),
    ]),
  ];
};
