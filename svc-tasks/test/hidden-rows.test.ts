import { taskListQuerySchema } from '@obieg/contracts';
import {
  type Actor,
  createMemberLookUp,
  readOrganization,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectApprovals } from '../src/approvals/list-approvals';
import type { Caller } from '../src/callers/caller';
import { commentsOfIdsPart, commentsPart } from '../src/comments/list-comments';
import { hasMaximumComments } from '../src/comments/readable-comments';
import { assignmentHistoryPart, changeHistoryPart } from '../src/history/history.service';
import { findAncestors, findTasksWithOpenWork, hasMaximumLinks, selectLinks } from '../src/links/links.repo';
import { selectNeedleTerms } from '../src/search/needle-terms';
import { parseSearch } from '../src/search/parse-search';
import { selectStatusCounts } from '../src/task-list/count-by-status';
import { planPage, selectPage } from '../src/task-list/list-tasks';
import { selectReaderTaskDetails } from '../src/tasks/tasks.repo';
import { statusHistoryPart } from '../src/transitions/transitions.service';
import { analyze } from './analyze';
import { type Fixture, startFixture, userIds } from './fixture';
import { statusIds } from './tasks-service';

// Compares how many rows and pages PostgreSQL reads, which no other work on the machine changes.

const hiddenCount = 1_000;
const firstHidden = 600_000_000_000;
/** Restricted tasks of `operator`, without values of the hidden ones. */
const ownCount = 1_500;
const hiddenDay = '2020-01-01T12:00:00Z';
const hiddenAddress = 'tajny@poczta.test';

let fixture: Fixture;

/** Restricted tasks of two other members, with values that no other task has. */
const insertHiddenTasks = () =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    await tx.raw(
      `insert into tasks (organization_id, public_task_id, title, status_id, priority, author_email, assigned_user_id,
                          created_at, updated_at, due_at, next_target_at, is_target_missed, is_restricted, answers)
       select app_organization_id(), cast(:firstHidden as bigint) + n, 'Tajne', :statusId, 'HIGHEST', :hiddenAddress,
              :assignee, :hiddenDay, :hiddenDay, :hiddenDay, :hiddenDay, true, true, '{"2": "tajne"}'
         from generate_series(1, :hiddenCount) n`,
      {
        firstHidden,
        hiddenCount,
        hiddenAddress,
        hiddenDay,
        statusId: statusIds.inProgress,
        assignee: userIds.leader,
      },
    );
    await tx.raw(
      `insert into task_readers (organization_id, task_id, kind, reader_id)
       select organization_id, id, 'USER', :reader from tasks where is_restricted`,
      { reader: userIds.observer },
    );
  });

const insertOwnTasks = () =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    await tx.raw(
      `insert into tasks (organization_id, public_task_id, title, status_id, priority, author_user_id, author_email,
                          is_restricted, answers)
       select app_organization_id(), cast(:firstOwn as bigint) + n, 'Zadanie', :statusId, 'NORMAL', :operator,
              'user10@obieg.test', true, '{}'
         from generate_series(1, :ownCount) n`,
      { firstOwn: firstHidden + 100_000, ownCount, operator: userIds.operator, statusId: statusIds.new },
    );
  });

beforeAll(async () => {
  fixture = await startFixture();
  for (let count = 0; count < 30; count += 1) await fixture.submit({}, fixture.tokens.operator);
  await insertHiddenTasks();
  await insertOwnTasks();
  // The first scans of new rows also write hints.
  await withOrganization(fixture.service.db, fixture.acme.id, (tx) => tx('tasks').select('*'));
}, 120_000);
afterAll(() => fixture.service.close());

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const actorOf = async (userId: number): Promise<Actor> => {
  const member = await createMemberLookUp(fixture.service.db).findPermissions(userId, fixture.acme.id);
  if (!member) throw new Error('The reader is no member.');
  return { ...member, userId, organizationId: fixture.acme.id, sessionId: '' };
};

/** @returns the rows that scans of tables and indexes read, and the pages of all nodes */
const measure = async (build: (knex: Knex) => Knex.Raw | Knex.QueryBuilder) => {
  // A prepared statement is planned without its values, as it is for a caller.
  const [, , rows = []] = await readOrganization(
    fixture.service.db,
    fixture.acme.id,
    (knex) => {
      const { sql, bindings } = build(knex).toSQL().toNative();
      const values = bindings.length > 0 ? `(${bindings.map(() => '?').join(', ')})` : '';
      const execute = knex.raw(`explain (analyze, buffers, format json) execute measured${values}`, [
        ...bindings,
      ]);
      const explain = knex.raw(execute.toString());
      return [knex.raw(`prepare measured as ${sql}`), explain, explain, knex.raw('deallocate measured')];
    },
    'generic',
  );
  const [explained] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[];
  if (!explained) throw new Error('The statement has no plan.');
  const { Plan: root } = explained;
  const rowsRead = nodesOf(root)
    .filter((node) => node['Node Type'].includes('Scan'))
    .map(
      (node) =>
        node['Actual Loops'] *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)),
    );
  return {
    rows: rowsRead.reduce((sum, one) => sum + one, 0),
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
  };
};

