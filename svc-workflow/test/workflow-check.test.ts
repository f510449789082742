import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, groupId, startWorkflowService, userIds, type WorkflowService } from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

const childGroupId = 6;
const receiveGroup = (id: number, parentGroupId: number | null) =>
  service.receiveMessage(
    buildEvent(
      'obieg.identity.group.changed',
      { organizationId: acme.id, id, name: `G${id}`, description: null, parentGroupId },
      { aggregateId: id },
    ),
  );
const receiveMember = (
  userId: number,
  role: 'LEADER' | 'MEMBER' | 'OBSERVER' | 'SUSPENDED',
  id = childGroupId,
) =>
  service.receiveMessage(
    buildEvent(
      'obieg.identity.group-member.changed',
      { organizationId: acme.id, groupId: id, userId, role },
      { aggregateId: `${id}/${userId}` },
    ),
  );
const check = async () => (await service.call('GET', '/api/workflow-check')).body;
const findCodes = async (): Promise<string[]> =>
  (await check()).findings.map(({ code }: { code: string }) => code);
const hasExecutors = async (id: number): Promise<boolean> =>
  (await check()).groups.find((group: { id: number }) => group.id === id).hasExecutors;

describe('GET /api/workflow-check', () => {
  it('returns no finding for the default workflow', async () => {
    expect(await check()).toMatchObject({ findings: [], revision: expect.any(Number) });
  });

  it('finds a mistake with its texts and example, and its revision after each change', async () => {
    const { revision } = await check();
    const from = await service.findStatusId('Nowe');
    const statusId = await service.createStatus('Zawieszone');
    await service.createTransition({ name: 'Zawieś', fromStatusId: from, toStatusId: statusId });
    const after = await check();
    expect(after.revision).toBe(revision + 2);
    expect(after.findings).toEqual([
      expect.objectContaining({
        code: 'STATUS_DEAD_END',
        severity: 'error',
        subject: { kind: 'status', id: statusId, name: 'Zawieszone' },
        message: { pl: expect.stringContaining('Zawieszone'), en: expect.stringContaining('no way out') },
      }),
    ]);
    expect(after.findings[0].example.path.map(({ status }: { status: { id: number } }) => status.id)).toEqual(
      [from, statusId],
    );
    await service.createTransition({ name: 'Wznów pracę', fromStatusId: statusId, toStatusId: from });
    expect(await findCodes()).toEqual([]);
  });

  it('follows the members of groups: children count, observers, suspended and reporters do not', async () => {
    await receiveGroup(groupId, null);
    await receiveGroup(childGroupId, groupId);
    const [from, to] = [await service.findStatusId('Nowe'), await service.findStatusId('W toku')];
    await service.createTransition({
      name: 'Przejmij',
      fromStatusId: from,
      toStatusId: to,
      executorGroupIds: [groupId],
    });
    expect(await findCodes()).toEqual(['EXECUTORS_EMPTY']);
    await receiveMember(userIds.member, 'OBSERVER');
    await receiveMember(userIds.reporter, 'MEMBER');
    expect(await findCodes()).toEqual(['EXECUTORS_EMPTY']);
    await receiveMember(userIds.member, 'MEMBER');
    expect(await findCodes()).toEqual([]);
    expect(await hasExecutors(childGroupId)).toBe(true);
    await receiveMember(userIds.member, 'SUSPENDED');
    expect(await findCodes()).toEqual(['EXECUTORS_EMPTY']);
    await receiveMember(userIds.manager, 'LEADER', groupId);
    expect(await findCodes()).toEqual([]);
    await service.receiveMessage(
      buildEvent(
        'obieg.identity.group-member.deleted',
        { organizationId: acme.id, groupId, userId: userIds.manager },
        { aggregateId: `${groupId}/${userIds.manager}` },
      ),
    );
    expect(await findCodes()).toEqual(['EXECUTORS_EMPTY']);
  });

  it('names groups by their paths, because several can have one name', async () => {
    await receiveGroup(groupId, null);
    await receiveGroup(childGroupId, groupId);
    const { groups } = await check();
    expect(groups.find(({ id }: { id: number }) => id === childGroupId).name).toBe(
      `G${groupId} / G${childGroupId}`,
    );
  });

  it('checks each organization on its own', async () => {
    expect((await service.callGlobex('GET', '/api/workflow-check')).body).toMatchObject({
      findings: [],
      groups: [],
    });
  });
});
