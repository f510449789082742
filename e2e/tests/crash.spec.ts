import { randomUUID } from 'node:crypto';
import type { CreateTaskResponse, TaskListResponse, WorkflowParameter } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import { fetchSession } from '../support/people';
import { expect, type Product, test } from '../support/product';

const victims = ['svc-tasks', 'svc-workflow', 'svc-identity', 'gateway', 'nats'] as const;
const writers = 4;
/** Between two tasks of one writer: a burst, but within the rate limits. */
const pauseMs = 25;

const sleep = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Sends one task as a person does who tries again until there is an answer: always with the same key. */
const submit = async (acme: string, token: string, title: string, answers: object): Promise<number> => {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    try {
      const { status, body } = await requestSite('POST', `${acme}/api/tasks`, {
        token,
        headers,
        body: { title, workflowParameters: answers },
      });
      if (status === 201) return (body as CreateTaskResponse).publicTaskId;
      expect(status, `${title}: ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(500);
    } catch (error) {
      // No answer: the connection was refused or broke off. A failed expectation is another thing.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
    await sleep(50);
  }
};

const listAll = async (acme: string, token: string): Promise<TaskListResponse['tasks']> => {
  const tasks: TaskListResponse['tasks'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const { body } = await requestSite('GET', `${acme}/api/tasks?${query}`, { token });
    const page = body as TaskListResponse;
    tasks.push(...page.tasks);
    cursor = page.nextCursor;
  }
  return tasks;
};

const killEachInTurn = async ({ processes }: Product): Promise<void> => {
  for (const name of victims) {
    await processes.kill(name);
    // Long enough that some calls find it gone.
    await sleep(300);
    await processes.restart(name);
  }
};

test('every part is killed during a burst: what was acknowledged is there once, and read models catch up', async ({
  product,
}) => {
  const acme = product.gatewayUrl('acme');
  const { token } = await fetchSession(acme, 'wiktor@acme.test');
  const parameters = (await requestSite('GET', `${acme}/api/workflow-parameters`, { token }))
    .body as WorkflowParameter[];
  const topic = parameters.find(
    ({ displayName }) => displayName === 'Czego dotyczy zgłoszenie?',
  ) as WorkflowParameter;
  const detail = parameters.find(({ dependencies }) =>
    dependencies.some(({ conditionValue }) => conditionValue === 'Inna sprawa'),
  );
  const answers = { [topic.id]: 'Inna sprawa', ...(detail ? { [detail.id]: 'Awaria' } : {}) };

  let isOver = false;
  const burst = Array.from({ length: writers }, async (_, writer) => {
    const made: { title: string; id: number }[] = [];
    while (!isOver) {
      const title = `Burza ${writer}-${made.length}`;
      made.push({ title, id: await submit(acme, token, title, answers) });
      await sleep(pauseMs);
    }
    return made;
  });
  const killing = killEachInTurn(product).finally(() => {
    isOver = true;
  });
  const [made] = await Promise.all([Promise.all(burst), killing]);

  const acknowledged = made.flat();
  const listed = (await listAll(acme, token)).filter(({ title }) => title.startsWith('Burza '));
  expect(listed.map(({ title }) => title).sort()).toEqual(acknowledged.map(({ title }) => title).sort());
  expect(new Set(listed.map(({ publicTaskId }) => publicTaskId))).toEqual(
    new Set(acknowledged.map(({ id }) => id)),
  );

  // A change whose owner dies right after it was committed reaches svc-tasks all the same.
  const newAnswer = `Po awarii ${randomUUID()}`;
  const changed = await requestSite('PUT', `${acme}/api/workflow-parameters/${topic.id}`, {
    token,
    body: {
      ...topic,
      dictionaryValues: [...topic.dictionaryValues, { value: newAnswer, sortOrder: 2_000, isActive: true }],
    },
  });
  expect(changed.status).toBe(200);
  await product.processes.kill('svc-workflow');
  await product.processes.restart('svc-workflow');
  const submitWithNewAnswer = async () =>
    (
      await requestSite('POST', `${acme}/api/tasks`, {
        token,
        body: { title: 'Po awarii', workflowParameters: { [topic.id]: newAnswer } },
      })
    ).status;
  await expect.poll(submitWithNewAnswer, { timeout: 60_000 }).toBe(201);
});
