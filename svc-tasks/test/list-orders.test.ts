import type { TaskListItem, TaskSortKey } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';

/** Many tasks that share few names: what the orders of the list make of ties, of nothing, and of what is not there. */

interface MadeTask {
  publicTaskId: number;
  statusId: number;
  priority: string;
  authorId: number | null;
  email: string | null;
  userId: number | null;
  groupId: number | null;
  isRestricted: boolean;
  isDeleted: boolean;
}

/** 4 is called as 1 is; 5 has no tasks. */
const statuses = [
  { id: 1, name: 'Nowe', type: 'INITIAL' },
  { id: 2, name: 'W toku', type: 'INTERMEDIATE' },
  { id: 3, name: 'Łatane', type: 'FINAL' },
  { id: 4, name: 'Nowe', type: 'FINAL' },
  { id: 5, name: 'Odrzucone', type: 'FINAL' },
];
/** `it` is in 6 and so in 5. The group 9 is called as a person is, 8 is not known. */
const groupNames = new Map([
  [5, 'Łączność'],
  [6, 'Lampy'],
  [9, 'user11'],
]);
const groupsOfIt = [5, 6];
const ranks = ['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'];

/** The n-th of a list that is gone through again and again, at a pace of its own. */
const pick = <T>(list: readonly T[], n: number, pace: number): T =>
  list[Math.floor(n / pace) % list.length] as T;

const made: readonly MadeTask[] = Array.from({ length: 90 }, (_, n) => {
  const authorId = pick([people.member, people.reporter, null, people.it], n, 2);
  const [userId, groupId] = pick(
    [
      [people.member, null],
      [null, 6],
      [null, null],
      [people.it, null],
      [null, 9],
      [null, 5],
      [people.operator, null],
      [null, 8],
    ] as const,
    n,
    3,
  );
  const written =
    authorId === null ? pick(['żak@x.test', 'zak@x.test', null], n, 1) : `user${authorId}@obieg.test`;
  return {
    // Not in the order in which they are made.
    publicTaskId: 500_000_000_000 + ((n * 37) % 90),
    statusId: pick([1, 2, 3, 4], n, 5),
    priority: pick(ranks, n, 7),
    authorId,
    email: written,
    userId,
    groupId,
    isRestricted: n % 4 === 1,
    isDeleted: n % 13 === 5,
  };
});

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
  const { tasks, acme, globex } = house;
  await withOrganization(tasks.db, acme.id, async (tx) => {
    for (const { id, name, type } of statuses)
      await tx('statuses')
        .insert({ organization_id: acme.id, id, name, status_type: type })
        .onConflict(['organization_id', 'id'])
        .merge();
    for (const [id, name] of groupNames) await tx('groups').where({ id }).update({ name });
  });
  for (const organization of [acme, globex])
    await withOrganization(tasks.db, organization.id, (tx) =>
      tx('tasks').insert(
        made.map((task) => ({
          organization_id: organization.id,
          public_task_id: task.publicTaskId + (organization === acme ? 0 : 1_000_000),
          title: 'Zadanie',
          status_id: organization === acme ? task.statusId : 1,
          priority: task.priority,
          author_user_id: task.authorId,
          author_email: task.email,
          assigned_user_id: task.userId,
          assigned_group_id: task.groupId,
          is_restricted: task.isRestricted,
          answers: '{}',
          deleted_at: task.isDeleted ? new Date() : null,
        })),
      ),
    );
});
afterAll(() => house.tasks.close());

const statusOf = ({ statusId }: MadeTask) => statuses.find(({ id }) => id === statusId);
const isGroupOf = (reader: Reader, groupId: number | null): boolean =>
  reader === 'it' && groupId !== null && groupsOfIt.includes(groupId);

type Reader = 'operator' | 'it' | 'member' | 'reporter';
const readers: readonly Reader[] = ['operator', 'it', 'member', 'reporter'];

const isListedFor = (reader: Reader, task: MadeTask): boolean => {
  if (task.isDeleted) return false;
  const isAuthor = task.authorId === people[reader];
  if (reader === 'reporter') return isAuthor;
  return !task.isRestricted || isAuthor || task.userId === people[reader] || isGroupOf(reader, task.groupId);
};

