import {
  type Comment,
  type CreateTask,
  type CreateTaskResponse,
  findMentions,
  type TaskListItem,
  type TaskListResponse,
  type TransitionOption,
} from '@obieg/contracts';
import { type DemoClient, waitFor } from './demo-client';
import type { DemoOrganization, DemoStep, DemoTask } from './demo-model';
import { buildUpload } from './demo-upload';
import { confirmTask, uploadVisitorFiles } from './seed-visitor-files';

export interface DemoIds {
  people: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
  parameters: ReadonlyMap<string, number>;
}

interface TaskSeed {
  site: DemoClient;
  /** Inbox that receives svc-identity's mails. */
  inboxUrl: string;
}

const idsOf = (ids: ReadonlyMap<string, number>, names: readonly string[] = []): number[] =>
  names.map((name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo references ${name} but does not create it`);
    return id;
  });
const toAnswers = (ids: DemoIds, answers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [String(idsOf(ids.parameters, [name])[0]), value]),
  );

const runTransition = async (
  site: DemoClient,
  ids: DemoIds,
  taskId: number,
  { by: as, runs, answers }: Extract<DemoStep, { runs: string }>,
): Promise<void> => {
  // The events of the transition and its executor group may not have arrived yet.
  const offered = await waitFor(`${runs}, offered to ${as} on task ${taskId}`, async () => {
    const { transitions } = await site.call<{ transitions: TransitionOption[] }>(
      'GET',
      `/api/tasks/${taskId}/transitions`,
      { as },
    );
    return transitions.find(({ transitionName, canExecute }) => transitionName === runs && canExecute);
  });
  await site.call('POST', `/api/tasks/${taskId}/transition`, {
    as,
    body: { transitionId: offered.transitionId, workflowParameters: toAnswers(ids, answers) },
  });
};

type CommentStep = Extract<DemoStep, { says: string }>;

const changeLastComment = async (
  site: DemoClient,
  taskId: number,
  { by: as, later }: CommentStep,
): Promise<void> => {
  const { comments } = await site.call<{ comments: Comment[] }>('GET', `/api/tasks/${taskId}/comments`, {
    as,
  });
  const path = `/api/tasks/${taskId}/comments/${comments.at(-1)?.id}`;
  if (later === 'deletes') await site.call('DELETE', path, { as });
  else await site.call('PUT', path, { as, body: { content: later?.replaces } });
};

const addComment = async (
  site: DemoClient,
  ids: DemoIds,
  taskId: number,
  step: CommentStep,
): Promise<void> => {
  const { by: as, says, toAuthor = false, onlyGroup, later } = step;
  await site.call('POST', `/api/tasks/${taskId}/comment`, {
    as,
    body: {
      content: says,
      visibleToAuthor: toAuthor,
      visibleGroupIds: idsOf(ids.groups, onlyGroup === undefined ? [] : [onlyGroup]),
      mentionedUserIds: idsOf(ids.people, [...findMentions(says, [...ids.people.keys()])]),
    },
  });
  if (later) await changeLastComment(site, taskId, step);
};

const attachFile = (
  site: DemoClient,
  taskId: number,
  { by: as, attaches }: Extract<DemoStep, { attaches: string }>,
): Promise<unknown> =>
  site.call('POST', `/api/tasks/${taskId}/attachments`, { as, ...buildUpload(attaches) });

const submit = async (site: DemoClient, ids: DemoIds, task: DemoTask): Promise<CreateTaskResponse> => {
  const isVisitor = task.by.includes('@');
  const body: CreateTask = {
    title: task.title,
    description: task.description ?? null,
    createdByEmail: isVisitor ? task.by : null,
    workflowParameters: toAnswers(ids, task.answers),
    priority: task.priority ?? 'NORMAL',
    assignedUserId: idsOf(ids.people, task.assignee === undefined ? [] : [task.assignee])[0] ?? null,
    assignedGroupId: idsOf(ids.groups, task.group === undefined ? [] : [task.group])[0] ?? null,
    visibleUserIds: idsOf(ids.people, task.onlyUsers),
    visibleGroupIds: idsOf(ids.groups, task.onlyGroups),
    uploadSecret: await uploadVisitorFiles(site, task.files),
  };
  return site.call<CreateTaskResponse>('POST', '/api/tasks', {
    as: isVisitor ? undefined : task.by,
    body,
    // Events of groups, people and workflow may not have arrived yet.
    retryOn: [409, 422],
  });
};

const replayTask = async ({ site, inboxUrl }: TaskSeed, ids: DemoIds, task: DemoTask): Promise<void> => {
  const created = await submit(site, ids, task);
  const { publicTaskId: taskId } = created;
  if (task.files) await confirmTask(site, inboxUrl, task.by, created);
  for (const step of task.story ?? []) {
    if ('runs' in step) await runTransition(site, ids, taskId, step);
    else if ('attaches' in step) await attachFile(site, taskId, step);
    else await addComment(site, ids, taskId, step);
  }
};

const listTasks = async (site: DemoClient, as: string): Promise<TaskListItem[]> =>
  (await site.call<TaskListResponse>('GET', '/api/tasks?limit=200', { as })).tasks;

/** Submits the tasks in order and replays their histories. Skips tasks of an earlier, interrupted run. */
export const seedTasks = async (
  seed: TaskSeed,
  { tasks, people, administrator }: DemoOrganization,
  ids: DemoIds,
): Promise<void> => {
  const { site } = seed;
  const [first, ...rest] = tasks;
  if (!first) return;
  const present = new Set((await listTasks(site, administrator)).map(({ title }) => title));
  if (!present.has(first.title)) await replayTask(seed, ids, first);
  // Only members see a visitor's task in their list, so a visible task means that svc-tasks has the user's role.
  for (const { username, role } of people) {
    if (role === 'REPORTER') continue;
    await waitFor(`${username} as a member in svc-tasks`, async () =>
      (await listTasks(site, username)).some(({ title }) => title === first.title) ? true : undefined,
    );
  }
  for (const task of rest) if (!present.has(task.title)) await replayTask(seed, ids, task);
};
