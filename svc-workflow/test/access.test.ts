import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, people, startWorkflow, type WorkflowService } from './workflow-service';

let workflow: WorkflowService;
beforeAll(async () => {
  workflow = await startWorkflow();
});
afterAll(() => workflow.close());

const things = ['workflow-parameters', 'workflow-status', 'status-transitions'];
const answers = {
  read: { anonymous: 401, reporter: 403, member: 200, manager: 200, foreign: 401 },
  readMissing: { anonymous: 401, reporter: 403, member: 404, manager: 404, foreign: 401 },
  change: { anonymous: 401, reporter: 403, member: 403, manager: 422, foreign: 401 },
  remove: { anonymous: 401, reporter: 403, member: 403, manager: 404, foreign: 401 },
  public: { anonymous: 200, reporter: 200, member: 200, manager: 200, foreign: 401 },
};
type Call = [method: string, path: string, body: object | undefined, wanted: keyof typeof answers];
const calls: Call[] = [
  ...things.flatMap((thing): Call[] => [
    ['GET', `/api/${thing}`, undefined, 'read'],
    ['GET', `/api/${thing}/999999`, undefined, 'readMissing'],
    ['POST', `/api/${thing}`, {}, 'change'],
    ['PUT', `/api/${thing}/999999`, {}, 'change'],
    ['DELETE', `/api/${thing}/999999`, undefined, 'remove'],
  ]),
  ['PUT', '/api/workflow-parameters/order', {}, 'change'],
  ['GET', '/api/workflow-parameters/available-parents', undefined, 'read'],
  ['GET', '/api/status-transitions/check-name?name=x', undefined, 'read'],
  ['GET', '/api/workflow-parameters/public', undefined, 'public'],
];

describe('access to every operation', () => {
  it.each(calls)('%s %s', async (method, path, body, wanted) => {
    const as = async (token?: string) =>
      (await workflow.request(method, path, { organization: acme, body, token })).status;
    expect({
      anonymous: await as(),
      reporter: await as(workflow.tokenOf(people.reporter)),
      member: await as(workflow.tokenOf(people.member)),
      manager: await as(workflow.tokenOf(people.manager)),
      foreign: await as(workflow.tokenOf(people.foreign, 2)),
    }).toEqual(answers[wanted]);
  });

  it.each(calls)('%s %s on the main domain', async (method, path, body) => {
    expect((await workflow.request(method, path, { body })).body.code).toBe('ORGANIZATION_REQUIRED');
  });
});

describe('bad input', () => {
  it.each(things)('%s: refuses invalid ids', async (thing) => {
    for (const id of ['0', '-1', '1.5', 'abc', '9007199254740993', '1e3', '%00'])
      expect((await workflow.call('GET', `/api/${thing}/${id}`)).status).toBe(404);
  });

  it.each(things)('%s: refuses NUL, lone surrogates, non-objects and invalid JSON', async (thing) => {
    const post = (rawBody: string) =>
      workflow.request('POST', `/api/${thing}`, {
        organization: acme,
        token: workflow.tokenOf(people.manager),
        headers: { 'content-type': 'application/json' },
        rawBody,
      });
    expect((await post('{"name":"a\\u0000b"}')).status).toBe(400);
    expect((await post('{"name":"a\\ud800b"}')).status).toBe(400);
    expect((await post('{"name":')).status).toBe(400);
    expect((await post('[]')).status).toBe(422);
    expect((await post('null')).status).toBe(422);
  });
});
