import type { TaskListItem } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

// Compares each filter of saved views, alone and in pairs, with a model in memory.

interface TestTask {
  publicTaskId: number;
  statusId: number;
  priority: string;
  authorEmail: string | null;
  userId: number | null;
  groupId: number | null;
  createdAt: Date;
  updatedAt: Date;
  answers: Record<string, string>;
  isRestricted: boolean;
}

const dayMs = 24 * 60 * 60_000;
const now = Date.now();
const daysAgo = (days: number): Date => new Date(now - days * dayMs);
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

const testTasks: readonly TestTask[] = Array.from({ length: 120 }, (_, n) => {
  const [userId, groupId] = pick(
    [
      [userIds.member, null],
      [null, 6],
      [null, null],
      [userIds.operator, null],
      [null, 9],
    ] as const,
    Math.floor(n / 2),
  );
  return {
    publicTaskId: 500_000_000_000 + n,
    statusId: pick([1, 2, 3], Math.floor(n / 3)),
    priority: pick(['LOW', 'NORMAL', 'HIGH'], Math.floor(n / 5)),
    authorEmail: pick(['żak@x.test', 'zak@x.test', null], n),
    userId,
    groupId,
    createdAt: daysAgo(120.5 - n),
    updatedAt: daysAgo((n * 37) % 60),
    answers: pick<Record<string, string>>([{ 1: 'Sprzęt', 2: "O'Brien" }, { 1: 'Konto' }, {}], n),
    isRestricted: n % 7 === 3,
  };
});

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  const { service, acme } = fixture;
  await withOrganization(service.db, acme.id, (tx) =>
    tx('tasks').insert(
      testTasks.map((task) => ({
        organization_id: acme.id,
        public_task_id: task.publicTaskId,
        title: 'Zadanie',
        status_id: task.statusId,
        priority: task.priority,
        author_email: task.authorEmail,
        assigned_user_id: task.userId,
        assigned_group_id: task.groupId,
        created_at: task.createdAt,
        updated_at: task.updatedAt,
        is_restricted: task.isRestricted,
        answers: JSON.stringify(task.answers),
      })),
    ),
  );
});
afterAll(() => fixture.service.close());

/** `groupMember` belongs to group 6. */
const isListedFor = (reader: TestUser, { isRestricted, userId, groupId }: TestTask): boolean =>
  !isRestricted || userId === userIds[reader] || (reader === 'groupMember' && groupId === 6);

const border = daysAgo(40);
const filters: [query: string, matches: (task: TestTask) => boolean][] = [
  ['statusIds=1', ({ statusId }) => statusId === 1],
  ['statusIds=3,2,77', ({ statusId }) => statusId !== 1],
  ['statusTypes=INITIAL,FINAL', ({ statusId }) => statusId !== 2],
  ['assignees=none', ({ userId, groupId }) => userId === null && groupId === null],
  ['assignees=user:11', ({ userId }) => userId === userIds.member],
  [
    'assignees=group:6,user:10,none',
    ({ userId, groupId }) => groupId === 6 || userId === 10 || (userId ?? groupId) === null,
  ],
  ['assignees=user:6', () => false],
  [`createdBy=${encodeURIComponent('ŻAK@x.test')}`, ({ authorEmail }) => authorEmail === 'żak@x.test'],
  ['createdDays=30', ({ createdAt }) => createdAt >= daysAgo(30)],
  [`createdBefore=${border.toISOString()}`, ({ createdAt }) => createdAt < border],
  [
    `updatedFrom=${encodeURIComponent(border.toISOString().replace('Z', '+00:00'))}`,
    ({ updatedAt }) => updatedAt >= border,
  ],
  [`updatedBefore=${border.toISOString()}`, ({ updatedAt }) => updatedAt < border],
  ['answers={"1":"Konto"}', ({ answers }) => answers['1'] === 'Konto'],
  [
    `answers=${encodeURIComponent(JSON.stringify({ 1: 'Sprzęt', 2: "O'Brien" }))}`,
    ({ answers }) => answers['2'] !== undefined,
  ],
  ['priorities=HIGH', ({ priority }) => priority === 'HIGH'],
];

const listIds = async (query: string, reader: TestUser): Promise<{ ids: number[]; total: number }> => {
  const ids: number[] = [];
  let total = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/api/tasks?limit=25&${query}${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await fixture.call('GET', path, fixture.tokens[reader]);
    expect([status, body.detail], query).toEqual([200, undefined]);
    ids.push(...body.tasks.map(({ publicTaskId }: TaskListItem) => publicTaskId));
    total = body.total;
    cursor = body.nextCursor;
  }
  return { ids, total };
};

/** Parameters may not be repeated. */
const namesOf = (query: string): string[] => [...new URLSearchParams(query).keys()];
const pairs = filters.flatMap((one, index) => [
  [one],
  ...filters
    .slice(index + 1)
    .flatMap((other) =>
      namesOf(one[0]).some((name) => namesOf(other[0]).includes(name)) ? [] : [[one, other]],
    ),
]);

describe('GET /api/tasks with the filters of views', () => {
  it.each(['createdAt', 'lastUpdatedAt', 'statusName', 'assignee', 'createdBy'])(
    'lists the matching tasks by %s for each pair of filters',
    async (sortBy) => {
      for (const pair of pairs) {
        const query = pair.map(([one]) => one).join('&');
        const expected = testTasks.filter(
          (task) => isListedFor('groupMember', task) && pair.every(([, matches]) => matches(task)),
        );
        const { ids, total } = await listIds(`${query}&sortBy=${sortBy}`, 'groupMember');
        expect(total, query).toBe(expected.length);
        expect(ids.toSorted(), query).toEqual(expected.map(({ publicTaskId }) => publicTaskId));
        if (sortBy === 'createdAt') expect(ids, query).toEqual(ids.toSorted().toReversed());
      }
    },
  );

  it('hides restricted tasks from an administrator who filters by their assignee', async () => {
    const expected = testTasks.filter(({ userId, isRestricted }) => userId === 11 && !isRestricted);
    expect((await listIds('assignees=user:11', 'admin')).total).toBe(expected.length);
  });

  it('refuses a reporter who filters by answers', async () => {
    const { call, tokens } = fixture;
    expect((await call('GET', '/api/tasks?answers={"3":"1"}', tokens.reporter)).status).toBe(403);
    expect((await call('GET', '/api/tasks?statusIds=1', tokens.reporter)).status).toBe(200);
  });

  it.each([
    'statusIds=x',
    'statusIds=0',
    'assignees=user:0',
    'assignees=user:9999999999999999',
    'createdDays=0',
    'createdDays=10000',
    'createdFrom=yesterday',
    'createdBefore=2026-13-01T00:00:00Z',
    'answers=null',
    'answers={"a":"b"}',
    'answers={"1":2}',
  ])('rejects %s with 400', async (query) => {
    expect((await fixture.call('GET', `/api/tasks?${query}`, fixture.tokens.member)).status).toBe(400);
  });
});
