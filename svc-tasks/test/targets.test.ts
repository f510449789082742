import type { TargetHistoryEntry, TaskTarget } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { recountTargets } from '../src/targets/recount-targets';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import {
  always,
  buildTarget,
  createTargetTimerWorker,
  firstReply,
  hourMs,
  letPass,
  publishTargets,
  resolution,
  urgentResolution,
} from './target-fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
beforeEach(async () => {
  await publishTargets(fixture);
  await recountTargets(fixture.service.db, fixture.acme.id);
});

const operator = () => fixture.tokens.operator;
const post = async (task: number, path: string, body: unknown, token = operator()) => {
  const response = await fixture.call('POST', `/api/tasks/${task}/${path}`, token, body);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response;
};
const readTargets = async (task: number, as: TestUser = 'operator'): Promise<TaskTarget[] | undefined> =>
  (await fixture.call('GET', `/api/tasks/${task}`, fixture.tokens[as])).body.task.targets;
const findTarget = async (task: number, { metric }: { metric: string } = resolution) =>
  (await readTargets(task))?.find((target) => target.metric === metric);
const readHistory = async (task: number, as: TestUser = 'operator'): Promise<TargetHistoryEntry[]> =>
  (await fixture.call('GET', `/api/tasks/${task}/target-history`, fixture.tokens[as])).body.targetHistory;
const historyOf = async (task: number, { metric }: { metric: string } = resolution): Promise<string[]> =>
  (await readHistory(task))
    .filter((entry) => entry.metric === metric)
    .map(({ change, cause, statusName }) => [change, cause, statusName].filter(Boolean).join(' '));
const submitFor = (user: TestUser) =>
  fixture.submit({ assignedUserId: userIds[user] }, fixture.tokens.operator);
const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
const log = createLog('test', 'silent');
const runTimers = async (): Promise<void> => {
  await Promise.all([createTargetTimerWorker(fixture).runDue(), createTargetTimerWorker(fixture).runDue()]);
  await deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
};
const reasonsOf = async (as: TestUser, task: number): Promise<string[]> => {
  const { body } = await fixture.call('GET', '/api/notifications?limit=200', fixture.tokens[as]);
  const entries: { reason: string; task: { publicTaskId: number } }[] = body.notifications;
  return entries
    .filter((entry) => entry.task.publicTaskId === task && /TARGET/.test(entry.reason))
    .map(({ reason }) => reason);
};

describe('the targets of a task', () => {
  it('start with the task, for members only', async () => {
    const task = await fixture.submit({}, fixture.tokens.reporter);
    const targets = await readTargets(task);
    expect(
      targets?.map(({ metric, state, elapsedMinutes, minutes }) => [metric, state, elapsedMinutes, minutes]),
    ).toEqual([
      [firstReply.metric, 'RUNNING', 0, 120],
      [resolution.metric, 'RUNNING', 0, 240],
    ]);
    expect(await historyOf(task)).toEqual(['STARTED CREATED Nowe']);
    expect(await readTargets(task, 'reporter')).toBeUndefined();
    expect(await readHistory(task, 'reporter')).toEqual([]);
    const visitor = await fixture.call('GET', `/api/tasks/${task}`);
    expect(visitor.body.task).not.toHaveProperty('targets');
  });

  it('stand still in a paused status and are met by a final one', async () => {
    const task = await fixture.submit();
    await letPass(fixture, hourMs);
    const { body } = await post(task, 'transition', { transitionId: 2 });
    const paused = body.task.targets.find(({ metric }: TaskTarget) => metric === resolution.metric);
    expect(paused).toMatchObject({ state: 'PAUSED', isRunning: false, dueAt: null, elapsedMinutes: 60 });
    await letPass(fixture, hourMs);
    await post(task, 'transition', { transitionId: 5, workflowParameters: { '3': '1' } });
    expect(await findTarget(task)).toMatchObject({ state: 'MET', elapsedMinutes: 60 });
    expect(await historyOf(task)).toEqual([
      'STARTED CREATED Nowe',
      'PAUSED STATUS W toku',
      'MET STATUS Zakończone',
    ]);
  });

  it('are met by the first reply that the author sees', async () => {
    const task = await fixture.submit({}, fixture.tokens.reporter);
    const reply = (token: string, visibleToAuthor: boolean) =>
      post(task, 'comment', { content: 'Sprawdzam', visibleToAuthor }, token);
    await reply(operator(), false);
    await reply(fixture.tokens.reporter, true);
    expect(await findTarget(task, firstReply)).toMatchObject({ state: 'RUNNING' });
    await reply(operator(), true);
    expect(await findTarget(task, firstReply)).toMatchObject({ state: 'MET' });
    expect(await historyOf(task, firstReply)).toEqual(['STARTED CREATED Nowe', 'MET COMMENT']);
  });

  it('are judged again by another priority or answer, with what has elapsed', async () => {
    await publishTargets(fixture, [
      resolution,
      urgentResolution,
      buildTarget({
        id: 4,
        sortOrder: -1,
        minutes: 30,
        conditions: [{ parameterId: 2, conditionType: 'EQUALS', conditionValue: 'Xerox' }],
      }),
    ]);
    const task = await fixture.submit();
    await letPass(fixture, hourMs / 2);
    await post(task, 'priority', { priority: 'HIGHEST' });
    expect(await findTarget(task)).toMatchObject({ state: 'RUNNING', minutes: 60, elapsedMinutes: 30 });
    const edit = { title: 'Drukarka', workflowParameters: { '2': 'Xerox' } };
    await fixture.call('PUT', `/api/tasks/${task}`, operator(), edit);
    expect(await findTarget(task)).toMatchObject({ state: 'MISSED', minutes: 30, elapsedMinutes: 30 });
    expect(await historyOf(task)).toEqual([
      'STARTED CREATED Nowe',
      'CHANGED PRIORITY',
      'CHANGED ANSWERS',
      'MISSED ANSWERS',
    ]);
  });

  it('are followed by actions on several tasks and their undoing', async () => {
    const task = await fixture.submit();
    const bulk = (body: object) =>
      fixture.call(
        'POST',
        '/api/tasks/bulk',
        operator(),
        { publicTaskIds: [task], ...body },
        {
          'Idempotency-Key': crypto.randomUUID(),
        },
      );
    await bulk({ action: 'PRIORITY', priority: 'HIGHEST' });
    expect(await findTarget(task)).toMatchObject({ minutes: 60 });
    await bulk({ action: 'TRANSITION', transitionName: 'Rozpocznij' });
    expect(await findTarget(task)).toMatchObject({ state: 'PAUSED' });
  });

  it('cost no statement without an active target', async () => {
    await publishTargets(fixture, [{ ...resolution, isActive: false }]);
    const statements: string[] = [];
    const record = ({ sql }: { sql: string }) => statements.push(sql);
    fixture.service.db.knex.on('query', record);
    const task = await fixture.submit();
    await post(task, 'transition', { transitionId: 2 });
    await post(task, 'priority', { priority: 'LOW' });
    await post(task, 'comment', { content: 'Sprawdzam', visibleToAuthor: true });
    fixture.service.db.knex.off('query', record);
    expect(statements.length).toBeGreaterThan(10);
    expect(statements.filter((sql) => /target_recounts|into task_targets/.test(sql))).toEqual([]);
    expect(await readTargets(task)).toBeNull();
  });
});

