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
    expect(await historyOf(id, tokens.operator)).toEqual([]);
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
    expect(await historyOf(id, tokens.member)).toHaveLength(1);
    expect(await eventsOf(id, 'obieg.tasks.task.changed')).toHaveLength(2);
    await assign(id, tokens.member, { ...toMe, comment: 'Dalej moje' });
    expect(await historyOf(id, tokens.member)).toMatchObject([{}, { comment: 'Dalej moje' }]);
  });

  it('loses none of many at once', async () => {
    const { submit, tokens } = house;
    const id = await submit();
    const takers = [tokens.member, tokens.it, tokens.observer, tokens.leader, tokens.operator, tokens.admin];
    const answers = await Promise.all(takers.map((token) => assign(id, token, toMe)));
    expect(answers.map(({ status }) => status)).toEqual(takers.map(() => 200));
    const history = await historyOf(id, tokens.member);
    expect(history).toHaveLength(takers.length);
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
    expect(await historyOf(id, tokens.reporter)).toMatchObject([{ assignedToName: 'user11', comment: null }]);
  });
});
