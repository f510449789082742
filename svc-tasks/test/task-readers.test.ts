import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEditHelpers } from './edit-helpers';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

/** An operator in group 6. */
const colleague = 70;
const { edit } = createEditHelpers(() => fixture);
const ask = (id: number, query = '', as: TestUser = 'operator') =>
  fixture.call('GET', `/api/tasks/${id}/readers?${query}`, fixture.tokens[as]);
const listReaders = async (id: number, query?: string) => {
  const { status, body } = await ask(id, query);
  expect([status, body.success]).toEqual([200, true]);
  return body;
};
const user = (name: TestUser, reads = true) => ({
  userId: userIds[name],
  userName: `user${userIds[name]}`,
  addressHint: null,
  reads,
});
const group = (groupId: number) => ({
  groupId,
  groupName: groupId === 6 ? 'Grupa 5 / Grupa 6' : `Grupa ${groupId}`,
});

describe('GET /api/tasks/{id}/readers', () => {
  it('names all members for a task without visible users and groups', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    expect(await listReaders(id)).toEqual({
      success: true,
      caller: true,
      allMembers: true,
      groups: [],
      users: [],
      author: { name: 'user11', addressHint: null, reads: true },
    });
  });

  it('names the readers, the assignee and the author, and says that the caller is none of them', async () => {
    const id = await fixture.submit({ assignedUserId: userIds.leader }, fixture.tokens.member);
    const query = `visibleUserIds=${userIds.observer},${userIds.reporter},${userIds.globexAdmin}&visibleGroupIds=9`;
    expect(await listReaders(id, query)).toEqual({
      success: true,
      caller: false,
      allMembers: false,
      groups: [group(9)],
      users: [user('reporter', false), user('observer'), user('leader')],
      author: { name: 'user11', addressHint: null, reads: true },
    });
  });

  it('names the assigned group of a restricted task', async () => {
    const id = await fixture.submit({ assignedGroupId: 9 }, fixture.tokens.member);
    expect((await listReaders(id, 'visibleGroupIds=6')).groups).toEqual([group(6), group(9)]);
  });

  it('does not count the readers that the edit replaces', async () => {
    const id = await fixture.submit({ visibleUserIds: [userIds.operator] }, fixture.tokens.member);
    expect(await listReaders(id, 'visibleGroupIds=6')).toMatchObject({ caller: false, users: [] });
  });

  it.each([
    ['a named user', `visibleUserIds=${colleague}`],
    ['a member of a child group of a named group', 'visibleGroupIds=5'],
    ['an outsider', 'visibleGroupIds=9'],
  ])('answers for %s as the task itself does after the edit', async (_who, query) => {
    const { service, acme, tokens, call, submit } = fixture;
    const token = await service.addMember(acme, colleague, ['OPERATOR']);
    await service.joinGroup(acme, 6, colleague, 'MEMBER');
    const id = await submit({ assignedGroupId: undefined, assignedUserId: userIds.leader }, tokens.member);
    const { caller } = (await call('GET', `/api/tasks/${id}/readers?${query}`, token)).body;
    const [field = '', value = ''] = query.split('=');
    expect((await edit(id, { [field]: [Number(value)] }, {}, token)).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, token)).status).toBe(caller ? 200 : 404);
  });

  it('shows a visitor who submitted a task as excluded once it is restricted', async () => {
    const id = await fixture.submit();
    expect((await listReaders(id)).author?.reads).toBe(true);
    expect((await listReaders(id, 'visibleGroupIds=9')).author?.reads).toBe(false);
  });

  it('requires OPERATOR, and hides invisible tasks', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit({ visibleUserIds: [userIds.member, userIds.leader] }, tokens.member);
    expect((await ask(id, '', 'member')).status).toBe(403);
    expect((await ask(id)).status).toBe(404);
    expect((await call('GET', `/api/tasks/${id}/readers`)).status).toBe(401);
    const own = await submit({}, tokens.reporter);
    expect((await ask(own, '', 'reporter')).status).toBe(403);
  });

  it('rejects malformed ids with 400, and too many with 422', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const tooMany = Array.from({ length: 501 }, (_, index) => index + 1).join(',');
    expect((await ask(id, 'visibleUserIds=x')).status).toBe(400);
    expect((await ask(id, `visibleGroupIds=${tooMany}`)).body.errors).toMatchObject([
      { field: 'visibleGroupIds' },
    ]);
  });
});

