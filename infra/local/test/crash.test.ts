import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AuthResponse,
  CreateTaskResponse,
  Group,
  StatusTransition,
  TaskListResponse,
  TaskResponse,
  TransitionOption,
  UserSummary,
  WorkflowStatus,
} from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Obieg, startObieg } from '../src/obieg';
import { requestSite } from '../src/site-client';
import { startBurst } from './burst';
import { until } from './processes';
import { openReadModels } from './read-models';

interface Change {
  groupId: number;
  userId: number;
  transitionId: number;
}

const codeName = 'burza';
let dataDir: string;
let obieg: Obieg;
let site: string;
let token: string;
let statuses: WorkflowStatus[];
/** Warnings in the services' logs. They explain failed calls. */
const warnings: string[] = [];

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await requestSite(method, `${site}/api${path}`, { token, body });
  if (response.status >= 300)
    throw new Error(
      [`${method} ${path}: ${response.status} ${response.text}`, ...warnings.slice(-20)].join('\n'),
    );
  return response.body as T;
};
const statusOf = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await requestSite(method, `${site}/api${path}`, { token, body })).status;
const statusId = (name: string): number | undefined => statuses.find((status) => status.name === name)?.id;

const signIn = async (address: string): Promise<string> => {
  const { body } = await requestSite('POST', `${address}/api/auth/signin`, {
    body: { email: 'super@obieg.test', password: 'obieg-demo' },
  });
  return (body as AuthResponse).token;
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-crash-'));
  obieg = await startObieg({
    dataDir,
    ports: 'any',
    demo: false,
    env: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn', SUPER_ADMIN_PASSWORD: 'obieg-demo' },
    onOutput: (name, line) => warnings.push(`${name} ${line}`),
  });
  site = obieg.gatewayUrl();
  token = await signIn(site);
  await call('POST', '/organizations', { name: 'Burza', codeName });
  site = obieg.gatewayUrl(codeName);
  token = await signIn(site);
  // 404, 403 or an empty list until the events of the new organization arrive.
  await until('the default workflow', async () => {
    const { status, body } = await requestSite('GET', `${site}/api/workflow-status`, { token });
    statuses = body as WorkflowStatus[];
    return status === 200 && statuses.length > 0;
  });
  await until('a first task', async () => (await statusOf('POST', '/tasks', { title: 'Pierwsze' })) === 201);
});
afterAll(async () => {
  await obieg?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const createGroup = async (name: string): Promise<number> =>
  (await call<Group>('POST', '/groups', { name })).id;
const invite = async (username: string): Promise<number> => {
  await call('POST', '/admin/invite-user', { email: `${username}@burza.test`, username, roles: ['MEMBER'] });
  const people = await call<UserSummary[]>('GET', '/organizations/users');
  return people.find((person) => person.username === username)?.id ?? 0;
};
const createTransition = async (name: string): Promise<number> =>
  (
    await call<StatusTransition>('POST', '/status-transitions', {
      name,
      fromStatusId: statusId('Nowe'),
      toStatusId: statusId('W toku'),
    })
  ).id;

/** Makes one change of each kind. Changes that need the stopped service stay undefined. */
const change = async (name: string, stopped?: string): Promise<Partial<Change>> => ({
  ...(stopped === 'gateway' || stopped === 'svc-identity'
    ? {}
    : { groupId: await createGroup(name), userId: await invite(name) }),
  ...(stopped === 'gateway' || stopped === 'svc-workflow'
    ? {}
    : { transitionId: await createTransition(name) }),
});

/** Waits until the other services use the change. */
const untilUsable = async ({ groupId, userId, transitionId }: Partial<Change>): Promise<void> => {
  let taskId = 0;
  await until('svc-tasks knows group and user', async () => {
    const { status, body } = await requestSite('POST', `${site}/api/tasks`, {
      token,
      body: { title: 'Dla nowych', assignedUserId: userId, visibleGroupIds: groupId ? [groupId] : [] },
    });
    taskId = (body as CreateTaskResponse).publicTaskId;
    return status === 201;
  });
  await until('svc-workflow knows the group', async () => {
    const body = {
      name: 'Dla nowej grupy',
      toStatusId: statusId('Zakończone'),
      fromStatusId: statusId('Zakończone'),
      executorGroupIds: groupId ? [groupId] : [],
    };
    return (await statusOf('POST', '/status-transitions', body)) === 201;
  });
  await until('svc-tasks offers the transition', async () => {
    const { transitions } = await call<{ transitions: TransitionOption[] }>(
      'GET',
      `/tasks/${taskId}/transitions`,
    );
    return transitionId === undefined || transitions.some((offer) => offer.transitionId === transitionId);
  });
};

const listTasks = async (title: string): Promise<[string, number][]> => {
  const found: [string, number][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: TaskListResponse = await call('GET', `/tasks?${query}`);
    for (const task of page.tasks)
      if (task.title.startsWith(`${title} `)) found.push([task.title, task.publicTaskId]);
    cursor = page.nextCursor;
  }
  return found;
};

describe('a burst of submissions', () => {
  it.each([
    { victim: 'svc-identity', end: 'kill', isVisibleToCallers: false },
    { victim: 'svc-workflow', end: 'kill', isVisibleToCallers: false },
    { victim: 'nats', end: 'kill', isVisibleToCallers: false },
    { victim: 'nats', end: 'stop', isVisibleToCallers: false },
    { victim: 'svc-tasks', end: 'kill', isVisibleToCallers: true },
    { victim: 'gateway', end: 'kill', isVisibleToCallers: true },
  ] as const)(
    'loses no submission and no event when $victim ends by $end',
    async ({ victim, end, isVisibleToCallers }) => {
      const title = `${end} ${victim}`;
      const burst = startBurst({ site, token, title });
      await burst.untilMore(10);

      // Some of these events are still in transit when the process stops.
      const before = await change(`${end}-${victim}`);
      await obieg.processes[end](victim);
      const meanwhile = await change(`${end}-${victim}-stopped`, victim);
      if (isVisibleToCallers) await until('a submission fails', () => burst.failures.length > 0);
      else await burst.untilMore(10);
      await obieg.processes.restart(victim);
      await burst.untilMore(10);

      const acknowledged = await burst.finish();
      expect((await listTasks(title)).sort()).toEqual([...acknowledged].sort());
      if (isVisibleToCallers)
        expect(burst.failures.filter((failure) => failure.startsWith('500'))).toEqual([]);
      else expect(burst.failures).toEqual([]);
      await untilUsable(before);
      await untilUsable(meanwhile);
    },
  );

  it("results in read models that equal the owners' data", async () => {
    const { owned, copied, close } = openReadModels(dataDir, obieg.ports.postgres);
    try {
      const truth = await owned();
      for (const rows of Object.values(truth)) expect(rows).not.toHaveLength(0);
      await expect.poll(copied, { timeout: 30_000 }).toEqual(truth);
    } finally {
      await close();
    }
  });
});

describe('an outage of svc-identity and svc-workflow', () => {
  /** What a gateway loads at startup, before any request. */
  const hasLoadedEverything = async (): Promise<boolean> => {
    const { body } = await requestSite('GET', `${site}/readyz`);
    const { checks } = body as { checks: { name: string; status: string }[] };
    return ['keys', 'organizations'].every((name) =>
      checks.some((check) => check.name === name && check.status === 'up'),
    );
  };
  const offered = async (taskId: number): Promise<number> => {
    const { transitions } = await call<{ transitions: TransitionOption[] }>(
      'GET',
      `/tasks/${taskId}/transitions`,
    );
    return transitions[0]?.transitionId ?? 0;
  };
  const work = async (title: string): Promise<void> => {
    const { publicTaskId } = await call<CreateTaskResponse>('POST', '/tasks', { title });
    expect((await call<TaskListResponse>('GET', '/tasks?limit=1')).tasks[0]?.title).toBe(title);
    expect((await call<TaskResponse>('GET', `/tasks/${publicTaskId}`)).task.statusName).toBe('Nowe');
    await call('POST', `/tasks/${publicTaskId}/comment`, { content: 'Pracujemy dalej' });
    const transitionId = await offered(publicTaskId);
    const moved = await call<TaskResponse>('POST', `/tasks/${publicTaskId}/transition`, { transitionId });
    expect(moved.task.statusName).toBe('W toku');
  };

  it('does not affect the work on tasks, also after a restart of gateway and svc-tasks', async () => {
    await obieg.processes.restart('gateway');
    await until('the gateway has loaded keys and organizations', hasLoadedEverything);
    await obieg.processes.kill('svc-identity');
    await obieg.processes.kill('svc-workflow');
    await work('Przed ponownym startem');
    await obieg.processes.restart('svc-tasks');
    await until(
      'svc-tasks has loaded its stored keys',
      async () => (await statusOf('GET', '/tasks')) === 200,
    );
    await work('Po ponownym starcie');
    await obieg.processes.restart('svc-identity');
    await obieg.processes.restart('svc-workflow');
    await until('svc-workflow is ready', async () => (await statusOf('GET', '/workflow-status')) === 200);
  });
});
