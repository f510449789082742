import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSameDurations } from './durations';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { statusIds } from './tasks-service';

const hiddenDay = '2020-01-01T12:00:00Z';
const hiddenAddress = 'tajny@poczta.test';

let fixture: Fixture;
let hidden: number;
const changeHidden = (change: object) =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx('tasks').where({ public_task_id: hidden }).update(change),
  );
/** Adds tasks with the values and readers of the hidden one, so that a list that reads them takes milliseconds longer. */
const copyHidden = (count: number) =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx.raw(
      `with copies as (
         insert into tasks (organization_id, public_task_id, title, status_id, priority, author_email, assigned_user_id,
                            created_at, updated_at, is_restricted, answers)
         select organization_id, 600000000000 + n, title, status_id, priority, author_email, assigned_user_id,
                created_at, updated_at, is_restricted, answers
           from tasks, generate_series(1, :count) n where public_task_id = :hidden
         returning organization_id, id)
       insert into task_readers (organization_id, task_id, kind, reader_id)
       select organization_id, id, 'USER', :reader from copies`,
      { hidden, count, reader: userIds.groupMember },
    ),
  );
/** `workflowManager` has many restricted tasks, without values of the hidden ones. */
const addRestrictedTasks = (count: number) =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx.raw(
      `insert into tasks (organization_id, public_task_id, title, status_id, priority, author_user_id, author_email,
                          is_restricted, answers)
       select app_organization_id(), 610000000000 + n, 'Zadanie', :statusId, 'NORMAL', :author, 'user17@obieg.test',
              true, '{}'
         from generate_series(1, cast(:count as int)) n`,
      { count, author: userIds.workflowManager, statusId: statusIds.new },
    ),
  );
/** Finding the reader's groups takes milliseconds, so that a list that finds them for a hidden task alone is seen. */
const joinNestedGroup = async (): Promise<void> => {
  const depth = 200;
  await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx.raw(
      `insert into groups (organization_id, id, name, parent_group_id)
       select :organizationId, 1000 + n, 'Grupa ' || n, case when n > 1 then 999 + n end
         from generate_series(1, :depth) n`,
      { organizationId: fixture.acme.id, depth },
    ),
  );
  await fixture.service.joinGroup(fixture.acme, 1000 + depth, userIds.member, 'MEMBER');
};
beforeAll(async () => {
  fixture = await startFixture();
  const { submit, tokens } = fixture;
  // The task of a visitor, restricted later: the rule of its author reads more than that of an account.
  hidden = await submit({
    createdByEmail: hiddenAddress,
    workflowParameters: { 1: 'Sprzęt', 2: 'tajne' },
  });
  const restricted = { title: 'Tajne', visibleUserIds: [userIds.groupMember] };
  const { status } = await fixture.call('PUT', `/api/tasks/${hidden}`, tokens.operator, restricted);
  expect(status).toBe(200);
  await changeHidden({
    status_id: statusIds.inProgress,
    priority: 'HIGHEST',
    assigned_user_id: userIds.leader,
    assigned_group_id: null,
    created_at: hiddenDay,
    updated_at: hiddenDay,
  });
  await copyHidden(1_000);
  await addRestrictedTasks(1_500);
  await joinNestedGroup();
  // Tasks that the readers may see and that no filter matches.
  for (let count = 0; count < 30; count += 1) await submit({}, tokens.operator);
}, 120_000);
afterAll(() => fixture.service.close());

const list = (query: string, reader: TestUser) => async (): Promise<void> => {
  const { status, body } = await fixture.call('GET', `/api/tasks?${query}`, fixture.tokens[reader]);
  expect([status, body.total, body.tasks]).toEqual([200, 0, []]);
};

const dayOf = (column: string, year: number): string =>
  `${column}From=${year}-01-01T00:00:00Z&${column}Before=${year}-01-02T00:00:00Z`;
const answer = (value: string): string => `answers=${encodeURIComponent(JSON.stringify({ 2: value }))}`;
const statuses = (more = ''): [string, string] => [
  `statusIds=${statusIds.inProgress}${more}`,
  `statusIds=${statusIds.done}${more}`,
];

describe('GET /api/tasks with a filter', () => {
  // A value that only hidden tasks have, then one that no task has.
  it.each<{ filter: string; reader: TestUser; queries: [string, string] }>([
    { filter: 'status', reader: 'member', queries: statuses() },
    { filter: 'status', reader: 'reporter', queries: statuses() },
    { filter: 'status', reader: 'workflowManager', queries: statuses() },
    { filter: 'status, by title', reader: 'workflowManager', queries: statuses('&sortBy=title') },
    { filter: 'priority', reader: 'workflowManager', queries: ['priorities=HIGHEST', 'priorities=LOWEST'] },
    { filter: 'answer', reader: 'workflowManager', queries: [answer('tajne'), answer('nieznane')] },
    { filter: 'status, by title', reader: 'member', queries: statuses('&sortBy=title') },
    { filter: 'status, by assignee', reader: 'member', queries: statuses('&sortBy=assignee') },
    { filter: 'priority', reader: 'member', queries: ['priorities=HIGHEST', 'priorities=LOWEST'] },
    {
      filter: 'priority, by priority',
      reader: 'member',
      queries: ['priorities=HIGHEST&sortBy=priority', 'priorities=LOWEST&sortBy=priority'],
    },
    {
      filter: 'author',
      reader: 'member',
      queries: [`createdBy=${hiddenAddress}`, 'createdBy=nikt@poczta.test'],
    },
    {
      filter: 'assignee',
      reader: 'member',
      queries: [`assignees=user:${userIds.leader}`, `assignees=user:${userIds.observer}`],
    },
    { filter: 'creation', reader: 'member', queries: [dayOf('created', 2020), dayOf('created', 2019)] },
    { filter: 'last update', reader: 'member', queries: [dayOf('updated', 2020), dayOf('updated', 2019)] },
    { filter: 'answer', reader: 'member', queries: [answer('tajne'), answer('nieznane')] },
  ])(
    'takes as long for a value of 1,001 hidden tasks as for any other: $filter, $reader',
    async ({ reader, queries: [ofHidden, other] }) =>
      expectSameDurations([{ send: list(ofHidden, reader) }, { send: list(other, reader) }]),
    120_000,
  );

  it('takes as long if a hidden task is overdue', async () => {
    const send = list('due=overdue', 'member');
    const setDueDate = (due_at: string | null) => async () => void (await changeHidden({ due_at }));
    await expectSameDurations([
      { prepare: setDueDate(hiddenDay), send },
      { prepare: setDueDate(null), send },
    ]);
  }, 120_000);
});
