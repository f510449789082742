import { priorities, type TaskListItem, taskListQuerySchema, taskSortKeys } from '@obieg/contracts';
import { createMemberLookUp, withOrganization } from '@obieg/service-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readerCte } from '../src/policy/reader-sql';
import { readerBindings } from '../src/policy/tasks.policy';
import { columnFilters, filterBindings, listConditions } from '../src/task-list/list-filters';
import { sortKeys } from '../src/task-list/list-order';
import { type Fixture, startFixture, userIds } from './fixture';

const taskCount = 300;
/** More restricted tasks than a page counts. Only `leader` reads them. */
const manyCount = 1_100;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    // Primes make the columns independent of each other.
    await tx.raw(
      `insert into tasks (organization_id, public_task_id, title, status_id, priority, author_user_id, author_email,
                          assigned_user_id, assigned_group_id, is_restricted, due_at, updated_at, deleted_at, answers)
       select app_organization_id(), 600000000000 + n * 7919 % 10007, 'Zadanie ' || n * 31 % 20, 1 + n * 17 % 3,
              (cast(:priorities as text[]))[1 + n * 13 % 5],
              case when n * 11 % 4 > 0 then 10 + n * 11 % 6 end,
              'user' || 10 + n * 11 % 6 || '@obieg.test',
              case when n * 19 % 3 = 0 then 10 + n * 23 % 6 end, case when n * 19 % 3 = 1 then 5 + n % 2 end,
              n * 29 % 2 = 0 or n > cast(:taskCount as int), case when n % 4 > 0 then now() + n * 37 % 40 * interval '1 day' end,
              now() - n * 41 % 50 * interval '1 hour', case when n % 23 = 0 then now() end, '{}'
         from generate_series(1, cast(:taskCount as int) + :manyCount) n`,
      { priorities: [...priorities], taskCount, manyCount },
    );
    await tx.raw(
      `insert into task_readers (organization_id, task_id, kind, reader_id)
       select organization_id, id, 'USER', :leader from tasks where is_restricted
       union all
       select organization_id, id, 'USER', 10 + id % 5 from tasks where is_restricted and id % 3 = 0
       union all
       select organization_id, id, 'GROUP', 5 + id % 2 from tasks where is_restricted and id % 7 = 0`,
      { leader: userIds.leader },
    );
  });
}, 60_000);
afterAll(() => fixture.service.close());

type Reader = 'operator' | 'member' | 'groupMember' | 'observer' | 'leader';
const readers: readonly Reader[] = ['operator', 'member', 'groupMember', 'observer', 'leader'];

/** The numbers of the tasks by one plain query, which checks each task. */
const listPlainly = async (reader: Reader, parameters: Record<string, string>): Promise<number[]> => {
  const { service, acme } = fixture;
  const userId = userIds[reader];
  const member = await createMemberLookUp(service.db).findPermissions(userId, acme.id);
  if (!member) throw new Error('The reader is no member.');
  const actor = { ...member, userId, organizationId: acme.id, sessionId: '' };
  const { sortBy = 'createdAt', ...rest } = taskListQuerySchema.parse(parameters);
  if (sortBy === 'relevance') throw new TypeError('Only a search has a relevance.');
  const query = { ...rest, sortBy };
  const { sql: key, joins = '' } = sortKeys[sortBy];
  const conditions = listConditions(actor, query, columnFilters(query)).join(' and ');
  return withOrganization(service.db, acme.id, async (tx) => {
    const { rows } = await tx.raw<{ rows: { public_task_id: number }[] }>(
      `with ${readerCte} select t.public_task_id from tasks t ${joins} where ${conditions}
        order by ${key} ${query.sortDirection}, t.id ${query.sortDirection}`,
      { ...readerBindings(actor), ...filterBindings(query) },
    );
    return rows.map(({ public_task_id }) => public_task_id);
  });
};

const listPages = async (reader: Reader, parameters: Record<string, string>) => {
  const numbers: number[] = [];
  const totals = new Set<number>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/api/tasks?${new URLSearchParams({ ...parameters, ...(cursor && { cursor }) })}`;
    const { status, body } = await fixture.call('GET', path, fixture.tokens[reader]);
    expect([status, body.detail]).toEqual([200, undefined]);
    numbers.push(...body.tasks.map(({ publicTaskId }: TaskListItem) => publicTaskId));
    totals.add(body.total);
    cursor = body.nextCursor;
  }
  return { numbers, totals: [...totals] };
};

const optional = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const arbitraryList = fc.record({
  reader: fc.constantFrom(...readers),
  parameters: fc
    .record({
      sortBy: fc.constantFrom(...taskSortKeys),
      sortDirection: fc.constantFrom('asc', 'desc'),
      limit: fc.constantFrom('50', '120', '200'),
      statusIds: optional('2', '1,3'),
      priorities: optional('HIGHEST', 'LOW,NORMAL'),
      assignees: optional('none', 'user:12', 'group:5,none'),
      createdBy: optional('user11@obieg.test'),
      updatedDays: optional('1'),
      due: optional('week', 'none'),
      assignedToMyGroups: optional('true'),
    })
    .map((all) => Object.fromEntries(Object.entries(all).filter((entry) => entry[1] !== undefined))),
});

describe('GET /api/tasks', () => {
  it('has the tasks, order and pages of a plain query for random filters and readers', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryList, async ({ reader, parameters }) => {
        const expected = await listPlainly(reader, parameters as Record<string, string>);
        const { numbers, totals } = await listPages(reader, parameters as Record<string, string>);
        expect(numbers).toEqual(expected);
        expect(totals).toEqual([Math.min(expected.length, 1_000)]);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  }, 240_000);

  it.each(readers)('has all pages without a filter for %s', async (reader) => {
    const { numbers } = await listPages(reader, { limit: '200' });
    expect(numbers).toEqual(await listPlainly(reader, {}));
  });
});
