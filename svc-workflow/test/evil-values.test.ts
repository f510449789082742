import { attackWithEvilValues } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, startWorkflowService, userIds, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

describe('times, numbers and ids that JavaScript and PostgreSQL do not both know', () => {
  it('lead to no server error in any parameter or body', async () => {
    const { body } = await service.request('GET', '/openapi.json');
    const token = service.tokenOf(userIds.manager);
    const { calls, failures } = await attackWithEvilValues(body, {
      send: (method, path, { rawBody }) =>
        service.request(method, path, {
          organization: acme,
          token,
          ...(rawBody === undefined ? {} : { rawBody }),
        }),
    });
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(500);
  }, 300_000);
});
