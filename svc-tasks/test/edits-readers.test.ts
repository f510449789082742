import { withOrganization } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';
import { editsOf } from './edits';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const { taskOf, edit, changesOf } = editsOf(() => house);

describe('PUT /api/tasks/{id}', () => {
  it('tells in the history of one group in the place of another of the same name', async () => {
    const { submit, tokens, tasks, acme } = house;
    for (const group of [61, 62]) await tasks.addGroup(acme, group);
    await withOrganization(tasks.db, acme.id, (tx) =>
      tx('groups').whereIn('id', [61, 62]).update({ name: 'Bliźnięta' }),
    );
    const id = await submit({ visibleGroupIds: [61] }, tokens.operator);
    expect((await edit(id, { visibleGroupIds: [62] })).status).toBe(200);
    expect(await changesOf(id, tokens.operator)).toMatchObject([
      { changes: [{ field: 'visibleGroups', before: 'Bliźnięta', after: 'Bliźnięta' }] },
    ]);
  });

  it.each([
    ['no lists', {}, [10], [6]],
    ['empty lists', { visibleUserIds: [], visibleGroupIds: [] }, [10], [6]],
    ['null', { visibleUserIds: null, visibleGroupIds: null }, [10], [6]],
    ['the marker for users', { visibleUserIds: [-1] }, [], [6]],
    ['the marker for users, no groups', { visibleUserIds: [-1], visibleGroupIds: [] }, [], []],
    ['the marker for both', { visibleUserIds: [-1], visibleGroupIds: [-1] }, [], []],
    ['users alone', { visibleUserIds: [10, 11, 10] }, [10, 11], [6]],
    ['users and no groups', { visibleUserIds: [10], visibleGroupIds: [] }, [10], []],
  ])('reads %s as a visibility', async (_, lists, userIds, groupIds) => {
    const { submit, tokens } = house;
    const id = await submit({ visibleUserIds: [10], visibleGroupIds: [6] }, tokens.member);
    expect((await edit(id, lists)).status).toBe(200);
    const task = await taskOf(id, tokens.member);
    expect(task.visibleUsers.map(({ userId }: { userId: number }) => userId)).toEqual(userIds);
    expect(task.visibleGroups.map(({ groupId }: { groupId: number }) => groupId)).toEqual(groupIds);
    const isOpen = userIds.length + groupIds.length === 0;
    expect((await house.call('GET', `/api/tasks/${id}`, tokens.admin)).status).toBe(isOpen ? 200 : 404);
    expect((await house.call('GET', `/api/tasks/${id}`)).status).toBe(isOpen ? 200 : 404);
  });

  it('keeps a reader who has left the organization when the list names them still', async () => {
    const { tasks, acme, submit, tokens } = house;
    await tasks.addMember(acme, 50, ['MEMBER']);
    const id = await submit({ visibleUserIds: [10, 50] }, tokens.member);
    await tasks.addMember(acme, 50, []);
    expect((await edit(id, { visibleUserIds: [10, 50, 13], visibleGroupIds: [] })).status).toBe(200);
    expect((await edit(await submit({}, tokens.member), { visibleUserIds: [50] })).status).toBe(422);
  });

  it('keeps a reader who has become a reporter, and takes no other reporter', async () => {
    const { tasks, acme, submit, tokens } = house;
    await tasks.addMember(acme, 51, ['MEMBER']);
    const id = await submit({ visibleUserIds: [10, 51] }, tokens.member);
    await tasks.addMember(acme, 51, ['REPORTER']);
    expect((await edit(id, { visibleUserIds: [10, 51, 13] })).status).toBe(200);
    expect((await taskOf(id)).visibleUsers).toHaveLength(3);
    const { status, body } = await edit(id, { visibleUserIds: [10, 51, people.reporter] });
    expect([status, body.message]).toEqual([422, 'Nie ma takiego użytkownika w organizacji']);
    expect((await edit(id, { visibleUserIds: [10, 13] })).status).toBe(200);
    expect((await edit(id, { visibleUserIds: [10, 51] })).status).toBe(422);
  });

  it('lets who restricts a task out of their own sight save it', async () => {
    const { submit, tokens, call } = house;
    const id = await submit({}, tokens.member);
    expect((await edit(id, { visibleUserIds: [people.it] })).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, tokens.operator)).status).toBe(404);
  });

  it('judges sight by what is true once the task is free', async () => {
    const { tasks, acme, submit, tokens, call } = house;
    const id = await submit({}, tokens.member);
    let waiting: ReturnType<typeof call> | undefined;
    await withOrganization(tasks.db, acme.id, async (tx) => {
      const [row] = await tx('tasks')
        .where({ public_task_id: id })
        .update({ is_restricted: true })
        .returning('id');
      await tx('task_readers').insert({
        organization_id: acme.id,
        task_id: row.id,
        kind: 'USER',
        reader_id: people.member,
      });
      waiting = call('POST', `/api/tasks/${id}/priority`, tokens.operator, { priority: 'LOW' });
      await untilLockWaits(tasks.db.knex);
    });
    expect((await waiting)?.status).toBe(404);
  });
});
