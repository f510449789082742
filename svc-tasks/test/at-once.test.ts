import { withOrganization } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';
import { multipart, multipartType, png } from './files';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

type Answer = Awaited<ReturnType<Acme['call']>>;
type Act = (id: number) => Promise<Answer>;

/** Somebody holds the task until both calls wait for it, one behind the other. */
const meetOn = async (id: number, acts: readonly [Act, Act]): Promise<Answer[]> => {
  const answers: Promise<Answer>[] = [];
  await withOrganization(house.tasks.db, house.acme.id, async (tx) => {
    await tx('tasks').where({ public_task_id: id }).forUpdate().first('id');
    for (const act of acts) {
      answers.push(act(id));
      await untilLockWaits(house.tasks.db.knex, answers.length);
    }
  });
  return Promise.all(answers);
};

interface Meeting {
  id: number;
  one: Answer;
  other: Answer;
  isOneFirst: boolean;
}

/** The two meet on one task, and the other way round on another. */
const inBothOrders = async (
  one: Act,
  other: Act,
  check: (meeting: Meeting) => Promise<void>,
  prepare: (id: number) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  for (const isOneFirst of [true, false]) {
    const id = await house.submit({}, house.tokens.member);
    await prepare(id);
    const answers = await meetOn(id, isOneFirst ? [one, other] : [other, one]);
    const [ofOne, ofOther] = (isOneFirst ? answers : answers.toReversed()) as [Answer, Answer];
    await check({ id, one: ofOne, other: ofOther, isOneFirst });
  }
};

const post = (id: number, part: string, token: string, body: object) =>
  house.call('POST', `/api/tasks/${id}/${part}`, token, body);
const edit = (id: number, token: string, body: object, headers: Record<string, string> = {}) =>
  house.call('PUT', `/api/tasks/${id}`, token, { title: 'Nie działa drukarka', ...body }, headers);
const upload = (id: number, token: string) =>
  house.tasks.request('POST', `/api/tasks/${id}/attachments`, {
    organization: house.acme,
    token,
    rawBody: multipart({ filename: 'a.png', content: png }),
    headers: { 'content-type': multipartType },
  });
const partOf = async (id: number, part: string, key: string) =>
  (await house.call('GET', `/api/tasks/${id}/${part}`, house.tokens.member)).body[key];
const taskOf = async (id: number) =>
  (await house.call('GET', `/api/tasks/${id}`, house.tokens.member)).body.task;
const tagOf = async (id: number): Promise<string> =>
  String((await house.call('GET', `/api/tasks/${id}`, house.tokens.member)).headers['etag']);
const eventsOf = async (id: number) =>
  (await house.eventsOf(id, 'obieg.tasks.task.changed')).map(({ data }) => data as Record<string, unknown>);

interface Change {
  before: string | null;
  after: string | null;
}
/** What the history says of one field: a chain in which each entry begins where the one before it ended. */
const chainOf = async (id: number, field: string): Promise<Change[]> =>
  (await partOf(id, 'change-history', 'changeHistory'))
    .flatMap(({ changes }: { changes: (Change & { field: string })[] }) => changes)
    .filter((change: { field: string }) => change.field === field);
const expectChain = (chain: Change[], first: string | null, last: string | null): void => {
  expect(chain.map(({ before }) => before)).toEqual([first, ...chain.slice(0, -1).map(({ after }) => after)]);
  expect(chain.at(-1)?.after).toBe(last);
};

const toUser = (userId: number) => ({ assignmentType: 'ASSIGN_TO_USER', userId });
const toGroup = (groupId: number) => ({ assignmentType: 'ASSIGN_TO_GROUP', groupId });
const assignedNames = async (id: number): Promise<string[]> =>
  (await partOf(id, 'assignment-history', 'assignmentHistory')).map(
    ({ assignedToName }: { assignedToName: string }) => assignedToName,
  );

