import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, startWorkflowService, userIds, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

const resources = ['workflow-parameters', 'workflow-status', 'status-transitions', 'calendars', 'targets'];
const expectedStatuses = {
  read: { visitor: 401, reporter: 403, member: 200, manager: 200, globexManager: 401 },
  readMissing: { visitor: 401, reporter: 403, member: 404, manager: 404, globexManager: 401 },
  change: { visitor: 401, reporter: 403, member: 403, manager: 422, globexManager: 401 },
  list: { visitor: 401, reporter: 403, member: 403, manager: 200, globexManager: 401 },
  remove: { visitor: 401, reporter: 403, member: 403, manager: 404, globexManager: 401 },
  public: { visitor: 200, reporter: 200, member: 200, manager: 200, globexManager: 401 },
};
type Call = [method: string, path: string, body: object | undefined, access: keyof typeof expectedStatuses];
const calls: Call[] = [
  ...resources.flatMap((resource): Call[] => [
    ['GET', `/api/${resource}`, undefined, 'read'],
    ['GET', `/api/${resource}/999999`, undefined, 'readMissing'],
    ['POST', `/api/${resource}`, {}, 'change'],
    ['PUT', `/api/${resource}/999999`, {}, 'change'],
    ['DELETE', `/api/${resource}/999999`, undefined, 'remove'],
  ]),
  ['PUT', '/api/workflow-parameters/order', {}, 'change'],
  ['GET', '/api/workflow-parameters/available-parents', undefined, 'read'],
  ['GET', '/api/status-transitions/check-name?name=x', undefined, 'read'],
  ['GET', '/api/workflow-parameters/public', undefined, 'public'],
  ['GET', '/api/workflow-revisions', undefined, 'list'],
  ['GET', '/api/workflow-revisions/1', undefined, 'list'],
  ['GET', '/api/workflow-revisions/1/diff?against=1', undefined, 'list'],
  ['POST', '/api/workflow-revisions/999999/restore', { baseRevision: 1 }, 'remove'],
  ['GET', '/api/workflow-configuration/export', undefined, 'list'],
  ['POST', '/api/workflow-configuration/import', {}, 'change'],
  ['GET', '/api/workflow-templates', undefined, 'list'],
  ['GET', '/api/workflow-check', undefined, 'list'],
  ['GET', '/api/holidays/countries', undefined, 'list'],
  ['GET', '/api/holidays?country=PL&fromYear=2026&untilYear=2026', undefined, 'list'],
  ['POST', '/api/holidays/file', {}, 'change'],
  ['GET', '/api/workflow-scenarios', undefined, 'list'],
  ['GET', '/api/workflow-scenarios/999999', undefined, 'remove'],
  ['POST', '/api/workflow-scenarios', {}, 'change'],
  ['PUT', '/api/workflow-scenarios/999999', {}, 'change'],
  ['DELETE', '/api/workflow-scenarios/999999', undefined, 'remove'],
];

describe('access to each endpoint', () => {
  it.each(calls)('%s %s returns the expected status for each role', async (method, path, body, access) => {
    const statusWith = async (token?: string) =>
      (await service.request(method, path, { organization: acme, body, token })).status;
    expect({
      visitor: await statusWith(),
      reporter: await statusWith(service.tokenOf(userIds.reporter)),
      member: await statusWith(service.tokenOf(userIds.member)),
      manager: await statusWith(service.tokenOf(userIds.manager)),
      globexManager: await statusWith(service.tokenOf(userIds.globexManager, 2)),
    }).toEqual(expectedStatuses[access]);
  });

  it.each(calls)('%s %s is rejected on the main domain', async (method, path, body) => {
    expect((await service.request(method, path, { body })).body.code).toBe('ORGANIZATION_REQUIRED');
  });
});

describe('bad input', () => {
  it.each(resources)('gets 404 for invalid ids of /api/%s', async (resource) => {
    for (const id of ['0', '-1', '1.5', 'abc', '9007199254740993', '1e3', '%00'])
      expect((await service.call('GET', `/api/${resource}/${id}`)).status).toBe(404);
  });

  it.each(resources)(
    'is rejected by POST /api/%s: NUL, lone surrogates, non-objects and invalid JSON',
    async (resource) => {
      const post = (rawBody: string) =>
        service.request('POST', `/api/${resource}`, {
          organization: acme,
          token: service.tokenOf(userIds.manager),
          headers: { 'content-type': 'application/json' },
          rawBody,
        });
      expect((await post('{"name":"a\\u0000b"}')).status).toBe(400);
      expect((await post('{"name":"a\\ud800b"}')).status).toBe(400);
      expect((await post('{"name":')).status).toBe(400);
      expect((await post('[]')).status).toBe(422);
      expect((await post('null')).status).toBe(422);
    },
  );
});
