import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorkflowService, userIds, type WorkflowService } from './workflow-service';

const path = '/api/workflow-layout';
let service: WorkflowService;
let statusId: number;
let revision: number;
beforeAll(async () => {
  service = await startWorkflowService();
  statusId = await service.findStatusId('Nowe');
});
afterAll(() => service.close());
beforeEach(async () => {
  revision = (await service.call('GET', path)).body.revision;
});

const save = (body: object) => service.call('PUT', path, { revision, ...body });
const positions = () => [
  { statusId: null, x: 0, y: -40 },
  { statusId, x: 120, y: 300 },
];

describe('GET /api/workflow-layout', () => {
  it('returns revision 0 without positions before the first save', async () => {
    expect((await service.callGlobex('GET', path)).body).toEqual({ revision: 0, positions: [] });
  });

  it('requires BASE', async () => {
    const member = { token: service.tokenOf(userIds.member) };
    const reporter = { token: service.tokenOf(userIds.reporter) };
    expect((await service.call('GET', path, undefined, member)).status).toBe(200);
    expect((await service.call('GET', path, undefined, reporter)).status).toBe(403);
    expect((await service.call('GET', path, undefined, { token: '' })).status).toBe(401);
  });

  it('omits a status that was deleted after it was placed', async () => {
    const deletedId = await service.createStatus('Usuwany');
    await save({ positions: [...positions(), { statusId: deletedId, x: 5, y: 5 }] });
    await service.call('DELETE', `/api/workflow-status/${deletedId}`);
    expect((await service.call('GET', path)).body.positions).toEqual(positions());
  });
});

describe('PUT /api/workflow-layout', () => {
  it('saves positions with the next revision', async () => {
    const saved = await save({ positions: positions() });
    expect(saved).toMatchObject({ status: 200, body: { revision: revision + 1, positions: positions() } });
    expect((await service.call('GET', path)).body).toEqual(saved.body);
  });

  it('restores the automatic layout with no positions', async () => {
    await save({ positions: positions() });
    await service.call('PUT', path, { revision: revision + 1, positions: [] });
    expect((await service.call('GET', path)).body).toEqual({ revision: revision + 2, positions: [] });
  });

  it('rejects an older revision with 409 and keeps the saved positions', async () => {
    await save({ positions: positions() });
    const late = await save({ positions: [] });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await service.call('GET', path)).body.positions).toEqual(positions());
  });

  it('lets one of two concurrent saves succeed', async () => {
    const statuses = (await Promise.all([0, 1, 2].map(() => save({ positions: positions() })))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 409, 409]);
  });

  it('rejects unknown and repeated statuses and bad coordinates with 422', async () => {
    for (const rejected of [
      [{ statusId: 999_999, x: 0, y: 0 }],
      [...positions(), ...positions()],
      [{ statusId, x: 0.5, y: 0 }],
      [{ statusId, x: 1e9, y: 0 }],
      [{ statusId: -1, x: 0, y: 0 }],
      [{ statusId, x: 0 }],
    ])
      expect((await save({ positions: rejected })).status).toBe(422);
    expect((await service.call('PUT', path, { positions: [] })).status).toBe(422);
  });

  it('rejects callers without MANAGE_WORKFLOW', async () => {
    const token = service.tokenOf(userIds.member);
    expect((await service.call('PUT', path, { revision, positions: [] }, { token })).status).toBe(403);
    expect((await service.call('PUT', path, { revision, positions: [] }, { token: '' })).status).toBe(401);
  });

  it('neither accepts nor changes statuses of another organization', async () => {
    const foreign = await service.callGlobex('PUT', path, { revision: 0, positions: positions() });
    expect(foreign.status).toBe(422);
    await save({ positions: positions() });
    await service.callGlobex('PUT', path, { revision: 0, positions: [] });
    expect((await service.call('GET', path)).body.positions).toEqual(positions());
  });

  it('records no revision of the workflow and publishes no event', async () => {
    const readRevision = async () => (await service.call('GET', '/api/workflow-check')).body.revision;
    const before = [await readRevision(), (await service.getLastPublished())?.aggregateversion];
    await save({ positions: positions() });
    expect([await readRevision(), (await service.getLastPublished())?.aggregateversion]).toEqual(before);
  });
});
