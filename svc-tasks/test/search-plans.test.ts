import type { TaskListItem } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexQueuedChanges, queueExistingTexts } from '../src/search/search-queue';
import { type Fixture, startFixture, userIds } from './fixture';
import { statusIds } from './tasks-service';

/** More tasks than `entriesMax`, so that words in every second task are common. */
const taskCount = 11_000;
const firstNumber = 500_000_000_000;

let fixture: Fixture;
const indexAll = () => indexQueuedChanges(fixture.service.db, fixture.acme.id, 60_000);

beforeAll(async () => {
  fixture = await startFixture();
  await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx.raw(
      `insert into tasks (organization_id, public_task_id, title, description, status_id, priority, author_user_id,
                          assigned_user_id, is_restricted, answers)
       select app_organization_id(), cast(:firstNumber as bigint) + n,
              case when n % 2 = 0 then 'wspolne parzyste' else 'odmiana' || n % 20 end,
              case when n % 2 = 0 then 'opis' else 'wspolne nieparzyste' end || case when n = 7 then ' jedyne' else '' end,
              :statusId, 'NORMAL', :author, case when n % 100 = 0 then cast(:author as bigint) end, n % 10 = 0, '{}'
         from generate_series(1, :taskCount) n`,
      { firstNumber, taskCount, statusId: statusIds.new, author: userIds.member },
    ),
  );
  await indexAll();
}, 120_000);
afterAll(() => fixture.service.close());

type Reader = 'operator' | 'member';
const numbers = Array.from({ length: taskCount }, (_, index) => taskCount - index);
const isVisible = (reader: Reader) => (n: number) => reader === 'member' || n % 10 !== 0;

const listPages = async (query: string, reader: Reader, pages: number) => {
  const listed: number[] = [];
  const bodies = [];
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const path = `/api/tasks?limit=200&${query}${cursor}`;
    const { status, body } = await fixture.call('GET', path, fixture.tokens[reader]);
    expect([status, body.detail]).toEqual([200, undefined]);
    bodies.push(body);
    listed.push(...body.tasks.map(({ publicTaskId }: TaskListItem) => publicTaskId - firstNumber));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  return { listed, bodies };
};
const inTitleFirst = (isInTitle: (n: number) => boolean) => [
  ...numbers.filter(isInTitle),
  ...numbers.filter((n) => !isInTitle(n)),
];
const isEven = (n: number): boolean => n % 2 === 0;

describe('GET /api/tasks with search for common words', () => {
  it.each(['operator', 'member'] as const)('lists titles first, then the others, for %s', async (reader) => {
    const { listed } = await listPages('search=wspolne', reader, 100);
    expect(listed).toEqual(inTitleFirst(isEven).filter(isVisible(reader)));
  });

  it('does not count all matches', async () => {
    const { bodies } = await listPages('search=wspolne', 'operator', 2);
    for (const body of bodies) expect(body).toMatchObject({ total: 201, isTotalExact: false });
    const rare = await listPages('search=jedyne', 'operator', 1);
    expect(rare.bodies[0].total).toBe(1);
    expect(rare.bodies[0]).not.toHaveProperty('isTotalExact');
  });

  it('lists tasks with several common words', async () => {
    const both = await listPages('search=parzyste%20wspolne', 'operator', 3);
    expect(both.listed).toEqual(inTitleFirst(isEven).filter(isVisible('operator')).slice(0, 600));
    const phrase = await listPages('search=%22wspolne%20nie%22', 'operator', 2);
    expect(phrase.listed).toEqual(numbers.filter((n) => !isEven(n)).slice(0, 400));
  });

  it('finds nothing for common words that are never in the same task', async () => {
    const { listed } = await listPages('search=opis%20nieparzyste', 'operator', 5);
    expect(listed).toEqual([]);
    const rare = await listPages('search=wspolne%20jedyne', 'operator', 1);
    expect(rare.listed).toEqual([7]);
  });

  it('lists a part of many words newest first', async () => {
    const { listed } = await listPages('search=dmiana', 'operator', 3);
    expect(listed).toEqual(numbers.filter((n) => !isEven(n)).slice(0, 600));
  });

  it('combines with filters and orders', async () => {
    const mine = await listPages('search=wspolne&assignedToMe=true', 'member', 1);
    expect(mine.listed).toEqual(numbers.filter((n) => n % 100 === 0));
    expect(mine.bodies[0].total).toBe(mine.listed.length);
    const open = await listPages('search=wspolne&statusTypes=INITIAL', 'operator', 2);
    expect(open.listed).toEqual(numbers.filter(isVisible('operator')).slice(0, 400));
    const oldest = await listPages('search=wspolne&sortBy=createdAt&sortDirection=asc', 'operator', 1);
    expect(oldest.listed).toEqual([...numbers].reverse().filter(isVisible('operator')).slice(0, 200));
    const done = await listPages('search=wspolne&statusTypes=FINAL', 'operator', 1);
    expect(done.listed).toEqual([]);
  });

  it('finds the beginning of many numbers', async () => {
    const { listed } = await listPages('search=5000000', 'operator', 2);
    expect(listed).toEqual(numbers.filter(isVisible('operator')).slice(0, 400));
  });
});

describe('queueExistingTexts', () => {
  it('lets searches read unindexed tasks until the index is complete', async () => {
    const { service, acme } = fixture;
    await withOrganization(service.db, acme.id, async (tx) => {
      const [{ id }] = await tx('tasks')
        .where({ public_task_id: firstNumber + 7 })
        .select('id');
      await tx('search_texts').where({ task_id: id }).delete();
      await tx('search_entries').where({ task_id: id }).delete();
      await tx('search_changes').insert({ organization_id: acme.id, task_id: id, is_backfill: true });
    });
    const before = await listPages('search=jedyne', 'operator', 1);
    expect(before.listed).toEqual([7]);
    expect(before.bodies[0].tasks[0]).not.toHaveProperty('match');
    await indexAll();
    const after = await listPages('search=jedyne', 'operator', 1);
    expect(after.bodies[0].tasks[0].match).toMatchObject({ field: 'description' });
  });

  it('queues the tasks of an organization once', async () => {
    const { service, acme } = fixture;
    const countQueued = () =>
      withOrganization(service.db, acme.id, async (tx) => (await tx('search_changes').select('id')).length);
    await withOrganization(service.db, acme.id, async (tx) => {
      await tx('search_builds').delete();
      const [{ id }] = await tx('tasks')
        .where({ public_task_id: firstNumber + 9 })
        .select('id');
      await tx('search_texts').where({ task_id: id }).delete();
    });
    await Promise.all([queueExistingTexts(service.db, acme.id), queueExistingTexts(service.db, acme.id)]);
    expect(await countQueued()).toBe(1);
  });
});