const filters: [query: string, holds: (task: MadeTask, reader: Reader) => boolean][] = [
  ['', () => true],
  ['&statusTypes=FINAL', (task) => statusOf(task)?.type === 'FINAL'],
  ['&statusTypes=INITIAL,INTERMEDIATE', (task) => statusOf(task)?.type !== 'FINAL'],
  ['&assignedToMe=true', (task, reader) => task.userId === people[reader]],
  ['&assignedToMyGroups=true', (task, reader) => isGroupOf(reader, task.groupId)],
  [
    '&assignedToMyGroups=true&statusTypes=INITIAL',
    (task, reader) => isGroupOf(reader, task.groupId) && statusOf(task)?.type === 'INITIAL',
  ],
  ['&priorities=HIGHEST,LOW', ({ priority }) => priority === 'HIGHEST' || priority === 'LOW'],
  ['&priorities=HIGH,LOWEST,NORMAL,LOW,HIGHEST', () => true],
  [
    '&priorities=NORMAL,LOW&statusTypes=FINAL',
    (task) => ['NORMAL', 'LOW'].includes(task.priority) && statusOf(task)?.type === 'FINAL',
  ],
  [
    '&priorities=HIGH,NORMAL&assignedToMyGroups=true',
    (task, reader) => ['HIGH', 'NORMAL'].includes(task.priority) && isGroupOf(reader, task.groupId),
  ],
  [
    '&priorities=LOWEST,LOW&assignedToMe=true',
    (task, reader) => ['LOWEST', 'LOW'].includes(task.priority) && task.userId === people[reader],
  ],
  [
    '&priorities=HIGHEST&search=50000000002',
    ({ priority, publicTaskId }) => priority === 'HIGHEST' && String(publicTaskId).includes('50000000002'),
  ],
  ['&search=50000000002', ({ publicTaskId }) => String(publicTaskId).includes('50000000002')],
];

const assigneeOf = ({ userId, groupId }: MadeTask): string =>
  userId === null ? (groupNames.get(groupId ?? 0) ?? '') : `user${userId}`;

const keys = {
  statusName: (task) => statusOf(task)?.name ?? '',
  assignee: assigneeOf,
  createdBy: ({ email }) => email ?? '',
  priority: ({ priority }) => String(ranks.indexOf(priority)),
  createdAt: () => 'all of them tied',
} satisfies Partial<Record<TaskSortKey, (task: MadeTask) => string>>;

const collator = new Intl.Collator('pl');

const pagesOf = async (
  query: string,
  reader: Reader,
): Promise<{ numbers: number[]; totals: Set<number> }> => {
  const numbers: number[] = [];
  const totals = new Set<number>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body } = await house.call(
      'GET',
      `/api/tasks?${query}${cursor && `&cursor=${cursor}`}`,
      house.tokens[reader],
    );
    expect([status, body.detail]).toEqual([200, undefined]);
    numbers.push(...body.tasks.map(({ publicTaskId }: TaskListItem) => publicTaskId));
    totals.add(body.total);
    cursor = body.nextCursor;
  }
  return { numbers, totals };
};

const cases = (Object.keys(keys) as (keyof typeof keys)[]).flatMap((key) => [
  [key, 'asc'] as const,
  [key, 'desc'] as const,
]);