describe('two operators who at once', () => {
  it('edit without having read each other: nothing is lost from the history', () =>
    inBothOrders(
      (id) => edit(id, house.tokens.operator, { title: 'Pierwszy', description: 'Opis pierwszego' }),
      (id) => edit(id, house.tokens.admin, { title: 'Drugi', description: 'Opis drugiego' }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual([200, 200]);
        const last = isOneFirst ? 'Drugi' : 'Pierwszy';
        const task = await taskOf(id);
        expect(task.title).toBe(last);
        const [titles, descriptions] = [await chainOf(id, 'title'), await chainOf(id, 'description')];
        expect([titles.length, descriptions.length]).toEqual([2, 2]);
        expectChain(titles, 'Nie działa drukarka', last);
        expectChain(descriptions, 'Zażółć gęślą jaźń', task.description);
        expect((await eventsOf(id)).map(({ title }) => title)).toEqual([
          'Nie działa drukarka',
          ...titles.map(({ after }) => after),
        ]);
      },
    ));

  it('edit what both have read: the second is told, and changes nothing', () =>
    inBothOrders(
      async (id) =>
        edit(id, house.tokens.operator, { visibleUserIds: [10, 11, 16] }, { 'if-match': await tagOf(id) }),
      async (id) =>
        edit(id, house.tokens.admin, { visibleUserIds: [11, 16] }, { 'if-match': await tagOf(id) }),
      async ({ id, one, other, isOneFirst }) => {
        // Who does not see the task any more is not even told that there is one.
        expect([one.status, other.status]).toEqual(isOneFirst ? [200, 412] : [404, 200]);
        expect(await chainOf(id, 'visibleUsers')).toMatchObject([
          { before: null, after: isOneFirst ? 'user10, user11, user16' : 'user11, user16' },
        ]);
      },
    ));

  it('change the priority: both are in the history, in the order in which they came true', () =>
    inBothOrders(
      (id) => post(id, 'priority', house.tokens.operator, { priority: 'HIGHEST' }),
      (id) => post(id, 'priority', house.tokens.admin, { priority: 'LOWEST' }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual([200, 200]);
        const chain = await chainOf(id, 'priority');
        expect(chain).toHaveLength(2);
        expectChain(chain, 'NORMAL', isOneFirst ? 'LOWEST' : 'HIGHEST');
        expect((await taskOf(id)).priority).toBe(chain.at(-1)?.after);
      },
    ));

  it('edit and move: the task has both, or who read it before is told', () =>
    inBothOrders(
      async (id) => edit(id, house.tokens.operator, { title: 'Poprawione' }, { 'if-match': await tagOf(id) }),
      (id) => post(id, 'transition', house.tokens.admin, { transitionId: 2 }),
      async ({ id, one: edited, other: moved, isOneFirst }) => {
        expect([edited.status, moved.status]).toEqual([isOneFirst ? 200 : 412, 200]);
        expect(await taskOf(id)).toMatchObject({
          title: isOneFirst ? 'Poprawione' : 'Nie działa drukarka',
          statusName: 'W toku',
        });
        expect(await chainOf(id, 'title')).toHaveLength(isOneFirst ? 1 : 0);
      },
    ));

  it('move: the second is told that the status has moved on', () =>
    inBothOrders(
      (id) => post(id, 'transition', house.tokens.operator, { transitionId: 2 }),
      (id) => post(id, 'transition', house.tokens.admin, { transitionId: 3 }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual(isOneFirst ? [200, 409] : [409, 200]);
        expect((isOneFirst ? other : one).body.code).toBe('STATUS_MOVED_ON');
        const names = (await partOf(id, 'status-history', 'statusHistory')).map(
          ({ statusName }: { statusName: string }) => statusName,
        );
        expect(names).toEqual(['Nowe', isOneFirst ? 'W toku' : 'Zakończone']);
        expect((await taskOf(id)).statusName).toBe(names.at(-1));
        expect((await eventsOf(id)).map(({ statusId }) => statusId)).toEqual([1, isOneFirst ? 2 : 3]);
      },
    ));

  it('answer the same question by moving: the answer of who moved stands', () => {
    const finish = (token: string, answer: string) => (id: number) =>
      post(id, 'transition', token, { transitionId: 5, workflowParameters: { '3': answer } });
    return inBothOrders(
      finish(house.tokens.operator, '1'),
      finish(house.tokens.admin, '2'),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual(isOneFirst ? [200, 409] : [409, 200]);
        expect((await taskOf(id)).parameterDetails).toContainEqual(
          expect.objectContaining({ parameterId: 3, parameterValue: isOneFirst ? '1' : '2' }),
        );
      },
      (id) => post(id, 'transition', house.tokens.operator, { transitionId: 2 }),
    );
  });

  it('assign and move to a group: who has it is who the history names last', () =>
    inBothOrders(
      (id) => post(id, 'assign', house.tokens.operator, toUser(people.it)),
      (id) => post(id, 'transition', house.tokens.admin, { transitionId: 8 }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual([200, 200]);
        const names = isOneFirst ? ['Grupa 6', 'user13', 'Grupa 9'] : ['Grupa 6', 'Grupa 9', 'user13'];
        expect(await assignedNames(id)).toEqual(names);
        const task = await taskOf(id);
        expect([task.assignedUserName ?? task.assignedGroupName, task.statusName]).toEqual([
          names.at(-1),
          'W toku',
        ]);
      },
    ));
});

