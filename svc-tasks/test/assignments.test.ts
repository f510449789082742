import { withTransaction } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const assign = (id: number, token: string, body: object) =>
  house.call('POST', `/api/tasks/${id}/assign`, token, body);
const toUser = (userId: number, more: object = {}) => ({ assignmentType: 'ASSIGN_TO_USER', userId, ...more });
const toGroup = (groupId: number) => ({ assignmentType: 'ASSIGN_TO_GROUP', groupId });
const toMe = { assignmentType: 'ASSIGN_TO_ME' };
/** The transition that makes a task gives it to group 6. */
const submitted = {
  changedByEmail: 'jan@example.com',
  assignmentType: 'GROUP',
  assignedToName: 'Grupa 6',
  comment: null,
};
const historyOf = async (id: number, token?: string) =>
  (await house.call('GET', `/api/tasks/${id}/assignment-history`, token)).body.assignmentHistory;

describe('POST /api/tasks/{id}/assign', () => {
  it('assigns to me, to a user and to a group, with history and events', async () => {
    const { submit, tokens, eventsOf } = house;
    const id = await submit();
    expect((await assign(id, tokens.member, toMe)).body).toMatchObject({
      success: true,
      task: { assignedUserId: people.member, assignedUserName: 'user11', assignedGroupName: null },
    });
    expect(
      (await assign(id, tokens.operator, toUser(people.it, { comment: ' Zna się ' }))).body.task,
    ).toMatchObject({
      assignedUserId: people.it,
    });
    expect((await assign(id, tokens.admin, toGroup(9))).body.task).toMatchObject({
      assignedUserId: null,
      assignedGroupName: 'Grupa 9',
    });
    expect(await historyOf(id, tokens.member)).toMatchObject([
      submitted,
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
      (await eventsOf(id, 'obieg.tasks.task.changed')).map(({ data }) => {
        const { assignedUserId, assignedGroupId } = data as Record<string, number | null>;
        return [assignedUserId, assignedGroupId];
      }),
    ).toEqual([
      [null, 6],
      [people.member, null],
      [people.it, null],
      [null, 9],
    ]);
  });

  it('rejects bad input field by field, in the specification’s words', async () => {
    const { submit, tokens } = house;
    const id = await submit();
    const cases: [object, string, string?][] = [
      [{}, 'assignmentType'],
      [{ assignmentType: 'ASSIGN_TO_ALL' }, 'assignmentType'],
      [{ assignmentType: 'ASSIGN_TO_USER' }, 'userId', 'Wybór użytkownika jest wymagany'],
      [{ assignmentType: 'ASSIGN_TO_GROUP', userId: 10 }, 'groupId', 'Wybór grupy jest wymagany'],
      [toUser(-1), 'userId'],
      [toUser(1e20), 'userId'],
      [toUser(people.foreign), 'userId', 'Nie ma takiego użytkownika w organizacji'],
      [toUser(people.reporter), 'userId', 'Temu użytkownikowi nie można przypisać zadania'],
      [toGroup(99), 'groupId', 'Nie ma takiej grupy w organizacji'],
      [{ ...toMe, comment: 'x'.repeat(10_001) }, 'comment'],
    ];
    for (const [body, field, message] of cases) {
      const answer = await assign(id, tokens.operator, body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
      if (message) expect(answer.body.message).toBe(message);
    }
    expect(await historyOf(id, tokens.operator)).toHaveLength(1);
  });

  it('lets a leader assign the group’s tasks among its people, and nobody else’s', async () => {
    const { tasks, acme, submit, tokens } = house;
    const second = 41;
    await tasks.addMember(acme, second, ['MEMBER']);
    await tasks.joinGroup(acme, 6, second, 'MEMBER');
    const id = await submit();
    expect((await assign(id, tokens.it, toUser(second))).body.message).toBe(
      'Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.',
    );
    for (const refused of [
      toUser(people.member),
      toUser(people.operator),
      toGroup(9),
      toUser(people.observer),
    ])
      expect((await assign(id, tokens.leader, refused)).status).toBe(403);
    expect((await assign(id, tokens.leader, toUser(people.it))).status).toBe(200);
    expect((await assign(id, tokens.leader, toUser(second))).body.task.assignedUserId).toBe(second);
    expect((await assign(id, tokens.leader, toGroup(6))).body.task.assignedGroupName).toBe('Grupa 6');

    // Leading a group below makes a member of the one above, not its leader.
    const ofParent = await submit({ assignedGroupId: 5 }, tokens.member);
    expect((await assign(ofParent, tokens.leader, toUser(second))).status).toBe(403);
    // Out of the group's hands it is not the leader's any more.
    expect((await assign(id, tokens.operator, toUser(people.member))).status).toBe(200);
    expect((await assign(id, tokens.leader, toUser(second))).status).toBe(403);
  });

  it('is harmless when repeated', async () => {
    const { submit, tokens, eventsOf, call } = house;
    const id = await submit();
    await assign(id, tokens.member, toMe);
    const { etag } = (await call('GET', `/api/tasks/${id}`, tokens.member)).headers;
    expect((await assign(id, tokens.member, toMe)).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, tokens.member)).headers['etag']).toBe(etag);
    expect(await historyOf(id, tokens.member)).toHaveLength(2);
    expect(await eventsOf(id, 'obieg.tasks.task.changed')).toHaveLength(2);
    await assign(id, tokens.member, { ...toMe, comment: 'Dalej moje' });
    expect(await historyOf(id, tokens.member)).toMatchObject([{}, {}, { comment: 'Dalej moje' }]);
  });

  it('loses none of many at once', async () => {
    const { submit, tokens } = house;
    const id = await submit();
    const takers = [tokens.member, tokens.it, tokens.observer, tokens.leader, tokens.operator, tokens.admin];
    const answers = await Promise.all(takers.map((token) => assign(id, token, toMe)));
    expect(answers.map(({ status }) => status)).toEqual(takers.map(() => 200));
    const history = await historyOf(id, tokens.member);
    expect(history).toHaveLength(takers.length + 1);
    expect((await house.call('GET', `/api/tasks/${id}`, tokens.member)).body.task.assignedUserName).toBe(
      history.at(-1).assignedToName,
    );
  });
});