describe('GET /api/tasks/{id}/readers with an assignee', () => {
  const assign = (id: number, body: object, token: string) =>
    fixture.call('POST', `/api/tasks/${id}/assign`, token, body);

  it('names the new and the present assignee, and keeps the saved readers', async () => {
    const id = await fixture.submit(
      { assignedUserId: userIds.operator, visibleUserIds: [userIds.observer], visibleGroupIds: [9] },
      fixture.tokens.member,
    );
    expect(await listReaders(id, `assignee=user:${userIds.leader}`)).toEqual({
      success: true,
      caller: false,
      allMembers: false,
      groups: [group(9)],
      users: [user('observer'), user('leader')],
      author: { name: 'user11', addressHint: null, reads: true },
    });
    expect(await listReaders(id, 'assignee=me')).toMatchObject({ caller: true });
    expect(await listReaders(id, 'assignee=none')).toMatchObject({ caller: false });
    expect((await listReaders(id, 'assignee=group:6')).groups).toEqual([group(6), group(9)]);
    await assign(id, { assignmentType: 'ASSIGN_TO_USER', userId: userIds.leader }, fixture.tokens.operator);
    expect((await ask(id, 'assignee=user:13', 'operator')).status).toBe(404);
  });

  it('says that the assignee who is replaced loses the task', async () => {
    const { submit, tokens } = fixture;
    const id = await submit(
      { assignedUserId: userIds.groupMember, visibleUserIds: [userIds.operator] },
      tokens.member,
    );
    expect(await listReaders(id, `assignee=user:${userIds.leader}`)).toMatchObject({
      caller: true,
      users: [user('groupMember', false), user('leader')],
    });
  });

  it('answers for a leader whose group has the task as the task itself does after the assignment', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit({ assignedGroupId: 6, visibleUserIds: [userIds.observer] }, tokens.member);
    const { caller } = (await ask(id, `assignee=user:${userIds.groupMember}`, 'leader')).body;
    expect(caller).toBe(false);
    const body = { assignmentType: 'ASSIGN_TO_USER', userId: userIds.groupMember };
    expect((await assign(id, body, tokens.leader)).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, tokens.leader)).status).toBe(404);
  });

  it('requires what the assignment requires', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit({}, tokens.member);
    expect((await ask(id, 'assignee=user:16', 'member')).status).toBe(403);
    expect((await ask(id, 'assignee=none', 'member')).status).toBe(403);
    expect((await ask(id, 'assignee=me', 'member')).status).toBe(200);
    const own = await submit({}, tokens.reporter);
    expect((await ask(own, 'assignee=me', 'reporter')).status).toBe(403);
    expect((await ask(id, `assignee=user:${userIds.globexAdmin}`)).status).toBe(422);
    expect((await ask(id, 'assignee=group:404')).status).toBe(422);
    expect((await ask(id, 'assignee=user:x')).status).toBe(400);
    expect((await ask(id, 'assignee=me&visibleGroupIds=6')).status).toBe(400);
    expect((await call('GET', `/api/tasks/${id}/readers?assignee=me`)).status).toBe(401);
  });
});

/** "Oddaj" gives a new task to group 9, which has no members; "Rozpocznij" has no target group. */
const transitions = { handOver: 8, start: 2, finish: 5, onlyIt: 4 };
const run = (id: number, transitionId: number, as: TestUser) =>
  fixture.call('POST', `/api/tasks/${id}/transition`, fixture.tokens[as], { transitionId });

