import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDictionary, groupId, startWorkflowService, type WorkflowService } from './workflow-service';

const path = '/api/workflow-scenarios';
let service: WorkflowService;
let parameterId: number;
let statusId: number;
let count = 0;
let body: Record<string, unknown>;
beforeAll(async () => {
  service = await startWorkflowService();
  parameterId = await service.createParameter('rodzaj', buildDictionary('Sprzęt', 'Kadry'));
  statusId = await service.findStatusId('Nowe');
});
afterAll(() => service.close());
beforeEach(() => {
  count += 1;
  body = {
    name: `Scenariusz ${count}`,
    answers: { [parameterId]: 'Sprzęt' },
    expectedQuestionIds: [parameterId],
    expectedStatusId: statusId,
    expectedGroupId: null,
  };
});

const create = async () => (await service.call('POST', path, body)).body as { id: number };
const findBroken = async (id: number) =>
  (await service.call('GET', '/api/workflow-check')).body.findings.find(
    ({ code, subject }: { code: string; subject: { id: number } }) =>
      code === 'SCENARIO_BROKEN' && subject.id === id,
  );

describe('/api/workflow-scenarios', () => {
  it('creates, lists, returns, updates and deletes a scenario', async () => {
    const created = await service.call('POST', path, body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.any(Number), ...body });
    const { id } = created.body;
    expect((await service.call('GET', path)).body).toContainEqual({ ...created.body, revision: 1 });
    const updated = await service.call('PUT', `${path}/${id}`, { ...body, expectedGroupId: groupId });
    expect(updated.body).toEqual({ id, ...body, expectedGroupId: groupId });
    expect((await service.call('GET', `${path}/${id}`)).body).toEqual(updated.body);
    expect((await service.call('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await service.call('GET', `${path}/${id}`)).status).toBe(404);
  });

  it('rejects unknown references, bad names and too many answers with 422', async () => {
    for (const more of [
      { answers: { 999999: 'x' } },
      { answers: { x: 'x' } },
      { answers: Object.fromEntries(Array.from({ length: 501 }, (_, id) => [String(id + 1), 'x'])) },
      { expectedQuestionIds: [999_999] },
      { expectedStatusId: 999_999 },
      { expectedGroupId: 999_999 },
      { name: ' ' },
      { name: 'x'.repeat(101) },
    ])
      expect((await service.call('POST', path, { ...body, ...more })).status).toBe(422);
  });

  it('rejects a name that another scenario has with 409', async () => {
    await create();
    const again = { ...body, name: String(body['name']).toUpperCase() };
    expect((await service.call('POST', path, again)).body.code).toBe('NAME_TAKEN');
  });

  it('rejects an update with an old ETag with 412', async () => {
    const { id } = await create();
    const { headers } = await service.call('GET', `${path}/${id}`);
    const etag = { headers: { 'if-match': String(headers['etag']) } };
    expect((await service.call('PUT', `${path}/${id}`, body, etag)).status).toBe(200);
    expect((await service.call('PUT', `${path}/${id}`, body, etag)).status).toBe(412);
    expect((await service.call('DELETE', `${path}/${id}`, undefined, etag)).status).toBe(412);
  });

  it('hides scenarios of another organization', async () => {
    const { id } = await create();
    expect((await service.callGlobex('GET', path)).body).toEqual([]);
    expect((await service.callGlobex('GET', `${path}/${id}`)).status).toBe(404);
    expect((await service.callGlobex('DELETE', `${path}/${id}`)).status).toBe(404);
  });

  it('reports a broken scenario with what differs', async () => {
    const { id } = await create();
    expect(await findBroken(id)).toBeUndefined();
    const parameter = await service.createParameter('model', {
      dependencies: [{ parentParameterId: parameterId, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }],
    });
    expect((await findBroken(id)).message.en).toContain('the answers are not accepted');
    await service.call('DELETE', `/api/workflow-parameters/${parameter}`);
    expect(await findBroken(id)).toBeUndefined();
  });

  it('limits the number of scenarios to 100', async () => {
    const { length } = (await service.call('GET', path)).body;
    for (let index = length; index < 100; index += 1)
      await service.call('POST', path, { ...body, name: `Kolejny ${index}` });
    expect((await service.call('POST', path, body)).status).toBe(409);
  });
});