const measureList = async (
  query: Record<string, string>,
  userId: number,
  plan?: Parameters<typeof selectPage>[2]['plan'],
) => {
  const { service, acme } = fixture;
  const actor = await actorOf(userId);
  const caller = {
    tenantScope: acme.id,
    organizationId: acme.id,
    userId,
    actor,
    language: 'mul',
    traceparent: '',
  } as const;
  const { search, ...filters } = taskListQuerySchema.parse(query);
  const page = await planPage(service.db, caller, filters);
  return measure((knex) => selectPage(knex, caller, { ...page, query: { ...page.query, search }, plan }));
};

const filters: [query: Record<string, string>, ofNoTask: Record<string, string>][] = [
  [{ statusIds: `${statusIds.inProgress}` }, { statusIds: `${statusIds.done}` }],
  [{ priorities: 'HIGHEST' }, { priorities: 'LOWEST' }],
  [{ createdBy: hiddenAddress }, { createdBy: 'nikt@poczta.test' }],
  [{ assignees: `user:${userIds.leader}` }, { assignees: `user:${userIds.observer}` }],
  [
    { createdFrom: '2020-01-01T00:00:00Z', createdBefore: '2020-01-02T00:00:00Z' },
    { createdFrom: '2019-01-01T00:00:00Z', createdBefore: '2019-01-02T00:00:00Z' },
  ],
  [
    { updatedFrom: '2020-01-01T00:00:00Z', updatedBefore: '2020-01-02T00:00:00Z' },
    { updatedFrom: '2019-01-01T00:00:00Z', updatedBefore: '2019-01-02T00:00:00Z' },
  ],
  [{ target: 'missed' }, { target: 'soon' }],
  [{ target: 'running' }, { target: 'soon' }],
  [{ answers: '{"2":"tajne"}' }, { answers: '{"2":"nieznane"}' }],
];
const orders = [
  'createdAt',
  'publicTaskId',
  'title',
  'statusName',
  'priority',
  'assignee',
  'createdBy',
  'lastUpdatedAt',
  'dueAt',
  'nextTargetAt',
];

const expectSameList = async (
  reader: number,
  [one, other]: readonly [Record<string, string>, Record<string, string>],
  plan?: Parameters<typeof selectPage>[2]['plan'],
) => {
  const hidden = await measureList(one, reader, plan);
  const none = await measureList(other, reader, plan);
  // Two pages have different tasks, and new statistics can change the plan between the two.
  expect(Math.abs(hidden.rows - none.rows)).toBeLessThan(hiddenCount / 4);
  expect(Math.abs(hidden.pages - none.pages)).toBeLessThan(hiddenCount / 4);
};

describe.each([
  { reader: 'member', own: 0 },
  { reader: 'operator', own: ownCount },
] as const)('GET /api/tasks of a caller with $own restricted tasks who may not see 1,000', ({ reader }) => {
  const userId = userIds[reader];

  it.each(
    filters.flatMap(([ofHidden, ofNoTask]) => orders.map((sortBy) => ({ sortBy, ofHidden, ofNoTask }))),
  )('reads no row of them for $ofHidden by $sortBy', ({ sortBy, ofHidden, ofNoTask }) =>
    expectSameList(userId, [
      { ...ofHidden, sortBy },
      { ...ofNoTask, sortBy },
    ]),
  );

  // The hidden tasks are first in one direction.
  it.each(orders)('reads no row of them for the list by %s', (sortBy) =>
    expectSameList(userId, [
      { sortBy, sortDirection: 'asc' },
      { sortBy, sortDirection: 'desc' },
    ]),
  );

  it.each(filters)(
    'reads no row of them for a search before the index is built and %j',
    (ofHidden, ofNoTask) =>
      expectSameList(
        userId,
        [
          { ...ofHidden, search: 'Tajne' },
          { ...ofNoTask, search: 'Tajne' },
        ],
        { method: 'unindexed', needles: [], audiences: [], isComplete: false },
      ),
  );
});