describe('GET /api/tasks/{id}/assignment-history', () => {
  it('shows visitors nothing and a reporter no comments', async () => {
    const { submit, tokens } = house;
    const id = await submit({}, tokens.reporter);
    await assign(id, tokens.member, { ...toMe, comment: 'między nami' });
    expect(await historyOf(id)).toEqual([]);
    expect(await historyOf(id, tokens.reporter)).toMatchObject([
      { assignedToName: 'Grupa 6', changedByEmail: 'user12@obieg.test' },
      { assignedToName: 'user11', comment: null },
    ]);
  });

  it('begins with whom the task was given to when it was submitted', async () => {
    const { submit, tokens } = house;
    const toPerson = await submit({ assignedUserId: people.it }, tokens.member);
    expect(await historyOf(toPerson, tokens.member)).toMatchObject([
      {
        changedByEmail: 'user11@obieg.test',
        assignmentType: 'USER',
        assignedToName: 'user13',
        comment: null,
      },
    ]);
    expect(await historyOf(await submit({ assignedGroupId: 9 }, tokens.member), tokens.member)).toMatchObject(
      [{ changedByEmail: 'user11@obieg.test', assignmentType: 'GROUP', assignedToName: 'Grupa 9' }],
    );
  });
});

describe('GET /api/tasks/{id}/assignees', () => {
  const assigneesOf = async (id: number, token?: string, searchTerm?: string) => {
    const query = searchTerm === undefined ? '' : `?searchTerm=${encodeURIComponent(searchTerm)}`;
    return house.call('GET', `/api/tasks/${id}/assignees${query}`, token);
  };
  const idsOf = ({ body }: { body: { users: { id: number }[] } }) => body.users.map(({ id }) => id);

  it('offers an operator everybody who can be given work, by name or address', async () => {
    const { submit, tokens } = house;
    const id = await submit();
    expect((await assigneesOf(id, tokens.operator)).body).toEqual({
      success: true,
      scope: 'ANYBODY',
      group: null,
      users: [],
      limitReached: false,
    });
    expect(idsOf(await assigneesOf(id, tokens.operator, 'USER11'))).toEqual([people.member]);
    expect(idsOf(await assigneesOf(id, tokens.operator, 'user13@'))).toEqual([people.it]);
    // A reporter would be refused.
    expect(idsOf(await assigneesOf(id, tokens.operator, 'user12'))).toEqual([]);
    expect(idsOf(await assigneesOf(id, tokens.operator, 'user20'))).toEqual([]);
    expect(idsOf(await assigneesOf(id, tokens.operator, "%' or true --"))).toEqual([]);
    for (const person of idsOf(await assigneesOf(id, tokens.operator, 'user')))
      expect((await assign(id, tokens.operator, toUser(person))).status).toBe(200);
  });

  it('finds people whatever the case and the diacritics', async () => {
    const { submit, tokens, tasks, acme } = house;
    await tasks.addMember(acme, 44, ['MEMBER']);
    await withTransaction(tasks.db, (tx) => tx('users').where({ id: 44 }).update({ username: 'Łukasz.Żak' }));
    const id = await submit();
    for (const term of ['Łukasz', 'łukasz', 'lukasz.zak', 'ŻAK', 'żak'.normalize('NFD')])
      expect(idsOf(await assigneesOf(id, tokens.operator, term))).toEqual([44]);
  });

  it('offers a leader the people of the group whose task it is, and nobody else', async () => {
    const { submit, tokens, tasks, acme } = house;
    await tasks.addMember(acme, 43, ['REPORTER']);
    await tasks.joinGroup(acme, 6, 43, 'MEMBER');
    const id = await submit();
    const offered = await assigneesOf(id, tokens.leader);
    expect(offered.body).toMatchObject({ scope: 'GROUP', group: { groupId: 6, groupName: 'Grupa 6' } });
    expect(idsOf(offered)).toEqual(expect.arrayContaining([people.it, people.leader]));
    for (const nobody of [43, people.member, people.observer]) expect(idsOf(offered)).not.toContain(nobody);
    expect(idsOf(await assigneesOf(id, tokens.leader, 'user13'))).toEqual([people.it]);
    // On the group's behalf with one of its people, it is still the leader's to pass on.
    expect((await assign(id, tokens.leader, toUser(people.it))).status).toBe(200);
    expect((await assigneesOf(id, tokens.leader)).body.scope).toBe('GROUP');
    await assign(id, tokens.operator, toGroup(9));
    expect((await assigneesOf(id, tokens.leader)).body).toMatchObject({ scope: 'SELF', users: [] });
    expect((await assigneesOf(id, tokens.member, 'user')).body).toMatchObject({ scope: 'SELF', users: [] });
  });

  it('is not for visitors, reporters and those who do not see the task', async () => {
    const { submit, tokens, callElsewhere } = house;
    const id = await submit({}, tokens.reporter);
    const hidden = await submit({ visibleUserIds: [people.member] }, tokens.member);
    expect((await assigneesOf(id)).status).toBe(401);
    expect((await assigneesOf(id, tokens.reporter)).status).toBe(403);
    expect((await assigneesOf(hidden, tokens.operator)).status).toBe(404);
    expect((await callElsewhere('GET', `/api/tasks/${id}/assignees`, tokens.foreign)).status).toBe(404);
    expect((await assigneesOf(id, tokens.operator, 'x'.repeat(101))).status).toBe(400);
  });
});
