import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { queueDueNews } from '../src/notifications/due-news';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { submission } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const runSql = (sql: string, bindings: Record<string, unknown>) =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) => tx.raw(sql, bindings));
const setDue = (task: number, due: string) =>
  runSql(`update tasks set due_at = now() + cast(:due as interval) where public_task_id = :task`, {
    due,
    task,
  });
const log = createLog('test', 'silent');
const sweep = async (): Promise<void> => {
  await Promise.all([queueDueNews(fixture.service.db, log), queueDueNews(fixture.service.db, log)]);
  await deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
};
const reasonsOf = async (as: TestUser, task: number): Promise<string[]> => {
  const { body } = await fixture.call('GET', '/api/notifications?limit=200', fixture.tokens[as]);
  const entries: { reason: string; task: { publicTaskId: number } }[] = body.notifications;
  return entries
    .filter((entry) => entry.task.publicTaskId === task && /DUE/.test(entry.reason))
    .map(({ reason }) => reason);
};
const submitFor = (user: TestUser) =>
  fixture.submit({ assignedUserId: userIds[user] }, fixture.tokens.operator);

describe('queueDueNews', () => {
  it('tells the assignee once that a task becomes due, and once that it is overdue', async () => {
    const task = await submitFor('member');
    await setDue(task, '2 hours');
    await sweep();
    await sweep();
    expect(await reasonsOf('member', task)).toEqual(['DUE_SOON']);
    await setDue(task, '-1 minute');
    await sweep();
    await sweep();
    expect(await reasonsOf('member', task)).toEqual(['OVERDUE', 'DUE_SOON']);
    expect(await reasonsOf('operator', task)).toEqual([]);
  });

  it('tells the members of an assigned group', async () => {
    const task = await fixture.submit({ assignedGroupId: 6 }, fixture.tokens.operator);
    await setDue(task, '1 hour');
    await sweep();
    expect(await reasonsOf('leader', task)).toEqual(['DUE_SOON']);
    expect(await reasonsOf('groupMember', task)).toEqual(['DUE_SOON']);
  });

  it('says nothing of a distant date, a finished or deleted task, or one that is long overdue', async () => {
    const tasks: number[] = [];
    for (const due of ['5 days', '1 hour', '1 hour', '-8 days']) {
      const task = await submitFor('groupMember');
      await setDue(task, due);
      tasks.push(task);
    }
    const [, finished, deleted] = tasks;
    await fixture.call('POST', `/api/tasks/${finished}/transition`, fixture.tokens.operator, {
      transitionId: 3,
    });
    await fixture.call('DELETE', `/api/tasks/${deleted}`, fixture.tokens.operator);
    await sweep();
    for (const task of tasks) expect(await reasonsOf('groupMember', task)).toEqual([]);
  });

  it('continues after an organization whose time zone the database does not know', async () => {
    const { db, request } = fixture.service;
    const { globex, tokens } = fixture;
    const setTimeZone = (time_zone: string) =>
      withOrganization(db, fixture.acme.id, (tx) => tx('organizations').update({ time_zone }));
    const assigned = { ...submission, assignedUserId: userIds.globexAdmin };
    const { body } = await request('POST', '/api/tasks', {
      organization: globex,
      token: tokens.globexAdmin,
      body: assigned,
    });
    await withOrganization(db, globex.id, (tx) =>
      tx('tasks').where({ public_task_id: body.publicTaskId }).update({ due_at: tx.fn.now() }),
    );
    await setTimeZone('US/Pacific-New');
    try {
      await queueDueNews(db, log);
    } finally {
      await setTimeZone('Europe/Warsaw');
    }
    const kinds = await withOrganization(db, globex.id, (tx) => tx('notification_queue').pluck('kind'));
    expect(kinds).toContain('OVERDUE');
  });
});
