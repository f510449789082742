import type { TaskListItem, TaskSortKey } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

// Sorts tasks with many ties and empty values, and compares each page with an order computed in memory.

interface TestTask {
  publicTaskId: number;
  statusId: number;
  priority: string;
  authorId: number | null;
  authorEmail: string | null;
  userId: number | null;
  groupId: number | null;
  isRestricted: boolean;
  isDeleted: boolean;
  dueAt: Date | null;
}

/** Statuses 1 and 4 have the same name. Status 5 has no tasks. */
const statuses = [
  { id: 1, name: 'Nowe', type: 'INITIAL' },
  { id: 2, name: 'W toku', type: 'INTERMEDIATE' },
  { id: 3, name: 'Łatane', type: 'FINAL' },
  { id: 4, name: 'Nowe', type: 'FINAL' },
  { id: 5, name: 'Odrzucone', type: 'FINAL' },
];
/** Group 9 has the name of a user. Tasks also name group 8, which is unknown. */
const groupNames = new Map([
  [5, 'Łączność'],
  [6, 'Lampy'],
  [9, 'user11'],
]);
/** `groupMember` belongs to group 6 and therefore to its parent 5. */
const groupMemberGroupIds = [5, 6];
const ranks = ['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'];

/** A day in Europe/Warsaw, as `YYYY-MM-DD`. */
const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Warsaw' }).format(Date.now() + days * 86_400_000);
const atNoon = (days: number): Date => new Date(`${dayFromNow(days)}T12:00:00+01:00`);
const dueDates = [null, atNoon(-3), atNoon(0), atNoon(3), null, atNoon(20)];
const dayOf = ({ dueAt }: TestTask): string | undefined =>
  dueAt?.toLocaleDateString('sv', { timeZone: 'Europe/Warsaw' });
const isDueBefore = (task: TestTask, days: number): boolean => {
  const day = dayOf(task);
  return day !== undefined && day >= dayFromNow(0) && day < dayFromNow(days);
};
const isLate = (task: TestTask): boolean =>
  task.dueAt !== null && task.dueAt.getTime() < Date.now() && findStatus(task)?.type !== 'FINAL';

/** Cycles through the list and repeats each element `repeats` times. */
const pick = <T>(list: readonly T[], n: number, repeats: number): T =>
  list[Math.floor(n / repeats) % list.length] as T;

const testTasks: readonly TestTask[] = Array.from({ length: 90 }, (_, n) => {
  const authorId = pick([userIds.member, userIds.reporter, null, userIds.groupMember], n, 2);
  const [userId, groupId] = pick(
    [
      [userIds.member, null],
      [null, 6],
      [null, null],
      [userIds.groupMember, null],
      [null, 9],
      [null, 5],
      [userIds.operator, null],
      [null, 8],
    ] as const,
    n,
    3,
  );
  const authorEmail =
    authorId === null ? pick(['żak@x.test', 'zak@x.test', null], n, 1) : `user${authorId}@obieg.test`;
  return {
    // Ids are not in creation order.
    publicTaskId: 500_000_000_000 + ((n * 37) % 90),
    statusId: pick([1, 2, 3, 4], n, 5),
    priority: pick(ranks, n, 7),
    authorId,
    authorEmail,
    userId,
    groupId,
    isRestricted: n % 4 === 1,
    isDeleted: n % 13 === 5,
    dueAt: pick(dueDates, n, 1),
  };
});

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  const { service, acme, globex } = fixture;
  await withOrganization(service.db, acme.id, async (tx) => {
    for (const { id, name, type } of statuses)
      await tx('statuses')
        .insert({ organization_id: acme.id, id, name, status_type: type })
        .onConflict(['organization_id', 'id'])
        .merge();
    for (const [id, name] of groupNames) await tx('groups').where({ id }).update({ name });
  });
  for (const organization of [acme, globex])
    await withOrganization(service.db, organization.id, (tx) =>
      tx('tasks').insert(
        testTasks.map((task) => ({
          organization_id: organization.id,
          public_task_id: task.publicTaskId + (organization === acme ? 0 : 1_000_000),
          title: 'Zadanie',
          status_id: organization === acme ? task.statusId : 1,
          priority: task.priority,
          author_user_id: task.authorId,
          author_email: task.authorEmail,
          assigned_user_id: task.userId,
          assigned_group_id: task.groupId,
          is_restricted: task.isRestricted,
          answers: '{}',
          due_at: task.dueAt,
          deleted_at: task.isDeleted ? new Date() : null,
        })),
      ),
    );
});
afterAll(() => fixture.service.close());

