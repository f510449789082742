import { type Actor, createMemberLookUp, type Tx, withOrganization } from '@obieg/service-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyLinkReaderChanges } from '../src/links/link-reader-changes';
import { selectLinks } from '../src/links/links.repo';
import { preparedReader, readerCte } from '../src/policy/reader-sql';
import { isListedFor, readerBindings } from '../src/policy/tasks.policy';
import { type Fixture, startFixture, userIds } from './fixture';

const taskCount = 8;
const firstNumber = 600_000_000_000;
const readers = ['operator', 'member', 'reporter', 'groupMember', 'observer', 'leader'] as const;

let fixture: Fixture;
const actors = new Map<string, Actor>();
beforeAll(async () => {
  fixture = await startFixture();
  const { db } = fixture.service;
  for (const reader of readers) {
    const userId = userIds[reader];
    const member = await createMemberLookUp(db).findPermissions(userId, fixture.acme.id);
    if (!member) throw new Error('The reader is no member.');
    actors.set(reader, { ...member, userId, organizationId: fixture.acme.id, sessionId: '' });
  }
});
afterAll(() => fixture.service.close());

const inAcme = <Result>(run: (tx: Tx) => Promise<Result>) =>
  withOrganization(fixture.service.db, fixture.acme.id, run);

const insertTasks = (tx: Tx) =>
  tx.raw(
    `insert into tasks (organization_id, public_task_id, title, status_id, priority, answers)
     select app_organization_id(), cast(:firstNumber as bigint) + n, 'Zadanie', 1, 'NORMAL', '{}'
       from generate_series(0, ${taskCount - 1}) n`,
    { firstNumber },
  );
const removeAll = async (tx: Tx) => {
  for (const table of ['task_links', 'task_readers', 'link_reader_changes']) await tx(table).delete();
  await tx.raw('delete from tasks where public_task_id >= :firstNumber', { firstNumber });
};

const person = fc.constantFrom(...readers.map((reader) => userIds[reader]), null);
const group = fc.constantFrom(5, 6, 9, null);
const task = fc.nat(taskCount - 1);

/** Statements as this version and the last release send them. */
const arbitraryChange = fc.oneof(
  fc.record({ table: fc.constant('tasks' as const), task, is_restricted: fc.boolean() }),
  fc.record({
    table: fc.constant('tasks' as const),
    task,
    assigned_user_id: person,
    assigned_group_id: group,
  }),
  fc.record({
    table: fc.constant('tasks' as const),
    task,
    author_user_id: person,
    author_email: fc.constantFrom('user11@obieg.test', 'user12@obieg.test', null),
  }),
  fc.record({
    table: fc.constant('task_readers' as const),
    task,
    readers: fc.uniqueArray(
      fc.oneof(
        person.map((id) => ({ kind: 'USER', reader_id: id })),
        group.map((id) => ({ kind: 'GROUP', reader_id: id })),
      ),
      { selector: ({ kind, reader_id }) => `${kind} ${reader_id}`, maxLength: 3 },
    ),
  }),
  fc.record({ table: fc.constant('task_links' as const), task, other: task }),
);
type Change = typeof arbitraryChange extends fc.Arbitrary<infer T> ? T : never;

const idOf = (number: number) => `(select id from tasks where public_task_id = ${firstNumber + number})`;

const apply = async (tx: Tx, change: Change): Promise<void> => {
  const id = tx.raw(idOf(change.task));
  if (change.table === 'tasks') {
    const { table: _, task: number, ...columns } = change;
    await tx('tasks')
      .where({ public_task_id: firstNumber + number })
      .update(columns);
  } else if (change.table === 'task_readers') {
    await tx('task_readers').where({ task_id: id }).delete();
    for (const { kind, reader_id } of change.readers)
      if (reader_id !== null)
        await tx('task_readers').insert({
          organization_id: fixture.acme.id,
          task_id: tx.raw(idOf(change.task)),
          kind,
          reader_id,
        });
  } else if (change.other !== change.task) {
    const [source, target] = [Math.min(change.task, change.other), Math.max(change.task, change.other)];
    const { rowCount } = (await tx.raw(
      `delete from task_links where source_task_id = ${idOf(source)} and target_task_id = ${idOf(target)}`,
    )) as unknown as { rowCount: number };
    if (rowCount === 0)
      await tx.raw(
        `insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
         values (app_organization_id(), 'RELATES', ${idOf(source)}, ${idOf(target)}, 1)`,
      );
  }
};

/** The ids of the links by one plain query, which checks each task. */
const listPlainly = async (tx: Tx, number: number, actor: Actor): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `with ${readerCte}
     select l.id from tasks me
       join task_links l on me.id in (l.source_task_id, l.target_task_id)
       join tasks t on t.id in (l.source_task_id, l.target_task_id) and t.id <> me.id
      where me.public_task_id = :number and ${isListedFor(actor, preparedReader)} order by l.id`,
    { ...readerBindings(actor), number: firstNumber + number },
  );
  return rows.map(({ id }) => id);
};
const isOpened = async (tx: Tx, number: number, actor: Actor): Promise<boolean> => {
  const isMember = actor.permissions.has('BASE');
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `with ${readerCte} select 1 from tasks t where t.public_task_id = :number
        and ${isMember ? isListedFor(actor, preparedReader) : `(not t.is_restricted or ${isListedFor(actor, preparedReader)})`}`,
    { ...readerBindings(actor), number: firstNumber + number },
  );
  return rows.length > 0;
};