describe('GET /api/tasks', () => {
  it.each(orders)('reads no row of hidden tasks for a caller of few tasks by %s', async (sortBy) => {
    const { rows } = await measureList({ sortBy }, userIds.member);
    expect(rows).toBeLessThan(hiddenCount);
  });

  it('reads hidden tasks of others for a caller who may see them', async () => {
    const { rows } = await measureList({ statusIds: `${statusIds.inProgress}` }, userIds.observer);
    expect(rows).toBeGreaterThan(hiddenCount);
  });
});

/** The hidden rows are most of their tables. With statistics, the planner expects that most rows are readable. */
const analyzeTables = (): Promise<void> => analyze(fixture);

describe.each([
  { reader: 'reporter', query: {} },
  { reader: 'reporter', query: { statusIds: `${statusIds.new}` } },
  { reader: 'member', query: { submittedByMe: 'true' } },
] as const)('GET /api/tasks of the tasks that the $reader submitted, with $query', ({ reader, query }) => {
  beforeAll(analyzeTables);

  // Only members sort by targets.
  const allowed = orders.filter((sortBy) => reader === 'member' || sortBy !== 'nextTargetAt');

  it.each(allowed.flatMap((sortBy) => ['asc', 'desc'].map((sortDirection) => ({ sortBy, sortDirection }))))(
    'reads no task of others by $sortBy $sortDirection',
    async (order) => {
      const { rows } = await measureList({ ...query, ...order }, userIds[reader]);
      expect(rows).toBeLessThan(hiddenCount / 4);
    },
  );
});

describe('GET /api/tasks?search while the texts of hidden tasks wait for the indexer', () => {
  it('reads none of them', async () => {
    const actor = await actorOf(userIds.member);
    const { rows } = await measure((knex) => selectNeedleTerms(knex, actor, parseSearch('zadanie'), true));
    expect(rows).toBeLessThan(hiddenCount / 4);
  });
});

describe('GET /api/tasks/status-counts', () => {
  it('reads no row of tasks that the caller may not see', async () => {
    const actor = await actorOf(userIds.member);
    const { rows } = await measure((knex) => selectStatusCounts(knex, actor));
    expect(rows).toBeLessThan(hiddenCount);
  });
});

describe('GET /api/approvals', () => {
  const groupOf = { others: 1, own: 9 } as const;
  beforeAll(async () => {
    await fixture.service.joinGroup(fixture.acme, groupOf.own, userIds.admin, 'MEMBER');
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into approval_rounds (organization_id, task_id, status_id, approver_group_ids, is_author_excluded)
         select organization_id, id, status_id, array[cast(:group as bigint)], false from tasks where title = 'Tajne'`,
        { group: groupOf.others },
      ),
    );
    await analyzeTables();
  }, 120_000);
  afterAll(async () => {
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw('delete from approval_rounds', {}),
    );
  });

  it('reads no hidden task about which other groups decide', async () => {
    const actor = await actorOf(userIds.admin);
    const { pages } = await measure((knex) => selectApprovals(knex, actor, { limit: 20 }));
    expect(pages).toBeLessThan(hiddenCount / 4);
  });
});

describe('GET /api/tasks?submittedByMe of more tasks than are sorted', () => {
  const title = 'Jedno z wielu';
  beforeAll(async () => {
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, author_user_id, answers)
         select app_organization_id(), cast(:first as bigint) + n, :title, :statusId, 'NORMAL', :author, '{}'
           from generate_series(1, 10100) n`,
        { first: firstHidden + 300_000, title, statusId: statusIds.new, author: userIds.member },
      ),
    );
    await analyzeTables();
  }, 120_000);
  afterAll(async () => {
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw('delete from tasks where title = :title', { title }),
    );
  });

  // The hidden tasks are first in one direction.
  it.each(orders)('reads no row of hidden tasks in the order of %s', (sortBy) =>
    expectSameList(userIds.member, [
      { submittedByMe: 'true', sortBy, sortDirection: 'asc' },
      { submittedByMe: 'true', sortBy, sortDirection: 'desc' },
    ]),
  );
});