describe('the order of many tasks', () => {
  it.each(cases)('by %s %s has ties in the order in which tasks were made', async (sortBy, direction) => {
    const sign = direction === 'asc' ? 1 : -1;
    const inOrder = [...made.entries()]
      .sort(
        ([n, one], [m, other]) => sign * (collator.compare(keys[sortBy](one), keys[sortBy](other)) || n - m),
      )
      .map(([, task]) => task);
    for (const reader of readers)
      for (const [filter, holds] of filters) {
        const expected = inOrder
          .filter((task) => isListedFor(reader, task) && holds(task, reader))
          .map(({ publicTaskId }) => publicTaskId);
        for (const limit of [4, 50]) {
          const query = `sortBy=${sortBy}&sortDirection=${direction}&limit=${limit}${filter}`;
          const { numbers, totals } = await pagesOf(query, reader);
          expect(numbers, `${reader} ${query}`).toEqual(expected);
          expect([...totals], `${reader} ${query}`).toEqual([expected.length]);
        }
      }
  });

  it('is one statement, whatever is asked for: who calls is made sure of as it is entered', async () => {
    const { db } = house.tasks;
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => statements.push(sql);
    db.knex.on('query', note);
    for (const reader of readers) {
      await house.call('GET', '/api/tasks', house.tokens[reader]);
      for (const [filter] of filters)
        for (const sortBy of Object.keys(keys)) {
          statements.length = 0;
          await house.call('GET', `/api/tasks?sortBy=${sortBy}${filter}`, house.tokens[reader]);
          expect(statements, `${reader} ${sortBy}${filter}`).toEqual([
            expect.stringContaining('from tasks t'),
          ]);
        }
    }
    db.knex.off('query', note);
  });

  it('counts to a thousand and goes on beyond it', async () => {
    const { tasks, globex, tokens } = house;
    const count = 1_100;
    await withOrganization(tasks.db, globex.id, (tx) =>
      tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, assigned_group_id, answers)
         select :organizationId, 600000000000 + n, 'Zadanie', 1 + n % 3, 'NORMAL', 5 + n % 2, '{}'
           from generate_series(1, :count) n`,
        { organizationId: globex.id, count },
      ),
    );
    const all = count + made.filter(({ isDeleted, isRestricted }) => !isDeleted && !isRestricted).length;
    for (const sortBy of ['statusName', 'assignee', 'createdBy', 'createdAt']) {
      const seen = new Set<number>();
      let cursor: string | null = '';
      while (cursor !== null) {
        const path: string = `/api/tasks?sortBy=${sortBy}&limit=200${cursor && `&cursor=${cursor}`}`;
        const { body } = await house.callElsewhere('GET', path, tokens.foreign);
        expect(body.total).toBe(1_000);
        for (const { publicTaskId } of body.tasks) seen.add(publicTaskId);
        cursor = body.nextCursor;
      }
      expect(seen.size, sortBy).toBe(all);
    }
  });

  it('has the same order where a filter leaves more than are sorted', async () => {
    const { tasks, globex, tokens } = house;
    const count = 10_300;
    const first = 700_000_000_000;
    await withOrganization(tasks.db, globex.id, async (tx) => {
      await tx('tasks').delete();
      await tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, assigned_user_id, answers)
         select :organizationId, cast(:first as bigint) + n * 7919 % :count, 'Zadanie', 3,
                (array['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'])[1 + n % 5], :me, '{}'
           from generate_series(0, :count - 1) n`,
        { organizationId: globex.id, count, first, me: people.foreign },
      );
    });
    const many = Array.from({ length: count }, (_, n) => ({
      publicTaskId: first + ((n * 7919) % count),
      rank: n % 5,
    }));
    const orders = {
      publicTaskId: ({ publicTaskId }: (typeof many)[number]) => publicTaskId,
      priority: ({ rank }: (typeof many)[number]) => rank,
      createdAt: () => 0,
    };
    const all = [0, 1, 2, 3, 4];
    for (const [filter, wanted] of [
      ['statusTypes=FINAL', all],
      ['assignedToMe=true', all],
      ['assignedToMe=true&statusTypes=FINAL', all],
      ['priorities=HIGH,LOWEST', [3, 0]],
      ['priorities=LOWEST,LOW,NORMAL,HIGH,HIGHEST', all],
      ['priorities=LOW,HIGHEST&statusTypes=FINAL', [1, 4]],
    ] as const)
      for (const [sortBy, keyOf] of Object.entries(orders))
        for (const direction of ['asc', 'desc']) {
          const sign = direction === 'asc' ? 1 : -1;
          const expected = [...many.entries()]
            .filter(([, { rank }]) => (wanted as readonly number[]).includes(rank))
            .sort(([n, one], [m, other]) => sign * (keyOf(one) - keyOf(other) || n - m))
            .slice(0, 600)
            .map(([, { publicTaskId }]) => publicTaskId);
          const query = `sortBy=${sortBy}&sortDirection=${direction}&limit=200&${filter}`;
          const numbers: number[] = [];
          let cursor = '';
          while (numbers.length < expected.length) {
            const { body } = await house.callElsewhere('GET', `/api/tasks?${query}${cursor}`, tokens.foreign);
            expect(body.total).toBe(1_000);
            numbers.push(...body.tasks.map(({ publicTaskId }: TaskListItem) => publicTaskId));
            cursor = `&cursor=${body.nextCursor}`;
          }
          expect(numbers, query).toEqual(expected);
        }
  });

  it('goes on behind the longest title', async () => {
    const { tasks, globex, tokens } = house;
    await withOrganization(tasks.db, globex.id, (tx) =>
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
    const { body } = await house.callElsewhere('GET', path, tokens.foreign);
    expect(body.tasks).toMatchObject([{ publicTaskId: 800_000_000_000 }]);
    const next = await house.callElsewhere('GET', `${path}&cursor=${body.nextCursor}`, tokens.foreign);
    expect([next.status, next.body.tasks?.length]).toEqual([200, 1]);
  });
});