const findStatus = ({ statusId }: TestTask) => statuses.find(({ id }) => id === statusId);
const isReadersGroup = (reader: Reader, groupId: number | null): boolean =>
  reader === 'groupMember' && groupId !== null && groupMemberGroupIds.includes(groupId);

type Reader = 'operator' | 'groupMember' | 'member' | 'reporter';
const readers: readonly Reader[] = ['operator', 'groupMember', 'member', 'reporter'];

const isListedFor = (reader: Reader, task: TestTask): boolean => {
  if (task.isDeleted) return false;
  const isAuthor = task.authorId === userIds[reader];
  if (reader === 'reporter') return isAuthor;
  return (
    !task.isRestricted || isAuthor || task.userId === userIds[reader] || isReadersGroup(reader, task.groupId)
  );
};

const filters: [query: string, matches: (task: TestTask, reader: Reader) => boolean][] = [
  ['', () => true],
  ['&statusTypes=FINAL', (task) => findStatus(task)?.type === 'FINAL'],
  ['&statusTypes=INITIAL,INTERMEDIATE', (task) => findStatus(task)?.type !== 'FINAL'],
  ['&assignedToMe=true', (task, reader) => task.userId === userIds[reader]],
  ['&assignedToMyGroups=true', (task, reader) => isReadersGroup(reader, task.groupId)],
  [
    '&assignedToMyGroups=true&statusTypes=INITIAL',
    (task, reader) => isReadersGroup(reader, task.groupId) && findStatus(task)?.type === 'INITIAL',
  ],
  ['&priorities=HIGHEST,LOW', ({ priority }) => priority === 'HIGHEST' || priority === 'LOW'],
  ['&priorities=HIGH,LOWEST,NORMAL,LOW,HIGHEST', () => true],
  [
    '&priorities=NORMAL,LOW&statusTypes=FINAL',
    (task) => ['NORMAL', 'LOW'].includes(task.priority) && findStatus(task)?.type === 'FINAL',
  ],
  [
    '&priorities=HIGH,NORMAL&assignedToMyGroups=true',
    (task, reader) => ['HIGH', 'NORMAL'].includes(task.priority) && isReadersGroup(reader, task.groupId),
  ],
  [
    '&priorities=LOWEST,LOW&assignedToMe=true',
    (task, reader) => ['LOWEST', 'LOW'].includes(task.priority) && task.userId === userIds[reader],
  ],
  [
    '&priorities=HIGHEST&search=50000000002',
    ({ priority, publicTaskId }) => priority === 'HIGHEST' && String(publicTaskId).includes('50000000002'),
  ],
  ['&due=overdue', isLate],
  ['&due=overdue&statusTypes=FINAL', () => false],
  ['&due=overdue&statusTypes=INITIAL', (task) => isLate(task) && findStatus(task)?.type === 'INITIAL'],
  ['&due=today', (task) => isDueBefore(task, 1)],
  ['&due=week', (task) => isDueBefore(task, 7)],
  [
    '&due=week&priorities=HIGH,LOW&assignedToMyGroups=true',
    (task, reader) =>
      isDueBefore(task, 7) && ['HIGH', 'LOW'].includes(task.priority) && isReadersGroup(reader, task.groupId),
  ],
  ['&due=none', ({ dueAt }) => dueAt === null],
  ['&due=none&statusTypes=INITIAL', (task) => task.dueAt === null && findStatus(task)?.type === 'INITIAL'],
  [
    '&due=week&search=50000000002',
    (task) => isDueBefore(task, 7) && String(task.publicTaskId).includes('50000000002'),
  ],
  ['&search=50000000002', ({ publicTaskId }) => String(publicTaskId).includes('50000000002')],
];

const assigneeName = ({ userId, groupId }: TestTask): string =>
  userId === null ? (groupNames.get(groupId ?? 0) ?? '') : `user${userId}`;

