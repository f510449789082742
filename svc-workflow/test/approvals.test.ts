import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupId, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown) => service.call(method, path, body);
let number = 0;
let statusId: number;
let ways: number[];

beforeEach(async () => {
  number += 1;
  const status = await call('POST', '/api/workflow-status', {
    name: `Do akceptacji ${number}`,
    statusType: 'INTERMEDIATE',
  });
  statusId = status.body.id;
  ways = [];
  for (const name of ['Zatwierdź', 'Odrzuć']) {
    const body = { name, fromStatusId: statusId, toStatusId: statusId };
    ways.push((await call('POST', '/api/status-transitions', body)).body.id);
  }
});

const approvalOf = (more: object = {}) => ({
  approverGroupIds: [groupId],
  quorum: 2,
  isAuthorExcluded: true,
  approvedTransitionId: ways[0],
  rejectedTransitionId: ways[1],
  ...more,
});
const save = (approval: unknown) =>
  call('PUT', `/api/workflow-status/${statusId}`, {
    name: `Do akceptacji ${number}`,
    statusType: 'INTERMEDIATE',
    approval,
  });
const fieldsOf = ({ body }: { body: { errors?: { field: string }[] } }) =>
  body.errors?.map(({ field }) => field);

describe('PUT /api/workflow-status/{id} with an approval', () => {
  it('stores, publishes, returns, keeps and removes it', async () => {
    const saved = await save(approvalOf());
    expect(saved).toMatchObject({ status: 200, body: { approval: approvalOf() } });
    expect((await call('GET', `/api/workflow-status/${statusId}`)).body.approval).toEqual(approvalOf());
    expect((await service.getLastPublished())?.data).toMatchObject({
      statuses: expect.arrayContaining([expect.objectContaining({ id: statusId, approval: approvalOf() })]),
    });
    expect((await save(undefined)).body.approval).toEqual(approvalOf());
    expect((await save(null)).body.approval).toBeNull();
  });

  it('names the field of each problem with 422', async () => {
    expect(fieldsOf(await save(approvalOf({ approverGroupIds: [9_999_999] })))).toEqual([
      'approval.approverGroupIds.0',
    ]);
    expect(fieldsOf(await save(approvalOf({ approverGroupIds: [] })))).toEqual(['approval.approverGroupIds']);
    expect(fieldsOf(await save(approvalOf({ approvedTransitionId: 9_999_999 })))).toEqual([
      'approval.approvedTransitionId',
    ]);
    expect(fieldsOf(await save(approvalOf({ rejectedTransitionId: ways[0] })))).toEqual([
      'approval.rejectedTransitionId',
    ]);
    expect((await save(approvalOf({ quorum: 0 }))).status).toBe(422);
  });

  it('describes its change in the history of the workflow, and restores it', async () => {
    await save(approvalOf());
    const list = await call('GET', '/api/workflow-revisions');
    const [{ number: newest, summary }] = list.body.revisions;
    expect(summary.en).toContain('approvers, required approvals');
    await save(null);
    const { body: diff } = await call('GET', `/api/workflow-revisions/${newest}/diff?against=${newest + 1}`);
    expect(diff.changes[0].fields).toContainEqual({
      field: 'approvedTransition',
      before: null,
      after: 'Zatwierdź',
    });
    const restored = await call('POST', `/api/workflow-revisions/${newest}/restore`, {
      baseRevision: newest + 1,
    });
    expect(restored.status).toBe(200);
    expect((await call('GET', `/api/workflow-status/${statusId}`)).body.approval).toEqual(approvalOf());
  });
});

describe('a transition of an approval', () => {
  it('is not deleted, and keeps its status', async () => {
    await save(approvalOf());
    const path = `/api/status-transitions/${ways[0]}`;
    const refused = await call('DELETE', path);
    expect(refused).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(refused.body.message).toContain(`"Do akceptacji ${number}"`);
    const moved = await call('PUT', path, { name: 'Zatwierdź', fromStatusId: null, toStatusId: statusId });
    expect(fieldsOf(moved)).toContain('fromStatusId');
    await save(null);
    expect((await call('DELETE', path)).status).toBe(204);
  });
});

describe('the file of a workflow with an approval', () => {
  it('is the same after an import into another organization’s state', async () => {
    await save(approvalOf());
    const exported = await call('GET', '/api/workflow-configuration/export');
    const file = exported.body;
    const own = file.statuses.find(({ name }: { name: string }) => name === `Do akceptacji ${number}`);
    expect(own.approval).toMatchObject({
      quorum: 2,
      approvedTransition: 'Zatwierdź',
      rejectedTransition: 'Odrzuć',
    });
    await save(null);
    const { body: newest } = await call('GET', '/api/workflow-revisions?limit=1');
    const imported = await call('POST', '/api/workflow-configuration/import', {
      baseRevision: newest.revisions[0].number,
      file,
    });
    expect(imported.status).toBe(200);
    expect((await call('GET', `/api/workflow-status/${statusId}`)).body.approval).toEqual(approvalOf());
    expect((await call('GET', '/api/workflow-configuration/export')).body).toEqual(file);
  });

  it('is refused if the approval names a transition that does not exist or is not alone', async () => {
    await save(approvalOf());
    const { body: file } = await call('GET', '/api/workflow-configuration/export');
    const own = file.statuses.findIndex(({ name }: { name: string }) => name === `Do akceptacji ${number}`);
    const importChanged = (approval: object) => {
      const changed = structuredClone(file);
      Object.assign(changed.statuses[own].approval, approval);
      return call('POST', '/api/workflow-configuration/import?dryRun=true', { file: changed });
    };
    expect(fieldsOf(await importChanged({ approvedTransition: 'Inne' }))).toEqual([
      `file.statuses.${own}.approval.approvedTransition`,
    ]);
    expect(fieldsOf(await importChanged({ rejectedTransition: 'Zatwierdź' }))).toEqual([
      `file.statuses.${own}.approval.rejectedTransition`,
    ]);
    expect(fieldsOf(await importChanged({ approverGroups: ['Nie/ma'] }))).toEqual([
      `file.statuses.${own}.approval.approverGroups.0`,
    ]);
  });
});
