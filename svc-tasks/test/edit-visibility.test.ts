import { withOrganization } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEditHelpers } from './edit-helpers';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const { getTask, edit, getChangeHistory } = createEditHelpers(() => fixture);

describe('PUT /api/tasks/{id} with visible users or groups', () => {
  it('records in the history when a group replaces another group of the same name', async () => {
    const { submit, tokens, service, acme } = fixture;
    for (const group of [61, 62]) await service.addGroup(acme, group);
    await withOrganization(service.db, acme.id, (tx) =>
      tx('groups').whereIn('id', [61, 62]).update({ name: 'Bliźnięta' }),
    );
    const id = await submit({ visibleGroupIds: [61] }, tokens.operator);
    expect((await edit(id, { visibleGroupIds: [62] })).status).toBe(200);
    expect(await getChangeHistory(id, tokens.operator)).toMatchObject([
      { changes: [{ field: 'visibleGroups', before: 'Bliźnięta', after: 'Bliźnięta' }] },
    ]);
  });

  it.each([
    ['no lists', {}, [10], [6]],
    ['empty lists', { visibleUserIds: [], visibleGroupIds: [] }, [10], [6]],
    ['null', { visibleUserIds: null, visibleGroupIds: null }, [10], [6]],
    ['the "none" marker for users', { visibleUserIds: [-1] }, [], [6]],
    ['the "none" marker for users and no groups', { visibleUserIds: [-1], visibleGroupIds: [] }, [], []],
    ['the "none" marker for both', { visibleUserIds: [-1], visibleGroupIds: [-1] }, [], []],
    ['only users', { visibleUserIds: [10, 11, 10] }, [10, 11], [6]],
    ['users and no groups', { visibleUserIds: [10], visibleGroupIds: [] }, [10], []],
  ])('accepts %s', async (_, lists, expectedUserIds, expectedGroupIds) => {
    const { submit, tokens } = fixture;
    const id = await submit({ visibleUserIds: [10], visibleGroupIds: [6] }, tokens.member);
    expect((await edit(id, lists)).status).toBe(200);
    const task = await getTask(id, tokens.member);
    expect(task.visibleUsers.map(({ userId }: { userId: number }) => userId)).toEqual(expectedUserIds);
    expect(task.visibleGroups.map(({ groupId }: { groupId: number }) => groupId)).toEqual(expectedGroupIds);
    const isUnrestricted = expectedUserIds.length + expectedGroupIds.length === 0;
    expect((await fixture.call('GET', `/api/tasks/${id}`, tokens.admin)).status).toBe(
      isUnrestricted ? 200 : 404,
    );
    expect((await fixture.call('GET', `/api/tasks/${id}`)).status).toBe(isUnrestricted ? 200 : 404);
  });

  it('retains a named reader who left the organization, but accepts no new one', async () => {
    const { service, acme, submit, tokens } = fixture;
    await service.addMember(acme, 50, ['MEMBER']);
    const id = await submit({ visibleUserIds: [10, 50] }, tokens.member);
    await service.addMember(acme, 50, []);
    expect((await edit(id, { visibleUserIds: [10, 50, 13], visibleGroupIds: [] })).status).toBe(200);
    expect((await edit(await submit({}, tokens.member), { visibleUserIds: [50] })).status).toBe(422);
  });

  it('retains a named reader who became a reporter, but accepts no other reporter', async () => {
    const { service, acme, submit, tokens } = fixture;
    await service.addMember(acme, 51, ['MEMBER']);
    const id = await submit({ visibleUserIds: [10, 51] }, tokens.member);
    await service.addMember(acme, 51, ['REPORTER']);
    expect((await edit(id, { visibleUserIds: [10, 51, 13] })).status).toBe(200);
    expect((await getTask(id)).visibleUsers).toHaveLength(3);
    const { status, body } = await edit(id, { visibleUserIds: [10, 51, userIds.reporter] });
    expect([status, body.message]).toEqual([422, 'Nie ma takiego użytkownika w organizacji']);
    expect((await edit(id, { visibleUserIds: [10, 13] })).status).toBe(200);
    expect((await edit(id, { visibleUserIds: [10, 51] })).status).toBe(422);
  });

  it('lets the caller save an edit that hides the task from the caller', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit({}, tokens.member);
    expect((await edit(id, { visibleUserIds: [userIds.groupMember] })).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, tokens.operator)).status).toBe(404);
  });

  it('checks visibility after the task lock is acquired', async () => {
    const { service, acme, submit, tokens, call } = fixture;
    const id = await submit({}, tokens.member);
    let pendingResponse: ReturnType<typeof call> | undefined;
    await withOrganization(service.db, acme.id, async (tx) => {
      const [row] = await tx('tasks')
        .where({ public_task_id: id })
        .update({ is_restricted: true })
        .returning('id');
      await tx('task_readers').insert({
        organization_id: acme.id,
        task_id: row.id,
        kind: 'USER',
        reader_id: userIds.member,
      });
      pendingResponse = call('POST', `/api/tasks/${id}/priority`, tokens.operator, { priority: 'LOW' });
      await untilLockWaits(service.db.knex);
    });
    expect((await pendingResponse)?.status).toBe(404);
  });
});