const sortKeys = {
  statusName: (task) => findStatus(task)?.name ?? '',
  assignee: assigneeName,
  createdBy: ({ authorEmail }) => authorEmail ?? '',
  priority: ({ priority }) => String(ranks.indexOf(priority)),
  createdAt: () => 'all equal',
  dueAt: ({ dueAt }) => String(dueAt?.getTime() ?? 9e15).padStart(16, '0'),
} satisfies Partial<Record<TaskSortKey, (task: TestTask) => string>>;

const collator = new Intl.Collator('pl');

const listAllPages = async (
  query: string,
  reader: Reader,
): Promise<{ ids: number[]; totals: Set<number> }> => {
  const ids: number[] = [];
  const totals = new Set<number>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body } = await fixture.call(
      'GET',
      `/api/tasks?${query}${cursor && `&cursor=${cursor}`}`,
      fixture.tokens[reader],
    );
    expect([status, body.detail]).toEqual([200, undefined]);
    ids.push(...body.tasks.map(({ publicTaskId }: TaskListItem) => publicTaskId));
    totals.add(body.total);
    cursor = body.nextCursor;
  }
  return { ids, totals };
};

const cases = (Object.keys(sortKeys) as (keyof typeof sortKeys)[]).flatMap((key) => [
  [key, 'asc'] as const,
  [key, 'desc'] as const,
]);

