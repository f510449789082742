import { priorities, type TaskListItem, taskSortKeys } from '@obieg/contracts';
import {
  type Actor,
  createDatabase,
  createMemberLookUp,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restrictedTasksStoredMigration } from '../migrations/20261129200010_restricted_tasks_stored';
import { preparedReader, readerCte } from '../src/policy/reader-sql';
import { isListedFor, readerBindings } from '../src/policy/tasks.policy';
import { type Fixture, startFixture, userIds } from './fixture';

const taskCount = 8;
const firstNumber = 600_000_000_000;
const readers = ['operator', 'member', 'groupMember', 'observer', 'leader'] as const;

let fixture: Fixture;
const actors = new Map<(typeof readers)[number], Actor>();
beforeAll(async () => {
  fixture = await startFixture();
  for (const reader of readers) {
    const userId = userIds[reader];
    const member = await createMemberLookUp(fixture.service.db).findPermissions(userId, fixture.acme.id);
    if (!member) throw new Error('The reader is no member.');
    actors.set(reader, { ...member, userId, organizationId: fixture.acme.id, sessionId: '' });
  }
});
afterAll(() => fixture.service.close());

const inAcme = <Result>(run: (tx: Tx) => Promise<Result>) =>
  withOrganization(fixture.service.db, fixture.acme.id, run);

const person = fc.constantFrom(...readers.map((reader) => userIds[reader]), null);
const group = fc.constantFrom(5, 6, 9, null);
const task = fc.nat(taskCount - 1);
const columns = fc.oneof(
  fc.record({ is_restricted: fc.boolean() }),
  fc.record({ assigned_user_id: person, assigned_group_id: fc.constant(null) }),
  fc.record({ assigned_user_id: fc.constant(null), assigned_group_id: group }),
  fc.record({
    author_user_id: person,
    author_email: fc.constantFrom('user11@obieg.test', 'user14@obieg.test', null),
  }),
  fc.record({
    next_target_at: fc.constantFrom('2027-01-01T00:00:00Z', null),
    target_soon_at: fc.constantFrom('2026-12-01T00:00:00Z', null),
    is_target_missed: fc.boolean(),
  }),
  fc.record({ deleted_at: fc.constantFrom('2026-01-01T00:00:00Z', null) }),
  fc.record({
    title: fc.constantFrom('Żaba', 'Zadanie', 'ćma'),
    status_id: fc.integer({ min: 1, max: 3 }),
    priority: fc.constantFrom(...priorities),
    due_at: fc.constantFrom('2027-01-01T00:00:00Z', '2026-12-01T00:00:00Z', null),
    updated_at: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-02-01'), noInvalidDate: true }),
    // Without its last digit.
    public_task_id: fc.integer({ min: 10_000_000_000, max: 50_000_000_000 }),
  }),
);
const namedReaders = fc.uniqueArray(
  fc.oneof(
    person.map((id) => ({ kind: 'USER', reader_id: id })),
    group.map((id) => ({ kind: 'GROUP', reader_id: id })),
  ),
  { selector: ({ kind, reader_id }) => `${kind} ${reader_id}`, maxLength: 3 },
);
/** Statements as this version and the last release send them. */
const arbitraryChange = fc.oneof(
  { weight: 4, arbitrary: fc.record({ task, columns }) },
  { weight: 2, arbitrary: fc.record({ task, readers: namedReaders }) },
  { weight: 1, arbitrary: fc.record({ user: fc.constantFrom(...readers), group: fc.constantFrom(5, 6, 9) }) },
);
type Change = typeof arbitraryChange extends fc.Arbitrary<infer T> ? T : never;

const insertTasks = async (tx: Tx): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `insert into tasks (organization_id, public_task_id, title, status_id, priority, answers, is_restricted)
     select app_organization_id(), cast(:firstNumber as bigint) + n, 'Zadanie', 1, 'NORMAL', '{}', n % 2 = 0
       from generate_series(0, ${taskCount - 1}) n returning id`,
    { firstNumber },
  );
  return rows.map(({ id }) => id);
};

const apply = async (tx: Tx, ids: readonly number[], change: Change): Promise<void> => {
  const { id: organization_id } = fixture.acme;
  if ('user' in change) {
    const member = { organization_id, group_id: change.group, user_id: userIds[change.user] };
    if ((await tx('group_members').where(member).delete()) === 0)
      await tx('group_members').insert({ ...member, role: 'MEMBER' });
    return;
  }
  const task_id = ids[change.task] ?? 0;
  if ('columns' in change) {
    const { columns } = change;
    // The last digit is that of the task, so that no two tasks get one number.
    const numbered =
      'public_task_id' in columns
        ? { ...columns, public_task_id: columns.public_task_id * 10 + change.task }
        : columns;
    await tx('tasks').where({ id: task_id }).update(numbered);
    return;
  }
  await tx('task_readers').where({ task_id }).delete();
  const named = change.readers.filter(({ reader_id }) => reader_id !== null);
  if (named.length > 0)
    await tx('task_readers').insert(named.map((one) => ({ organization_id, task_id, ...one })));
};

