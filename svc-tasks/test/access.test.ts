import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, type Person, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

type Caller = Exclude<Person, 'foreign'> | 'nobody';
interface Endpoint {
  method: string;
  path: string;
  body?: object;
  /** What each caller gets on a member's unrestricted task. */
  answers: Record<Caller, number>;
}

const forEverybody: Record<Caller, number> = {
  nobody: 200,
  reporter: 200,
  member: 200,
  observer: 200,
  it: 200,
  leader: 200,
  operator: 200,
  admin: 200,
};
const forMembers = { ...forEverybody, nobody: 401, reporter: 403 };
const forOperators = { ...forMembers, member: 403, observer: 403, it: 403, leader: 403 };
const read = (path: string): Endpoint => ({ method: 'GET', path, answers: forEverybody });
const write = (path: string, body: object, answers: Record<Caller, number>): Endpoint => ({
  method: 'POST',
  path,
  body,
  answers,
});

/** Every endpoint under one task. */
const endpoints: Endpoint[] = [
  read(''),
  read('/transitions'),
  read('/comments'),
  read('/status-history'),
  read('/assignment-history'),
  read('/change-history'),
  { method: 'GET', path: '/parameters', answers: forOperators },
  { method: 'GET', path: '/assignees?searchTerm=user', answers: forMembers },
  write('/transition', { transitionId: 2 }, forMembers),
  write('/comment', { content: 'x' }, {
    ...Object.fromEntries(Object.keys(forMembers).map((caller) => [caller, 201])),
    nobody: 401,
    reporter: 403,
  } as Record<Caller, number>),
  write('/assign', { assignmentType: 'ASSIGN_TO_ME' }, forMembers),
  write('/assign', { assignmentType: 'ASSIGN_TO_USER', userId: 10 }, { ...forOperators, operator: 200 }),
  write('/assign', { assignmentType: 'ASSIGN_TO_GROUP', groupId: 5 }, forOperators),
  write('/priority', { priority: 'HIGH' }, forOperators),
  { method: 'PUT', path: '', body: { title: 'Nowy tytuł' }, answers: forOperators },
  {
    method: 'DELETE',
    path: '',
    answers: { ...forOperators, operator: 204, admin: 204 },
  },
];

describe.each(endpoints)('$method /api/tasks/{id}$path $body', ({ method, path, body, answers }) => {
  it('answers each role as decided', async () => {
    const { submit, tokens, call } = house;
    const got: Record<string, number> = {};
    for (const caller of Object.keys(answers) as Caller[]) {
      // Assigned to a group that nobody of these leads, so that the leader is one of the others here.
      const id = await submit({ assignedGroupId: 9 }, tokens.admin);
      const token = caller === 'nobody' ? undefined : tokens[caller];
      got[caller] = (await call(method, `/api/tasks/${id}${path}`, token, body)).status;
    }
    expect(got).toEqual(answers);
  });

  it('hides a restricted task from all others, administrators included, and leaves it as it was', async () => {
    const { submit, tokens, call } = house;
    const id = await submit({ visibleUserIds: [11], assignedUserId: 11 }, tokens.member);
    const before = (await call('GET', `/api/tasks/${id}`, tokens.member)).body.task;
    for (const caller of ['reporter', 'observer', 'it', 'leader', 'operator', 'admin'] as const)
      expect((await call(method, `/api/tasks/${id}${path}`, tokens[caller], body)).status).toBe(404);
    expect((await call(method, `/api/tasks/${id}${path}`, undefined, body)).status).toBe(
      answers.nobody === 401 ? 401 : 404,
    );
    expect((await call('GET', `/api/tasks/${id}`, tokens.member)).body.task).toEqual(before);
  });

  it('hides other tenants, and numbers that are none', async () => {
    const { submit, tokens, call, callElsewhere } = house;
    const id = await submit();
    const target = `/api/tasks/${id}${path}`;
    expect((await callElsewhere(method, target, tokens.foreign, body)).status).toBe(404);
    expect((await call(method, target, tokens.foreign, body)).status).toBe(401);
    for (const number of ['123456789012', '0', 'abc', '99999999999999999999', '1e3', '%00'])
      expect((await call(method, `/api/tasks/${number}${path}`, tokens.admin, body)).status).toBe(404);
    expect((await call('GET', `/api/tasks/${id}`)).status).toBe(200);
  });
});