describe('GET /api/tasks with sortBy', () => {
  it.each(cases)('sorts by %s %s and breaks ties by creation order', async (sortBy, direction) => {
    const sign = direction === 'asc' ? 1 : -1;
    const sorted = [...testTasks.entries()]
      .sort(
        ([n, one], [m, other]) =>
          sign * (collator.compare(sortKeys[sortBy](one), sortKeys[sortBy](other)) || n - m),
      )
      .map(([, task]) => task);
    for (const reader of readers)
      for (const [filter, matches] of filters) {
        const expected = sorted
          .filter((task) => isListedFor(reader, task) && matches(task, reader))
          .map(({ publicTaskId }) => publicTaskId);
        for (const limit of [9, 50]) {
          const query = `sortBy=${sortBy}&sortDirection=${direction}&limit=${limit}${filter}`;
          const { ids, totals } = await listAllPages(query, reader);
          expect(ids, `${reader} ${query}`).toEqual(expected);
          expect([...totals], `${reader} ${query}`).toEqual([expected.length]);
        }
      }
  });

  it('runs one SQL statement for each reader, filter and order, and a round trip for the index of a search', async () => {
    const { db } = fixture.service;
    const statements: string[] = [];
    const recordStatement = ({ sql }: { sql: string }) => statements.push(sql);
    // Indexes the tasks that were just written.
    await fixture.call('GET', '/api/tasks?search=x', fixture.tokens.operator);
    db.knex.on('query', recordStatement);
    for (const reader of readers) {
      await fixture.call('GET', '/api/tasks', fixture.tokens[reader]);
      for (const [filter] of filters)
        for (const sortBy of Object.keys(sortKeys)) {
          statements.length = 0;
          await fixture.call('GET', `/api/tasks?sortBy=${sortBy}${filter}`, fixture.tokens[reader]);
          expect(statements, `${reader} ${sortBy}${filter}`).toEqual([
            ...(filter.includes('search=') ? [expect.stringContaining('search_changes')] : []),
            expect.stringContaining('from tasks t'),
          ]);
        }
    }
    db.knex.off('query', recordStatement);
  });

  it('counts up to 1000 tasks and lists all pages beyond that', async () => {
    const { service, globex, tokens } = fixture;
    const count = 1_100;
    await withOrganization(service.db, globex.id, (tx) =>
      tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, assigned_group_id, answers)
         select :organizationId, 600000000000 + n, 'Zadanie', 1 + n % 3, 'NORMAL', 5 + n % 2, '{}'
           from generate_series(1, :count) n`,
        { organizationId: globex.id, count },
      ),
    );
    const all = count + testTasks.filter(({ isDeleted, isRestricted }) => !isDeleted && !isRestricted).length;
    for (const sortBy of ['statusName', 'assignee', 'createdBy', 'createdAt', 'dueAt']) {
      const seen = new Set<number>();
      let cursor: string | null = '';
      while (cursor !== null) {
        const path: string = `/api/tasks?sortBy=${sortBy}&limit=200${cursor && `&cursor=${cursor}`}`;
        const { body } = await fixture.callGlobex('GET', path, tokens.globexAdmin);
        expect(body.total).toBe(1_000);
        for (const { publicTaskId } of body.tasks) seen.add(publicTaskId);
        cursor = body.nextCursor;
      }
      expect(seen.size, sortBy).toBe(all);
    }
  });

  it('has the same order if a filter matches more tasks than are sorted at once', async () => {
    const { service, globex, tokens } = fixture;
    const count = 10_300;
    const first = 700_000_000_000;
    await withOrganization(service.db, globex.id, async (tx) => {
      await tx('tasks').delete();
      await tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, assigned_user_id, answers, due_at)
         select :organizationId, cast(:first as bigint) + n * 7919 % :count, 'Zadanie', 3,
                (array['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'])[1 + n % 5], :me, '{}',
                date_trunc('milliseconds', now()) + (n % 50) * interval '1 minute' + interval '30 minutes'
           from generate_series(0, :count - 1) n`,
        { organizationId: globex.id, count, first, me: userIds.globexAdmin },
      );
    });
    const matchingTasks = Array.from({ length: count }, (_, n) => ({
      publicTaskId: first + ((n * 7919) % count),
      rank: n % 5,
      dueRank: n % 50,
    }));
    const orders = {
      publicTaskId: ({ publicTaskId }: (typeof matchingTasks)[number]) => publicTaskId,
      priority: ({ rank }: (typeof matchingTasks)[number]) => rank,
      createdAt: () => 0,
      dueAt: ({ dueRank }: (typeof matchingTasks)[number]) => dueRank,
    };
    const all = [0, 1, 2, 3, 4];
    for (const [filter, ranksOfFilter] of [
      ['statusTypes=FINAL', all],
      ['due=week', all],
      ['due=week&priorities=HIGH,LOWEST', [3, 0]],
      ['assignedToMe=true', all],
      ['assignedToMe=true&statusTypes=FINAL', all],
      ['priorities=HIGH,LOWEST', [3, 0]],
      ['priorities=LOWEST,LOW,NORMAL,HIGH,HIGHEST', all],
      ['priorities=LOW,HIGHEST&statusTypes=FINAL', [1, 4]],
    ] as const)
      for (const [sortBy, keyOf] of Object.entries(orders))
        for (const direction of ['asc', 'desc']) {
          const sign = direction === 'asc' ? 1 : -1;
          const expected = [...matchingTasks.entries()]
            .filter(([, { rank }]) => (ranksOfFilter as readonly number[]).includes(rank))
            .sort(([n, one], [m, other]) => sign * (keyOf(one) - keyOf(other) || n - m))
            .slice(0, 600)
            .map(([, { publicTaskId }]) => publicTaskId);
          const query = `sortBy=${sortBy}&sortDirection=${direction}&limit=200&${filter}`;
          const ids: number[] = [];
          let cursor = '';
          while (ids.length < expected.length) {
            const { body } = await fixture.callGlobex(
              'GET',
              `/api/tasks?${query}${cursor}`,
              tokens.globexAdmin,
            );
            expect(body.total).toBe(1_000);
            ids.push(...body.tasks.map(({ publicTaskId }: TaskListItem) => publicTaskId));
            cursor = `&cursor=${body.nextCursor}`;
          }
          expect(ids, query).toEqual(expected);
        }
  });

  it('continues after a title of maximum length', async () => {
    const { service, globex, tokens } = fixture;
    await withOrganization(service.db, globex.id, (tx) =>
      tx('tasks').insert({
        organization_id: globex.id,
        public_task_id: 800_000_000_000,
        title: `${'\u0001'.repeat(254)}a`,
        status_id: 1,
        priority: 'NORMAL',
        answers: '{}',
      }),
    );
    const path = '/api/tasks?sortBy=title&sortDirection=asc&limit=1';
    const { body } = await fixture.callGlobex('GET', path, tokens.globexAdmin);
    expect(body.tasks).toMatchObject([{ publicTaskId: 800_000_000_000 }]);
    const next = await fixture.callGlobex('GET', `${path}&cursor=${body.nextCursor}`, tokens.globexAdmin);
    expect([next.status, next.body.tasks?.length]).toEqual([200, 1]);
  });
});