/** The rows that the tasks and their readers call for. */
const expectedRows = `
  select t.id as task_id, p.principal, t.public_task_id, t.title, t.status_id, t.priority, t.author_email,
         t.assigned_user_id, t.assigned_group_id, t.created_at, t.updated_at, t.due_at, t.next_target_at,
         t.target_soon_at, t.is_target_missed
    from tasks t cross join lateral (
      select 'author:' || t.author_user_id as principal union
      select 'email:' || t.author_email where t.author_user_id is null union
      select 'user:' || t.assigned_user_id union
      select 'group:' || t.assigned_group_id union
      select lower(r.kind) || ':' || r.reader_id from task_readers r where r.task_id = t.id) p
   where t.is_restricted and t.deleted_at is null and p.principal is not null`;
const storedRows = `
  select task_id, principal, public_task_id, title, status_id, priority, author_email, assigned_user_id,
         assigned_group_id, created_at, updated_at, due_at, next_target_at, target_soon_at, is_target_missed
    from restricted_tasks`;
const countDifferences = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `(${expectedRows} except ${storedRows}) union all (${storedRows} except ${expectedRows})`,
  );
  return rows.length;
};

/** The numbers of the tasks by one plain query, which checks each task. */
const listPlainly = async (tx: Tx, actor: Actor): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { number: number }[] }>(
    `with ${readerCte} select t.public_task_id as number from tasks t
      where t.deleted_at is null and ${isListedFor(actor, preparedReader)} order by 1`,
    readerBindings(actor),
  );
  return rows.map(({ number }) => number);
};
const list = async (reader: (typeof readers)[number], sortBy: string): Promise<number[]> => {
  const { body } = await fixture.call('GET', `/api/tasks?limit=200&sortBy=${sortBy}`, fixture.tokens[reader]);
  return body.tasks
    .map(({ publicTaskId }: TaskListItem) => publicTaskId)
    .sort((a: number, b: number) => a - b);
};

describe('the rows of restricted tasks', () => {
  it('follow random changes, and lists are those of a plain query for each reader', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryChange, { minLength: 20, maxLength: 50 }), async (changes) => {
        const ids = await inAcme(insertTasks);
        // Several changes in one transaction, and one in each.
        await inAcme(async (tx) => {
          for (const change of changes.slice(0, 15)) await apply(tx, ids, change);
        });
        for (const change of changes.slice(15)) await inAcme((tx) => apply(tx, ids, change));
        expect(await inAcme(countDifferences)).toBe(0);
        for (const [index, [reader, actor]] of [...actors].entries())
          expect(
            await list(reader, taskSortKeys[(index + changes.length) % taskSortKeys.length] ?? 'title'),
            reader,
          ).toEqual(await inAcme((tx) => listPlainly(tx, actor)));
        await inAcme(async (tx) => {
          await tx('task_readers').delete();
          await tx('tasks').whereIn('id', ids).delete();
          expect(await tx('restricted_tasks').select('*')).toEqual([]);
        });
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 240_000);

  it('have the readers that two changes at once left', async () => {
    const ids = await inAcme(insertTasks);
    const change = (readerId: number) =>
      inAcme(async (tx) => {
        await tx('task_readers').insert({
          organization_id: fixture.acme.id,
          task_id: ids[0],
          kind: 'USER',
          reader_id: readerId,
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
      });
    await Promise.all([change(userIds.member), change(userIds.leader), change(userIds.observer)]);
    expect(await inAcme(countDifferences)).toBe(0);
  });

  it('are stored for the tasks that existed before, in every organization and repeatedly', async () => {
    await inAcme(async (tx) => {
      await tx('tasks').update({ is_restricted: true, assigned_group_id: 5, author_email: 'a@poczta.test' });
    });
    const stored = await inAcme((tx) => tx('restricted_tasks').orderByRaw('task_id, principal'));
    expect(stored.length).toBeGreaterThan(taskCount);
    await inAcme((tx) => tx('restricted_tasks').delete());
    const owner = createDatabase({ url: fixture.service.ownerUrl });
    for (let run = 0; run < 2; run += 1) {
      await restrictedTasksStoredMigration.up(owner.knex);
      expect(await inAcme((tx) => tx('restricted_tasks').orderByRaw('task_id, principal'))).toEqual(stored);
    }
    await owner.close();
  });
});
