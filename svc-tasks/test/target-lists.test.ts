import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { hourMs, publishTargets } from './target-fixture';

interface Listed {
  id: number;
  /** Hours from now. */
  next: number | null;
  soon: number | null;
  isMissed: boolean;
  readers: number[] | undefined;
}

const count = 60;
let fixture: Fixture;
let tasks: Listed[];
beforeAll(async () => {
  fixture = await startFixture();
  await publishTargets(fixture, []);
  const { service, acme, tokens } = fixture;
  tasks = [];
  for (let n = 0; n < count; n += 1) {
    const readers = n % 5 === 0 ? [n % 2 === 0 ? userIds.member : userIds.admin] : undefined;
    const id = await fixture.submit(readers ? { visibleUserIds: readers } : {}, tokens.operator);
    const next = n % 3 === 0 ? null : ((n * 7) % 11) - 3;
    tasks.push({ id, next, soon: next === null ? null : next - 2, isMissed: n % 4 === 0, readers });
  }
  await withOrganization(service.db, acme.id, async (tx) => {
    for (const { id, next, soon, isMissed } of tasks)
      await tx('tasks')
        .where({ public_task_id: id })
        .update({
          next_target_at:
            next === null ? null : new Date(Math.floor(Date.now() / hourMs) * hourMs + next * hourMs),
          target_soon_at: soon === null ? null : new Date(Date.now() + soon * hourMs),
          is_target_missed: isMissed,
        });
  });
}, 120_000);
afterAll(() => fixture.service.close());

const listAll = async (as: TestUser, query: string): Promise<number[]> => {
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { status: number; body: { tasks: { publicTaskId: number }[]; nextCursor: string | null } } =
      await fixture.call(
        'GET',
        `/api/tasks?limit=7&${query}${cursor && `&cursor=${cursor}`}`,
        fixture.tokens[as],
      );
    expect(page.status).toBe(200);
    ids.push(...page.body.tasks.map(({ publicTaskId }) => publicTaskId));
    cursor = page.body.nextCursor;
  }
  return ids;
};
const isSeenBy = (as: TestUser, { readers }: Listed): boolean =>
  readers === undefined || as === 'operator' || readers.includes(userIds[as as keyof typeof userIds]);
const filters: [string, (task: Listed) => boolean][] = [
  ['', () => true],
  ['target=running', ({ next }) => next !== null],
  ['target=soon', ({ soon }) => soon !== null && soon <= 0],
  ['target=missed', ({ isMissed }) => isMissed],
  ['target=missed&statusTypes=INITIAL', ({ isMissed }) => isMissed],
  ['statusTypes=INITIAL&priorities=NORMAL', () => true],
  ['assignedToMe=true', () => false],
];
const readers: TestUser[] = ['member', 'admin', 'operator'];

describe('GET /api/tasks by targets', () => {
  it.each(filters)('lists and sorts "%s" as a plain comparison does', async (filter, matches) => {
    for (const as of readers) {
      const seen = tasks
        .map((task, n) => ({ ...task, n }))
        .filter((task) => isSeenBy(as, task) && matches(task));
      for (const [direction, sign] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const expected = [...seen].sort(
          (one, other) => sign * ((one.next ?? 1e9) - (other.next ?? 1e9) || one.n - other.n),
        );
        expect(
          await listAll(as, `sortBy=nextTargetAt&sortDirection=${direction}&${filter}`),
          `${as} ${direction} ${filter}`,
        ).toEqual(expected.map(({ id }) => id));
      }
      for (const sortBy of ['createdAt', 'title', 'statusName'])
        expect((await listAll(as, `sortBy=${sortBy}&${filter}`)).sort(), `${as} ${sortBy} ${filter}`).toEqual(
          seen.map(({ id }) => id).sort(),
        );
    }
  });

  it('are for members', async () => {
    for (const query of ['target=missed', 'sortBy=nextTargetAt'])
      expect((await fixture.call('GET', `/api/tasks?${query}`, fixture.tokens.reporter)).status).toBe(403);
  });

  it('can be a saved view and a column of an export', async () => {
    const { call, tokens } = fixture;
    const view = {
      name: 'Pilne',
      query: { target: 'soon' },
      sort: { by: 'nextTargetAt', direction: 'asc' },
      columns: ['title', 'nextTargetAt'],
    };
    expect((await call('POST', '/api/task-views', tokens.member, view)).status).toBe(201);
    const path = '/api/tasks/export?format=csv&target=running&columns=title,nextTargetAt';
    const exported = await call('GET', path, tokens.member);
    expect(exported.status).toBe(200);
  });
});
