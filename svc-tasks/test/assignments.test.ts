import { withTransaction } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const assign = (id: number, token: string, body: object) =>
  fixture.call('POST', `/api/tasks/${id}/assign`, token, body);
const toUser = (userId: number, more: object = {}) => ({ assignmentType: 'ASSIGN_TO_USER', userId, ...more });
const toGroup = (groupId: number) => ({ assignmentType: 'ASSIGN_TO_GROUP', groupId });
const toMe = { assignmentType: 'ASSIGN_TO_ME' };
/** The initial transition assigns a submitted task to group 6. */
const initialAssignment = {
  changedByEmail: 'jan@example.com',
  assignmentType: 'GROUP',
  assignedToName: 'Grupa 6',
  comment: null,
};
const getHistory = async (id: number, token?: string) =>
  (await fixture.call('GET', `/api/tasks/${id}/assignment-history`, token)).body.assignmentHistory;

describe('POST /api/tasks/{id}/assign', () => {
  it('assigns to the caller, a user and a group, and writes history and events', async () => {
    const { submit, tokens, listTaskEvents } = fixture;
    const id = await submit();
    expect((await assign(id, tokens.member, toMe)).body).toMatchObject({
      success: true,
      task: { assignedUserId: userIds.member, assignedUserName: 'user11', assignedGroupName: null },
    });
    expect(
      (await assign(id, tokens.operator, toUser(userIds.groupMember, { comment: ' Zna się ' }))).body.task,
    ).toMatchObject({
      assignedUserId: userIds.groupMember,
    });
    expect((await assign(id, tokens.admin, toGroup(9))).body.task).toMatchObject({
      assignedUserId: null,
      assignedGroupName: 'Grupa 9',
    });
    expect(await getHistory(id, tokens.member)).toMatchObject([
      initialAssignment,
      {
        changedByEmail: 'user11@obieg.test',
        assignmentType: 'USER',
        assignedToName: 'user11',
        comment: null,
      },
      {
        changedByEmail: 'user10@obieg.test',
        assignmentType: 'USER',
        assignedToName: 'user13',
        comment: 'Zna się',
      },
      {
        changedByEmail: 'user16@obieg.test',
        assignmentType: 'GROUP',
        assignedToName: 'Grupa 9',
        comment: null,
      },
    ]);
    expect(
      (await listTaskEvents(id, 'obieg.tasks.task.changed')).map(({ data }) => {
        const { assignedUserId, assignedGroupId } = data as Record<string, number | null>;
        return [assignedUserId, assignedGroupId];
      }),
    ).toEqual([
      [null, 6],
      [userIds.member, null],
      [userIds.groupMember, null],
      [null, 9],
    ]);
  });

  it('rejects bad input with 422 and the field, with the messages of the specification', async () => {
    const { submit, tokens } = fixture;
    const id = await submit();
    const cases: [object, string, string?][] = [
      [{}, 'assignmentType'],
      [{ assignmentType: 'ASSIGN_TO_ALL' }, 'assignmentType'],
      [{ assignmentType: 'ASSIGN_TO_USER' }, 'userId', 'Wybór użytkownika jest wymagany'],
      [{ assignmentType: 'ASSIGN_TO_GROUP', userId: 10 }, 'groupId', 'Wybór grupy jest wymagany'],
      [toUser(-1), 'userId'],
      [toUser(1e20), 'userId'],
      [toUser(userIds.globexAdmin), 'userId', 'Nie ma takiego użytkownika w organizacji'],
      [toUser(userIds.reporter), 'userId', 'Temu użytkownikowi nie można przypisać zadania'],
      [toGroup(99), 'groupId', 'Nie ma takiej grupy w organizacji'],
      [{ ...toMe, comment: 'x'.repeat(10_001) }, 'comment'],
    ];
    for (const [body, field, message] of cases) {
      const response = await assign(id, tokens.operator, body);
      expect([response.status, response.body.errors[0].field]).toEqual([422, field]);
      if (message) expect(response.body.message).toBe(message);
    }
    expect(await getHistory(id, tokens.operator)).toHaveLength(1);
  });

  it('lets a leader assign only tasks of the group, and only to its members', async () => {
    const { service, acme, submit, tokens } = fixture;
    const otherMember = 41;
    await service.addMember(acme, otherMember, ['MEMBER']);
    await service.joinGroup(acme, 6, otherMember, 'MEMBER');
    const id = await submit();
    expect((await assign(id, tokens.groupMember, toUser(otherMember))).body.message).toBe(
      'Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.',
    );
    for (const forbidden of [
      toUser(userIds.member),
      toUser(userIds.operator),
      toGroup(9),
      toUser(userIds.observer),
    ])
      expect((await assign(id, tokens.leader, forbidden)).status).toBe(403);
    expect((await assign(id, tokens.leader, toUser(userIds.groupMember))).status).toBe(200);
    expect((await assign(id, tokens.leader, toUser(otherMember))).body.task.assignedUserId).toBe(otherMember);
    expect((await assign(id, tokens.leader, toGroup(6))).body.task).toMatchObject({
      assignedGroupName: 'Grupa 6',
      assignedGroupPath: 'Grupa 5 / Grupa 6',
    });

    // The leader of a child group is only a member of the parent group.
    const parentGroupTask = await submit({ assignedGroupId: 5 }, tokens.member);
    expect((await assign(parentGroupTask, tokens.leader, toUser(otherMember))).status).toBe(403);
    // The leader loses the right when the task is no longer assigned to the group.
    expect((await assign(id, tokens.operator, toUser(userIds.member))).status).toBe(200);
    expect((await assign(id, tokens.leader, toUser(otherMember))).status).toBe(403);
  });

  it('masks a group name that is an address in the history for the author', async () => {
    const { service, acme, submit, tokens, call } = fixture;
    const name = 'pomoc@obieg.test';
    const group = { organizationId: acme.id, id: 33, name, description: null, parentGroupId: null };
    await service.applyEvent('obieg.identity.group.changed', group, 33);
    const id = await submit({}, tokens.reporter);
    expect((await assign(id, tokens.operator, toGroup(33))).status).toBe(200);
    const getLastName = async (token: string) =>
      (await call('GET', `/api/tasks/${id}?include=assignmentHistory`, token)).body.assignmentHistory.at(-1)
        .assignedToName;
    expect(await getLastName(tokens.operator)).toBe(name);
    expect(await getLastName(tokens.reporter)).toBe('p***@obieg.test');
  });

  it('changes nothing if the assignee is unchanged and there is no comment', async () => {
    const { submit, tokens, listTaskEvents, call } = fixture;
    const id = await submit();
    await assign(id, tokens.member, toMe);
    const { etag } = (await call('GET', `/api/tasks/${id}`, tokens.member)).headers;
    expect((await assign(id, tokens.member, toMe)).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, tokens.member)).headers['etag']).toBe(etag);
    expect(await getHistory(id, tokens.member)).toHaveLength(2);
    expect(await listTaskEvents(id, 'obieg.tasks.task.changed')).toHaveLength(2);
    await assign(id, tokens.member, { ...toMe, comment: 'Dalej moje' });
    expect(await getHistory(id, tokens.member)).toMatchObject([{}, {}, { comment: 'Dalej moje' }]);
  });

  it('records each of several concurrent assignments', async () => {
    const { submit, tokens } = fixture;
    const id = await submit();
    const callers = [
      tokens.member,
      tokens.groupMember,
      tokens.observer,
      tokens.leader,
      tokens.operator,
      tokens.admin,
    ];
    const responses = await Promise.all(callers.map((token) => assign(id, token, toMe)));
    expect(responses.map(({ status }) => status)).toEqual(callers.map(() => 200));
    const history = await getHistory(id, tokens.member);
    expect(history).toHaveLength(callers.length + 1);
    expect((await fixture.call('GET', `/api/tasks/${id}`, tokens.member)).body.task.assignedUserName).toBe(
      history.at(-1).assignedToName,
    );
  });
});