describe('GET /api/tasks?assignedToMyGroups of a group with more tasks than are sorted', () => {
  const groupId = 9;
  beforeAll(async () => {
    await fixture.service.joinGroup(fixture.acme, groupId, userIds.admin, 'MEMBER');
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, author_email,
                            assigned_group_id, answers)
         select app_organization_id(), cast(:first as bigint) + n, 'Zadanie', :statusId, 'NORMAL',
                'zofia@poczta.test', :groupId, '{}'
           from generate_series(1, 10100) n`,
        { first: firstHidden + 200_000, groupId, statusId: statusIds.new },
      ),
    );
    await analyzeTables();
  }, 120_000);

  // The hidden tasks are first in one direction.
  it.each(['title', 'createdBy', 'dueAt', 'lastUpdatedAt', 'priority', 'publicTaskId'])(
    'reads no row of hidden tasks in the order of %s',
    (sortBy) =>
      expectSameList(userIds.admin, [
        { assignedToMyGroups: 'true', sortBy, sortDirection: 'asc' },
        { assignedToMyGroups: 'true', sortBy, sortDirection: 'desc' },
      ]),
  );
});

const callerOf = (actor: Actor | undefined): Caller => ({
  tenantScope: fixture.acme.id,
  organizationId: fixture.acme.id,
  actor,
  language: 'mul',
  traceparent: '',
});

/** Measures the statement that `run` sends. */
const measureCall = async (run: (tx: Tx) => Promise<unknown>) => {
  const sent: Parameters<Knex['raw']>[] = [];
  const raw = async (...statement: Parameters<Knex['raw']>) => {
    sent.push(statement);
    return { rows: [] };
  };
  await run({ raw } as unknown as Tx);
  const [statement] = sent;
  if (!statement) throw new Error('No statement was sent.');
  return measure((knex) => knex.raw(...statement));
};

const idOf = (publicTaskId: number): Promise<number> =>
  withOrganization(
    fixture.service.db,
    fixture.acme.id,
    async (tx) => (await tx('tasks').where({ public_task_id: publicTaskId }).first('id')).id,
  );

const expectSameReading = async (
  read: (publicTaskId: number) => ReturnType<typeof measure>,
  tasks: Tasks,
) => {
  const [many, none] = [await read(tasks.withHidden), await read(tasks.without)];
  // Reading all rows for either task would be the same, too.
  expect(none.rows).toBeLessThan(hiddenCount / 2);
  expect(Math.abs(many.rows - none.rows)).toBeLessThan(hiddenCount / 20);
  expect(Math.abs(many.pages - none.pages)).toBeLessThan(hiddenCount / 20);
};

interface Tasks {
  withHidden: number;
  without: number;
}

describe('the links of a task', () => {
  const reporter = 'reporter';
  let tasks: Tasks;
  beforeAll(async () => {
    const { submit, tokens } = fixture;
    tasks = { withHidden: await submit({}, tokens[reporter]), without: await submit({}, tokens[reporter]) };
    // Half of the hidden tasks are subtasks, half of them parents, and all of them block the task.
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
         select app_organization_id(), 'PARENT_OF', case when h.id % 2 = 0 then own.id else h.id end,
                case when h.id % 2 = 0 then h.id else own.id end, 1
           from tasks own, tasks h where own.public_task_id = :own and h.is_restricted
         union all
         select app_organization_id(), 'BLOCKS', h.id, own.id, 1
           from tasks own, tasks h where own.public_task_id = :own and h.is_restricted`,
        { own: tasks.withHidden },
      ),
    );
    await analyzeTables();
  });

  it.each(['member', 'reporter', 'groupMember'] as const)(
    'read no link to a hidden task for %s',
    async (reader) => {
      const actor = await actorOf(userIds[reader]);
      await expectSameReading((own) => measure((knex) => selectLinks(knex, own, actor)), tasks);
    },
  );

  it('read no hidden subtask or blocking task for a bulk action', async () => {
    const actor = await actorOf(userIds.member);
    await expectSameReading((own) => measureCall((tx) => findTasksWithOpenWork(tx, actor, [own])), tasks);
  });

  it('read no hidden task for the maximum and the parents', async () => {
    const actor = await actorOf(userIds.member);
    for (const find of [hasMaximumLinks, findAncestors])
      await expectSameReading(async (own) => {
        const id = await idOf(own);
        return measureCall((tx) => find(tx, actor, { id }));
      }, tasks);
  });

  it('are read for a caller who may see the tasks', async () => {
    const actor = await actorOf(userIds.observer);
    const { rows } = await measure((knex) => selectLinks(knex, tasks.withHidden, actor));
    expect(rows).toBeGreaterThan(hiddenCount);
  });

  it('are not read if the caller may not see the task itself', async () => {
    const actor = await actorOf(userIds.member);
    const secret = firstHidden + 1;
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
         select app_organization_id(), 'RELATES', h.id, o.id, 1
           from tasks h, tasks o where h.public_task_id = :secret and not o.is_restricted`,
        { secret },
      ),
    );
    await expectSameReading((own) => measure((knex) => selectLinks(knex, own, actor)), {
      withHidden: secret,
      without: 1,
    });
  });
});

describe('the comments of a task', () => {
  /** Leaves room for further comments of a caller who reads them. */
  const count = hiddenCount - 10;
  const insertComments = (task: number, visibleUserIds: readonly number[]) =>
    withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into comments (organization_id, task_id, author_user_id, author_email, content, is_visible_to_author,
           visible_user_ids, visible_group_ids)
         select organization_id, id, :author, 'user17@obieg.test', n::text, false, :visibleUserIds, '{}'
           from tasks, generate_series(1, :count) n where public_task_id = :task`,
        { task, count, visibleUserIds: [...visibleUserIds], author: userIds.workflowManager },
      ),
    );
  const submitTwo = async (visibleUserIds: readonly number[]): Promise<Tasks> => {
    const { submit, tokens, call } = fixture;
    const two = { withHidden: await submit({}, tokens.reporter), without: await submit({}, tokens.reporter) };
    await insertComments(two.withHidden, visibleUserIds);
    for (const task of Object.values(two))
      for (let number = 0; number < 3; number += 1)
        expect(
          (
            await call('POST', `/api/tasks/${task}/comment`, tokens.admin, {
              content: 'a',
              visibleToAuthor: true,
            })
          ).status,
        ).toBe(201);
    return two;
  };
  let forOthers: Tasks;
  let forMembers: Tasks;
  beforeAll(async () => {
    forOthers = await submitTwo([userIds.admin]);
    forMembers = await submitTwo([]);
    await analyzeTables();
  }, 120_000);

  it.each([
    { reader: 'member', ofWhom: () => forOthers },
    { reader: 'reporter', ofWhom: () => forOthers },
    { reader: undefined, ofWhom: () => forOthers },
    { reader: 'reporter', ofWhom: () => forMembers },
    { reader: undefined, ofWhom: () => forMembers },
  ] as const)('read no comment that $reader may not read', async ({ reader, ofWhom }) => {
    const caller = callerOf(reader && (await actorOf(userIds[reader])));
    const selection = { caller, afterId: 0 };
    for (const part of [commentsPart, commentsOfIdsPart([1, 2, 3])])
      await expectSameReading(
        (publicTaskId) => measure((knex) => part.select(knex, { ...selection, publicTaskId })[0] as Knex.Raw),
        ofWhom(),
      );
  });

  it('read none of them for the maximum', async () => {
    const actor = await actorOf(userIds.member);
    await expectSameReading((task) => measureCall((tx) => hasMaximumComments(tx, actor, task)), forOthers);
  });

  it('are read for a caller who may read them', async () => {
    const actor = await actorOf(userIds.admin);
    const { rows } = await measureCall((tx) => hasMaximumComments(tx, actor, forOthers.withHidden));
    expect(rows).toBeGreaterThan(hiddenCount);
  });
});

