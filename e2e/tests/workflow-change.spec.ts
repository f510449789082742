import type {
  CreateTaskResponse,
  StatusTransition,
  TaskResponse,
  TransitionOption,
  WorkflowParameter,
  WorkflowStatus,
} from '@obieg/contracts';
import { requestSite, type SiteRequest } from '@obieg/local';
import { fetchSession } from '../support/people';
import { expect, type Product, test } from '../support/product';

/** Calls globex as its administrator. */
const openGlobex = async (product: Product) => {
  const site = product.gatewayUrl('globex');
  const { token } = await fetchSession(site, 'greta@globex.test');
  const call = async <T>(method: string, path: string, more: SiteRequest = {}) => {
    const { status, headers, body } = await requestSite(method, `${site}/api${path}`, { token, ...more });
    return { status, headers, body: body as T };
  };
  return { call };
};
type Globex = Awaited<ReturnType<typeof openGlobex>>;

const submitTask = async ({ call }: Globex): Promise<number> => {
  const parameters = (await call<WorkflowParameter[]>('GET', '/workflow-parameters')).body;
  const kind = parameters.find(({ parameterName }) => parameterName === 'urzadzenie') as WorkflowParameter;
  const { body } = await call<CreateTaskResponse>('POST', '/tasks', {
    body: { title: 'Pralka w trakcie zmian', workflowParameters: { [kind.id]: 'Pralka' } },
  });
  return body.publicTaskId;
};

const transitionNamed = async ({ call }: Globex, name: string): Promise<StatusTransition> =>
  (await call<StatusTransition[]>('GET', '/status-transitions')).body.find(
    (transition) => transition.name === name,
  ) as StatusTransition;

test('an open task follows every change of the workflow', async ({ product }) => {
  const globex = await openGlobex(product);
  const { call } = globex;
  const id = await submitTask(globex);
  const offered = async () =>
    (await call<{ transitions: TransitionOption[] }>('GET', `/tasks/${id}/transitions`)).body.transitions.map(
      ({ transitionName }) => transitionName,
    );
  const run = (transitionId: number) =>
    call<TaskResponse & { code: string }>('POST', `/tasks/${id}/transition`, { body: { transitionId } });
  const statusName = async () => (await call<TaskResponse>('GET', `/tasks/${id}`)).body.task.statusName;

  const waitUntil = <T>(read: () => Promise<T>, isExpected: (value: Awaited<T>) => boolean) =>
    expect.poll(async () => isExpected(await read()), { intervals: [20] }).toBe(true);

  const begin = await transitionNamed(globex, 'Rozpocznij');
  expect(await offered()).toEqual(['Rozpocznij']);
  const saveBegin = (isActive: boolean) =>
    call('PUT', `/status-transitions/${begin.id}`, { body: { ...begin, isActive } });
  expect((await saveBegin(false)).status).toBe(200);
  await waitUntil(offered, (names) => names.length === 0);
  expect((await run(begin.id)).body).toMatchObject({ status: 409, code: 'STATUS_MOVED_ON' });
  expect(await statusName()).toBe('Nowe');
  expect((await saveBegin(true)).status).toBe(200);
  await waitUntil(offered, (names) => names.includes('Rozpocznij'));

  const status = await call<WorkflowStatus>('POST', '/workflow-status', {
    body: { name: 'Czeka na części', statusType: 'INTERMEDIATE' },
  });
  const orderParts = await call<StatusTransition>('POST', '/status-transitions', {
    body: { name: 'Zamów części', fromStatusId: begin.fromStatusId, toStatusId: status.body.id },
  });
  await waitUntil(offered, (names) => names.includes('Zamów części'));
  expect((await run(orderParts.body.id)).body.task.statusName).toBe('Czeka na części');

  const renamed = { name: 'Części zamówione', statusType: 'INTERMEDIATE' };
  expect((await call('PUT', `/workflow-status/${status.body.id}`, { body: renamed })).status).toBe(200);
  await waitUntil(statusName, (name) => name === renamed.name);

  expect((await call('DELETE', `/status-transitions/${orderParts.body.id}`)).status).toBe(204);
  await waitUntil(
    () => run(orderParts.body.id),
    ({ status }) => status === 422,
  );
  const deleteStatus = () => call<{ detail: string }>('DELETE', `/workflow-status/${status.body.id}`);
  await expect
    .poll(async () => (await deleteStatus()).body?.detail)
    .toBe('The status cannot be deleted: tasks have this status.');
  expect(await statusName()).toBe(renamed.name);
});

test('a second save is refused with 412 through the gateway', async ({ product }) => {
  const { call } = await openGlobex(product);
  const [parameter] = (await call<WorkflowParameter[]>('GET', '/workflow-parameters')).body;
  const address = `/workflow-parameters/${parameter?.id}`;
  const etag = (await call('GET', address)).headers.etag ?? '';
  expect(etag).toMatch(/^(W\/)?"\d+"$/);
  const save = () => call('PUT', address, { body: parameter, headers: { 'if-match': etag } });
  expect((await save()).status).toBe(200);
  expect((await save()).body).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' });
});

test('a status deleted while a task enters it is restored', async ({ product }) => {
  const globex = await openGlobex(product);
  const { call } = globex;
  const id = await submitTask(globex);
  const begin = await transitionNamed(globex, 'Rozpocznij');
  const finish = await transitionNamed(globex, 'Zakończ');
  const status = await call<WorkflowStatus>('POST', '/workflow-status', {
    body: { name: 'Wstrzymane', statusType: 'INTERMEDIATE' },
  });
  const suspend = await call<StatusTransition>('POST', '/status-transitions', {
    body: { name: 'Wstrzymaj', fromStatusId: begin.fromStatusId, toStatusId: status.body.id },
  });
  const run = async (transitionId: number) =>
    (await call('POST', `/tasks/${id}/transition`, { body: { transitionId } })).status;
  const isOffered = async (name: string) =>
    (
      await call<{ transitions: TransitionOption[] }>('GET', `/tasks/${id}/transitions`)
    ).body.transitions.some(({ transitionName }) => transitionName === name);
  const statusName = async () => (await call<TaskResponse>('GET', `/tasks/${id}`)).body.task.statusName;
  await expect.poll(() => isOffered('Wstrzymaj')).toBe(true);

  await product.processes.stop('nats');
  try {
    expect((await call('DELETE', `/status-transitions/${suspend.body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/workflow-status/${status.body.id}`)).status).toBe(204);
    // svc-tasks has not received the deletion yet.
    expect(await run(suspend.body.id)).toBe(200);
    expect(await statusName()).toBe('Wstrzymane');
  } finally {
    await product.processes.restart('nats');
  }

  await expect
    .poll(async () => (await call('GET', `/workflow-status/${status.body.id}`)).status, { timeout: 60_000 })
    .toBe(200);
  await expect
    .poll(async () => (await call('DELETE', `/workflow-status/${status.body.id}`)).status)
    .toBe(409);
  const resume = await call<StatusTransition>('POST', '/status-transitions', {
    body: { name: 'Odwieś', fromStatusId: status.body.id, toStatusId: finish.toStatusId },
  });
  await expect.poll(() => isOffered('Odwieś')).toBe(true);
  expect(await isOffered('Wstrzymaj')).toBe(false);
  expect(await run(resume.body.id)).toBe(200);
  expect(await statusName()).toBe('Zakończone');
});