describe('timers of targets', () => {
  it('tell the assignee once at three quarters and once at the end', async () => {
    await publishTargets(fixture, [resolution]);
    const task = await submitFor('member');
    await letPass(fixture, 2 * hourMs);
    await runTimers();
    expect(await reasonsOf('member', task)).toEqual([]);
    await letPass(fixture, hourMs);
    await runTimers();
    await runTimers();
    expect(await reasonsOf('member', task)).toEqual(['TARGET_SOON']);
    await letPass(fixture, 2 * hourMs);
    await runTimers();
    await runTimers();
    expect(await reasonsOf('member', task)).toEqual(['TARGET_MISSED', 'TARGET_SOON']);
    expect(await findTarget(task)).toMatchObject({ state: 'MISSED', isRunning: true });
    expect(await historyOf(task)).toEqual(['STARTED CREATED Nowe', 'MISSED TIME']);
  });

  it('run late after an outage, and tell only what is still true', async () => {
    const task = await submitFor('member');
    await letPass(fixture, 48 * hourMs);
    await runTimers();
    expect(await reasonsOf('member', task)).toEqual(['TARGET_MISSED']);
    const entries = await readHistory(task);
    const at = (change: string) =>
      Date.parse(
        entries.find((one) => one.change === change && one.metric === resolution.metric)?.changedAt ?? '',
      );
    expect(at('MISSED') - at('STARTED')).toBe(4 * hourMs);
  });

  it('say nothing of a task that was finished or deleted', async () => {
    const finished = await submitFor('member');
    const deleted = await submitFor('member');
    await post(finished, 'transition', { transitionId: 3 });
    await fixture.call('DELETE', `/api/tasks/${deleted}`, operator());
    await letPass(fixture, 5 * hourMs);
    await runTimers();
    expect(await reasonsOf('member', finished)).toEqual([]);
    expect(await reasonsOf('member', deleted)).toEqual([]);
  });
});

describe('a changed configuration', () => {
  it('counts open tasks again, with what has elapsed by the former calendar', async () => {
    const task = await fixture.submit();
    await letPass(fixture, hourMs);
    const never = { ...always, week: [{ day: 1, from: '00:00', to: '00:01' }] };
    await publishTargets(fixture, [{ ...resolution, minutes: 300 }, firstReply], [never]);
    // A change before the task is counted again uses the calendars of then, too.
    await post(task, 'priority', { priority: 'LOW' });
    await recountTargets(fixture.service.db, fixture.acme.id);
    const target = await findTarget(task);
    expect(target).toMatchObject({ state: 'RUNNING', minutes: 300 });
    expect([60, 61]).toContain(target?.elapsedMinutes);
    expect(Date.parse(target?.dueAt ?? '') - Date.now()).toBeGreaterThan(30 * 24 * hourMs);
  });

  it('starts targets of open tasks, and stops those that are removed', async () => {
    await publishTargets(fixture, []);
    const open = await fixture.submit();
    const finished = await fixture.submit();
    await post(finished, 'transition', { transitionId: 3 });
    await publishTargets(fixture);
    await recountTargets(fixture.service.db, fixture.acme.id);
    expect(await historyOf(open)).toEqual(['STARTED CONFIGURATION']);
    expect(await readTargets(finished)).toBeNull();
    await publishTargets(fixture, []);
    await recountTargets(fixture.service.db, fixture.acme.id);
    expect(await readTargets(open)).toBeNull();
    expect(
      await inAcme((tx) => tx('tasks').whereNotNull('next_target_at').whereNull('deleted_at').pluck('id')),
    ).toEqual([]);
    expect(await inAcme((tx) => tx('target_recounts').pluck('id'))).toEqual([]);
  });
});