const applyChanges = () => applyLinkReaderChanges(fixture.service.db, fixture.acme.id);

/** Compares the links that each reader finds with those of a plain query. */
const expectExactLinks = (moment: string): Promise<void> =>
  inAcme(async (tx) => {
    for (const [reader, actor] of actors)
      for (let number = 0; number < taskCount; number += 1) {
        const { rows } = (await selectLinks(tx, firstNumber + number, actor)) as unknown as {
          rows: { link: { linkId: number } }[];
        };
        const expected = (await isOpened(tx, number, actor)) ? await listPlainly(tx, number, actor) : [];
        expect(
          rows.map(({ link }) => link.linkId),
          `task ${number} for ${reader} ${moment}`,
        ).toEqual(expected);
      }
  });

describe('the links of a task', () => {
  it('are those of a plain query after random changes, for each reader', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryChange, { minLength: 20, maxLength: 60 }), async (changes) => {
        await inAcme(insertTasks);
        // Several changes in one transaction, and one in each.
        await inAcme(async (tx) => {
          for (const change of changes.slice(0, 20)) await apply(tx, change);
        });
        for (const [index, change] of changes.slice(20).entries()) {
          await inAcme((tx) => apply(tx, change));
          if (index % 7 === 6) await applyChanges();
        }
        await expectExactLinks('while changes wait');
        // Two processes at once.
        await Promise.all([applyChanges(), applyChanges()]);
        expect(await inAcme((tx) => tx('link_reader_changes').select('*'))).toEqual([]);
        await expectExactLinks('after the changes');
        await inAcme(async (tx) => {
          await removeAll(tx);
          expect(await tx('link_readers').select('*')).toEqual([]);
        });
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 240_000);

  it('have the readers that both changes left if a link is added while its task is restricted', async () => {
    await inAcme(insertTasks);
    const restrict = async (tx: Tx) => {
      await tx('tasks').where({ public_task_id: firstNumber }).update({ is_restricted: true });
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await Promise.all([
      inAcme(restrict),
      inAcme(async (tx) => {
        await apply(tx, { table: 'task_links', task: 0, other: 1 });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }),
    ]);
    await applyChanges();
    await inAcme(async (tx) => {
      const principals = await tx('link_readers')
        .where({ task_id: tx.raw(idOf(1)) })
        .pluck('principal');
      expect(principals).toEqual([]);
      await removeAll(tx);
    });
  });
});

describe('a change of the readers of a task', () => {
  /** Rows that the connection has read and written, as far as the statistics do not contain them yet. */
  const countRows = async (tx: Tx): Promise<number> => {
    const { rows } = await tx.raw<{ rows: { count: number }[] }>(
      `select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read + n_tup_ins + n_tup_upd + n_tup_del)::int as count
         from pg_stat_xact_user_tables where relname in ('task_links', 'link_readers', 'link_reader_changes')`,
    );
    return rows[0]?.count ?? 0;
  };

  it.each<{ name: string; change: object }>([
    { name: 'its visibility', change: { is_restricted: false } },
    { name: 'its author', change: { author_user_id: userIds.leader } },
    { name: 'its assignee', change: { assigned_user_id: userIds.member } },
  ])('reads and writes as many rows with 500 links as without: $name', async ({ change }) => {
    await inAcme(insertTasks);
    await inAcme(async (tx) => {
      await tx('tasks').where('public_task_id', '>=', firstNumber).update({ is_restricted: true });
      await tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, answers, is_restricted)
         select app_organization_id(), cast(:firstNumber as bigint) + 100 + n, 'Zadanie', 1, 'NORMAL', '{}', true
           from generate_series(1, 500) n`,
        { firstNumber },
      );
      await tx.raw(
        `insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
         select app_organization_id(), 'BLOCKS', ${idOf(0)}, id, 1
           from tasks where public_task_id > :from`,
        { from: firstNumber + 100 },
      );
    });
    const count = (number: number) =>
      inAcme(async (tx) => {
        const before = await countRows(tx);
        await tx('tasks')
          .where({ public_task_id: firstNumber + number })
          .update(change);
        await tx('task_readers').insert({
          organization_id: fixture.acme.id,
          task_id: tx.raw(idOf(number)),
          kind: 'USER',
          reader_id: userIds.observer,
        });
        return (await countRows(tx)) - before;
      });
    const [withLinks, without] = [await count(0), await count(1)];
    expect(withLinks).toBe(without);
    expect(withLinks).toBeGreaterThan(0);
    await inAcme(removeAll);
  });
});