describe('GET /api/tasks/{id}/readers with a transition', () => {
  const askTransition = (id: number, transitionId: number, as: TestUser = 'operator') =>
    ask(id, `transitionId=${transitionId}`, as);

  it('names the target group, and the assignee who loses the task', async () => {
    const { submit, tokens } = fixture;
    const id = await submit(
      { assignedUserId: userIds.groupMember, visibleUserIds: [userIds.operator] },
      tokens.member,
    );
    expect(await listReaders(id, `transitionId=${transitions.handOver}`)).toMatchObject({
      caller: true,
      allMembers: false,
      groups: [group(9)],
      users: [user('groupMember', false)],
    });
    expect(await listReaders(id, `transitionId=${transitions.start}`)).toMatchObject({
      groups: [],
      users: [user('groupMember')],
    });
  });

  it('answers as the task itself does after the transition', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit(
      { assignedUserId: userIds.groupMember, visibleUserIds: [userIds.observer] },
      tokens.member,
    );
    expect((await askTransition(id, transitions.handOver, 'groupMember')).body.caller).toBe(false);
    expect((await run(id, transitions.handOver, 'groupMember')).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, tokens.groupMember)).status).toBe(404);
  });

  it('requires that the caller may run the transition', async () => {
    const { submit, tokens } = fixture;
    const id = await submit({}, tokens.member);
    expect((await askTransition(id, transitions.handOver, 'member')).status).toBe(200);
    expect((await askTransition(id, transitions.onlyIt, 'member')).status).toBe(403);
    expect((await askTransition(id, transitions.finish, 'member')).status).toBe(409);
    expect((await askTransition(id, 404, 'member')).status).toBe(422);
    expect((await ask(id, 'transitionId=x')).status).toBe(400);
    expect((await ask(id, `transitionId=${transitions.start}&assignee=me`)).status).toBe(400);
    const own = await submit({}, tokens.reporter);
    expect((await askTransition(own, transitions.handOver, 'reporter')).status).toBe(403);
  });
});

describe('sightChange of GET /api/tasks/{id}/transitions', () => {
  const listChanges = async (id: number, as: TestUser) => {
    const { body } = await fixture.call('GET', `/api/tasks/${id}/transitions`, fixture.tokens[as]);
    return body.transitions.flatMap(
      ({ transitionId, sightChange }: { transitionId: number; sightChange?: string }) =>
        sightChange === undefined ? [] : [[transitionId, sightChange]],
    );
  };

  it('says whether the caller loses the task or only others do', async () => {
    const { submit, tokens } = fixture;
    const id = await submit(
      { assignedUserId: userIds.groupMember, visibleUserIds: [userIds.observer] },
      tokens.member,
    );
    expect(await listChanges(id, 'groupMember')).toEqual([[transitions.handOver, 'LOST']]);
    expect(await listChanges(id, 'observer')).toEqual([[transitions.handOver, 'OTHERS']]);
  });

  it('is absent for unrestricted tasks, and if the target group has the task already', async () => {
    const { submit, tokens } = fixture;
    expect(await listChanges(await submit({}, tokens.member), 'operator')).toEqual([]);
    const id = await submit({ assignedGroupId: 9, visibleUserIds: [userIds.observer] }, tokens.member);
    expect(await listChanges(id, 'observer')).toEqual([]);
  });
});

describe('lostCount of POST /api/tasks/bulk/transitions', () => {
  it('counts by transition the tasks that the caller would lose', async () => {
    const { submit, tokens, call } = fixture;
    const restricted = { assignedUserId: userIds.groupMember, visibleUserIds: [userIds.observer] };
    const publicTaskIds = [
      await submit(restricted, tokens.member),
      await submit(restricted, tokens.member),
      await submit(restricted, tokens.groupMember),
      await submit({}, tokens.member),
    ];
    const { body } = await call('POST', '/api/tasks/bulk/transitions', tokens.groupMember, { publicTaskIds });
    const counts = Object.fromEntries(
      body.transitions.map(({ transitionName, taskCount, lostCount }: Record<string, unknown>) => [
        transitionName,
        [taskCount, lostCount],
      ]),
    );
    expect(counts).toMatchObject({ Oddaj: [4, 2], Rozpocznij: [4, 0] });
  });
});

