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