describe('the histories of a task', () => {
  const tables = ['status_history', 'assignment_history', 'change_history'] as const;
  const parts = [statusHistoryPart, assignmentHistoryPart, changeHistoryPart];
  let open: Tasks;
  const secret = firstHidden + 2;
  beforeAll(async () => {
    const { submit } = fixture;
    open = { withHidden: await submit(), without: await submit() };
    const columns = {
      status_history: { status_name: 'Nowe', status_type: 'INITIAL' },
      assignment_history: { assignment_type: 'USER' },
      change_history: { change_type: 'EDIT', changes: '[]' },
    };
    for (const task_id of [await idOf(secret), await idOf(open.withHidden)])
      await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
        for (const table of tables)
          if (table !== 'status_history' || task_id !== (await idOf(open.withHidden)))
            for (let count = 0; count < 50; count += 1)
              await tx(table).insert({ organization_id: fixture.acme.id, task_id, ...columns[table] });
      });
  }, 120_000);
  const expectNone = async (caller: Caller, tasks: Tasks) => {
    for (const part of parts)
      await expectSameReading(
        (publicTaskId) =>
          measure((knex) => part.select(knex, { caller, publicTaskId, afterId: 0 })[0] as Knex.QueryBuilder),
        tasks,
      );
  };

  it('read no entry of a hidden task', async () => {
    const actor = await actorOf(userIds.member);
    await expectNone(callerOf(actor), { withHidden: secret, without: 1 });
    await expectSameReading((id) => measure((knex) => selectReaderTaskDetails(knex, id, actor)), {
      withHidden: secret,
      without: 1,
    });
  });

  it('read no assignment and change for visitors', async () => {
    for (const actor of [undefined, await actorOf(userIds.reporter)]) await expectNone(callerOf(actor), open);
  });
});