describe('GET /api/tasks/{id}/assignment-history', () => {
  it('is empty for visitors and omits comments for a reporter', async () => {
    const { submit, tokens } = fixture;
    const id = await submit({}, tokens.reporter);
    await assign(id, tokens.member, { ...toMe, comment: 'między nami' });
    expect(await getHistory(id)).toEqual([]);
    expect(await getHistory(id, tokens.reporter)).toMatchObject([
      { assignedToName: 'Grupa 6', changedByEmail: 'user12@obieg.test' },
      { assignedToName: 'user11', comment: null },
    ]);
  });

  it('begins with the assignee from the submission', async () => {
    const { submit, tokens } = fixture;
    const userTask = await submit({ assignedUserId: userIds.groupMember }, tokens.member);
    expect(await getHistory(userTask, tokens.member)).toMatchObject([
      {
        changedByEmail: 'user11@obieg.test',
        assignmentType: 'USER',
        assignedToName: 'user13',
        comment: null,
      },
    ]);
    expect(
      await getHistory(await submit({ assignedGroupId: 9 }, tokens.member), tokens.member),
    ).toMatchObject([
      { changedByEmail: 'user11@obieg.test', assignmentType: 'GROUP', assignedToName: 'Grupa 9' },
    ]);
  });
});

describe('GET /api/tasks/{id}/assignees', () => {
  const searchAssignees = async (id: number, token?: string, searchTerm?: string) => {
    const query = searchTerm === undefined ? '' : `?searchTerm=${encodeURIComponent(searchTerm)}`;
    return fixture.call('GET', `/api/tasks/${id}/assignees${query}`, token);
  };
  const toIds = ({ body }: { body: { users: { id: number }[] } }) => body.users.map(({ id }) => id);

  it('finds all possible assignees by name or e-mail address for an operator', async () => {
    const { submit, tokens } = fixture;
    const id = await submit();
    expect((await searchAssignees(id, tokens.operator)).body).toEqual({
      success: true,
      scope: 'ANYBODY',
      group: null,
      users: [],
      limitReached: false,
    });
    expect(toIds(await searchAssignees(id, tokens.operator, 'USER11'))).toEqual([userIds.member]);
    expect(toIds(await searchAssignees(id, tokens.operator, 'user13@'))).toEqual([userIds.groupMember]);
    // Tasks cannot be assigned to reporters or to users of other organizations.
    expect(toIds(await searchAssignees(id, tokens.operator, 'user12'))).toEqual([]);
    expect(toIds(await searchAssignees(id, tokens.operator, 'user20'))).toEqual([]);
    expect(toIds(await searchAssignees(id, tokens.operator, "%' or true --"))).toEqual([]);
    for (const userId of toIds(await searchAssignees(id, tokens.operator, 'user')))
      expect((await assign(id, tokens.operator, toUser(userId))).status).toBe(200);
  });

  it('ignores case and diacritics', async () => {
    const { submit, tokens, service, acme } = fixture;
    await service.addMember(acme, 44, ['MEMBER']);
    await withTransaction(service.db, (tx) =>
      tx('users').where({ id: 44 }).update({ username: 'Łukasz.Żak' }),
    );
    const id = await submit();
    for (const term of ['Łukasz', 'łukasz', 'lukasz.zak', 'ŻAK', 'żak'.normalize('NFD')])
      expect(toIds(await searchAssignees(id, tokens.operator, term))).toEqual([44]);
  });

  it('returns only the members of the assigned group to its leader', async () => {
    const { submit, tokens, service, acme } = fixture;
    await service.addMember(acme, 43, ['REPORTER']);
    await service.joinGroup(acme, 6, 43, 'MEMBER');
    const id = await submit();
    const found = await searchAssignees(id, tokens.leader);
    expect(found.body).toMatchObject({
      scope: 'GROUP',
      group: { groupId: 6, groupName: 'Grupa 5 / Grupa 6' },
    });
    expect(toIds(found)).toEqual(expect.arrayContaining([userIds.groupMember, userIds.leader]));
    for (const excluded of [43, userIds.member, userIds.observer])
      expect(toIds(found)).not.toContain(excluded);
    expect(toIds(await searchAssignees(id, tokens.leader, 'user13'))).toEqual([userIds.groupMember]);
    // The leader can reassign the task while a group member has it on behalf of the group.
    expect((await assign(id, tokens.leader, toUser(userIds.groupMember))).status).toBe(200);
    expect((await searchAssignees(id, tokens.leader)).body.scope).toBe('GROUP');
    await assign(id, tokens.operator, toGroup(9));
    expect((await searchAssignees(id, tokens.leader)).body).toMatchObject({ scope: 'SELF', users: [] });
    expect((await searchAssignees(id, tokens.member, 'user')).body).toMatchObject({
      scope: 'SELF',
      users: [],
    });
  });

  it('rejects visitors, reporters and callers who may not see the task', async () => {
    const { submit, tokens, callGlobex } = fixture;
    const id = await submit({}, tokens.reporter);
    const hidden = await submit({ visibleUserIds: [userIds.member] }, tokens.member);
    expect((await searchAssignees(id)).status).toBe(401);
    expect((await searchAssignees(id, tokens.reporter)).status).toBe(403);
    expect((await searchAssignees(hidden, tokens.operator)).status).toBe(404);
    expect((await callGlobex('GET', `/api/tasks/${id}/assignees`, tokens.globexAdmin)).status).toBe(404);
    expect((await searchAssignees(id, tokens.operator, 'x'.repeat(101))).status).toBe(400);
  });
});