describe('while an operator takes a task from its group, its leader', () => {
  it('passes it on only as long as it is the group’s', () =>
    inBothOrders(
      (id) => post(id, 'assign', house.tokens.operator, toGroup(9)),
      (id) => post(id, 'assign', house.tokens.leader, toUser(people.it)),
      async ({ id, one: taken, other: passed, isOneFirst }) => {
        expect([taken.status, passed.status]).toEqual([200, isOneFirst ? 403 : 200]);
        expect(await assignedNames(id)).toEqual(
          isOneFirst ? ['Grupa 6', 'Grupa 9'] : ['Grupa 6', 'user13', 'Grupa 9'],
        );
        expect((await taskOf(id)).assignedGroupName).toBe('Grupa 9');
      },
    ));
});

describe('while a task is closed to others, one of them', () => {
  it('comments it before, or finds nothing and leaves nothing', () =>
    inBothOrders(
      (id) => edit(id, house.tokens.operator, { description: 'Tajne', visibleUserIds: [people.operator] }),
      (id) => post(id, 'comment', house.tokens.admin, { content: 'Widzę to?' }),
      async ({ id, one: closed, other: comment, isOneFirst }) => {
        expect([closed.status, comment.status]).toEqual([200, isOneFirst ? 404 : 201]);
        const { body } = await house.call('GET', `/api/tasks/${id}/comments`, house.tokens.operator);
        expect(body.comments).toHaveLength(isOneFirst ? 0 : 1);
        expect(JSON.stringify(comment.body)).not.toContain('Tajne');
      },
    ));
});

describe('while a task is deleted, another', () => {
  const others: [what: string, done: number, act: Act][] = [
    ['edits it', 200, (id) => edit(id, house.tokens.admin, { title: 'Za późno' })],
    ['moves it', 200, (id) => post(id, 'transition', house.tokens.admin, { transitionId: 2 })],
    ['takes it', 200, (id) => post(id, 'assign', house.tokens.admin, { assignmentType: 'ASSIGN_TO_ME' })],
    ['raises it', 200, (id) => post(id, 'priority', house.tokens.admin, { priority: 'HIGHEST' })],
    ['comments it', 201, (id) => post(id, 'comment', house.tokens.admin, { content: 'Za późno' })],
    ['attaches to it', 201, (id) => upload(id, house.tokens.admin)],
  ];
  it.each(others)('%s before, or finds nothing', (_what, done, act) =>
    inBothOrders(
      (id) => house.call('DELETE', `/api/tasks/${id}`, house.tokens.operator),
      act,
      async ({ id, one: deleted, other, isOneFirst }) => {
        expect([deleted.status, other.status]).toEqual([204, isOneFirst ? 404 : done]);
        expect((await house.call('GET', `/api/tasks/${id}`, house.tokens.admin)).status).toBe(404);
        // Who follows the events hears of its end last.
        const versions = (await house.eventsOf(id, 'obieg.tasks.task.changed')).map(
          ({ aggregateversion }) => aggregateversion,
        );
        const [end] = await house.eventsOf(id, 'obieg.tasks.task.deleted');
        expect(Math.max(...versions)).toBeLessThan(end?.aggregateversion ?? 0);
      },
    ),
  );
});
