import { taskListQuerySchema } from '@obieg/contracts';
import { createDatabase, createMemberLookUp, type Tx, withOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dueTasks } from '../src/notifications/due-news';
import { removeUnusedAudiences } from '../src/search/audiences';
import { planPage, selectPage } from '../src/task-list/list-tasks';
import { type Fixture, startFixture, userIds } from './fixture';
import { statusIds } from './tasks-service';

// Counts the rows that PostgreSQL reads, which do not depend on the speed of the machine.

const taskCount = 25_000;
const entryCount = 100_000;
/** `selectByMatchCount` counts up to 10,001 matches and then reads a page of up to 1,000. */
const readMax = 12_000;

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    await tx.raw(
      `insert into tasks (organization_id, public_task_id, title, status_id, priority, assigned_user_id, answers,
                          created_at, updated_at)
       select app_organization_id(), 600000000000 + n, 'Zadanie ' || n, :statusId, 'NORMAL', :assignee, '{}',
              now() - n * interval '1 second', now() - n * interval '1 second'
         from generate_series(1, :taskCount) n`,
      { statusId: statusIds.inProgress, assignee: userIds.leader, taskCount },
    );
    await tx.raw(
      `with audience as (
         insert into search_audiences (organization_id, key) values (app_organization_id(), 'members')
         on conflict (organization_id, key) do update set key = excluded.key returning id)
       insert into search_entries (organization_id, audience_id, task_id, rank, term)
       select app_organization_id(), audience.id, n, 0, 'zadanie' from audience, generate_series(1, :entryCount) n`,
      { entryCount },
    );
  });
  const owner = createDatabase({ url: fixture.service.ownerUrl });
  await owner.knex.raw('vacuum analyze tasks, search_entries, search_audiences');
  await owner.close();
}, 120_000);
afterAll(() => fixture.service.close());

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const explained = (sql: string): string => `explain (analyze, format json) ${sql}`;

/** @returns the rows of the table that its scans read */
const countRows = (rows: readonly { 'QUERY PLAN'?: unknown }[], table: string): number => {
  const [statement] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[];
  if (!statement) throw new Error('The statement has no plan.');
  return nodesOf(statement.Plan)
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
};

const toLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
};

/** Runs the plan for all values, as the service does. `explain` of a statement with parameters plans for theirs. */
const readRows = (build: (knex: Knex) => Knex.Raw): Promise<number> =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    const { sql, bindings } = build(fixture.service.db.knex).toSQL().toNative();
    const values = bindings.length > 0 ? `(${bindings.map(toLiteral).join(', ')})` : '';
    await tx.raw('set local plan_cache_mode = force_generic_plan');
    const statement = `prepare counted as ${sql}`;
    await tx.raw(statement.replaceAll('?', '\\?'));
    const { rows } = await tx.raw(explained(`execute counted${values}`).replaceAll('?', '\\?'));
    await tx.raw('deallocate counted');
    return countRows(rows, 'tasks');
  });

const readList = async (query: Record<string, string>): Promise<number> => {
  const { service, acme } = fixture;
  const member = await createMemberLookUp(service.db).findPermissions(userIds.member, acme.id);
  if (!member) throw new Error('The reader is no member.');
  const caller = {
    tenantScope: acme.id,
    organizationId: acme.id,
    userId: userIds.member,
    actor: { ...member, userId: userIds.member, organizationId: acme.id, sessionId: '' },
    language: 'mul',
    traceparent: '',
  } as const;
  const page = await planPage(service.db, caller, taskListQuerySchema.parse(query));
  return readRows((knex) => selectPage(knex, caller, page));
};

describe('an organization with many tasks', () => {
  it.each([
    { createdDays: '30', sortBy: 'title' },
    { createdDays: '30', sortBy: 'lastUpdatedAt' },
    { updatedDays: '30', sortBy: 'createdAt' },
  ])('reads a part of the tasks of a wide range for $createdDays $updatedDays by $sortBy', async (query) => {
    expect(await readList(query)).toBeLessThan(readMax);
  });

  it('reads only tasks with a due date to find those that are overdue', async () => {
    expect(await readList({ due: 'overdue' })).toBeLessThan(taskCount / 10);
    expect(await readRows((knex) => knex.raw(dueTasks))).toBeLessThan(taskCount / 10);
  });

  it('reads one entry of an audience to see that it is used', async () => {
    const read = await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      // As for millions of entries, which make a hash join the cheapest.
      await tx.raw('set local enable_nestloop = off');
      const ids = await tx('search_audiences').pluck<number[]>('id');
      const counts: number[] = [];
      const raw = async (sql: string, bindings: Record<string, unknown>) => {
        const { rows } = await tx.raw(explained(sql), bindings as never);
        counts.push(countRows(rows, 'search_entries'));
        return { rows: [] };
      };
      await removeUnusedAudiences({ raw } as unknown as Tx, ids);
      return counts;
    });
    expect(read).toEqual([expect.any(Number)]);
    expect(read[0]).toBeLessThan(100);
  });
});