describe('POST /api/tasks/bulk/lost-tasks', () => {
  const countFor = async (body: object, as: TestUser = 'operator') =>
    (await fixture.call('POST', '/api/tasks/bulk/lost-tasks', fixture.tokens[as], body)).body.lostCount;
  const count = (publicTaskIds: number[], assignee: string, as?: TestUser) =>
    countFor({ publicTaskIds, assignee }, as);

  it('counts the tasks that the caller sees only as their assignee', async () => {
    const { submit, tokens } = fixture;
    const restricted = { visibleUserIds: [userIds.observer] };
    const only = await submit({ ...restricted, assignedUserId: userIds.operator }, tokens.member);
    const ids = [
      only,
      await submit({ assignedUserId: userIds.operator }, tokens.member),
      await submit({ ...restricted, assignedUserId: userIds.operator }, tokens.operator),
      await submit({ visibleUserIds: [userIds.operator] }, tokens.member),
      await submit({ ...restricted, assignedUserId: userIds.leader }, tokens.member),
    ];
    expect(await count(ids, `user:${userIds.leader}`)).toBe(1);
    expect(await count(ids, 'me')).toBe(0);
    expect(await count(ids, 'none')).toBe(1);
    expect(await count([only], `user:${userIds.leader}`, 'leader')).toBe(0);
    expect(await count([only], 'none', 'reporter')).toBe(0);
  });

  it('counts the tasks that the caller sees only through the assigned group', async () => {
    const { submit, tokens } = fixture;
    const id = await submit({ assignedGroupId: 6, visibleUserIds: [userIds.observer] }, tokens.member);
    expect(await count([id], `user:${userIds.groupMember}`, 'leader')).toBe(1);
    expect(await count([id], 'group:6', 'leader')).toBe(0);
  });

  it('counts the tasks that an undo takes from the caller', async () => {
    const { submit, tokens, call } = fixture;
    const restricted = { visibleUserIds: [userIds.observer] };
    const taken = await submit({ ...restricted, assignedGroupId: 6 }, tokens.member);
    const open = await submit({ assignedUserId: userIds.leader }, tokens.member);
    const publicTaskIds = [taken, open];
    const undoneKey = 'undo-of-an-assignment';
    const assign = (body: object, headers?: Record<string, string>) =>
      call('POST', '/api/tasks/bulk', tokens.leader, { publicTaskIds, action: 'ASSIGN', ...body }, headers);
    await assign({ assignmentType: 'ASSIGN_TO_ME' }, { 'idempotency-key': undoneKey });
    expect(await countFor({ publicTaskIds, undoneKey }, 'leader')).toBe(0);
    const { service, acme } = fixture;
    await service.leaveGroup(acme, 6, userIds.leader);
    expect(await countFor({ publicTaskIds, undoneKey }, 'leader')).toBe(1);
    expect(await countFor({ publicTaskIds, undoneKey: 'an-unknown-key' }, 'leader')).toBe(0);
    expect(await countFor({ publicTaskIds, undoneKey })).toBe(0);
    await service.joinGroup(acme, 6, userIds.leader, 'LEADER');
  });

  it('rejects anonymous callers and bad input', async () => {
    const body = { publicTaskIds: [1], assignee: 'none' };
    const { call, tokens } = fixture;
    expect((await call('POST', '/api/tasks/bulk/lost-tasks', undefined, body)).status).toBe(401);
    const bad = await call('POST', '/api/tasks/bulk/lost-tasks', tokens.operator, { ...body, assignee: 'x' });
    expect(bad.status).toBe(422);
    const both = { ...body, undoneKey: 'a-key-of-a-call' };
    const neither = { publicTaskIds: [1] };
    for (const ambiguous of [both, neither])
      expect((await call('POST', '/api/tasks/bulk/lost-tasks', tokens.operator, ambiguous)).status).toBe(422);
  });
});
