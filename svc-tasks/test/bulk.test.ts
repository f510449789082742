import { randomUUID } from 'node:crypto';
import type { BulkResult, BulkTasks } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredRequests } from '../src/bulk/bulk.repo';
import { createEditHelpers } from './edit-helpers';
import { type Fixture, startFixture, userIds } from './fixture';
import { submission } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ bulkTasksPerMinute: 5_000 });
});
afterAll(() => fixture.service.close());

const { getChangeHistory } = createEditHelpers(() => fixture);

type Action = BulkTasks extends infer A ? (A extends BulkTasks ? Omit<A, 'publicTaskIds'> : never) : never;

const send = (publicTaskIds: number[], action: Action, token: string, key: string = randomUUID()) =>
  fixture.call('POST', '/api/tasks/bulk', token, { publicTaskIds, ...action }, { 'idempotency-key': key });
const run = async (...parameters: Parameters<typeof send>): Promise<BulkResult[]> => {
  const { status, body } = await send(...parameters);
  expect([status, body.success]).toEqual([207, true]);
  return body.results;
};
const submitMany = (count: number, more: object = {}, token = fixture.tokens.operator) =>
  Promise.all(Array.from({ length: count }, () => fixture.submit(more, token)));
const read = async (id: number, token = fixture.tokens.operator) =>
  (await fixture.call('GET', `/api/tasks/${id}`, token)).body.task;
const statusesOf = (results: readonly BulkResult[]) => results.map(({ status }) => status);

const raise = { action: 'PRIORITY', priority: 'HIGH' } as const;
const restricted = { visibleUserIds: [userIds.admin] };

describe('POST /api/tasks/bulk', () => {
  it('rejects anonymous callers, bad keys and bad input', async () => {
    const { call, tokens } = fixture;
    const body = { publicTaskIds: [1], ...raise };
    expect((await call('POST', '/api/tasks/bulk', undefined, body)).status).toBe(401);
    expect((await call('POST', '/api/tasks/bulk/transitions', undefined, body)).status).toBe(401);
    expect((await call('GET', '/api/tasks/bulk/progress?key=12345678')).status).toBe(401);
    expect((await send([1], raise, tokens.operator, 'short')).status).toBe(400);
    for (const bad of [
      {},
      { ...body, publicTaskIds: [] },
      { ...body, publicTaskIds: Array.from({ length: 501 }, (_, index) => index + 1) },
      { ...body, publicTaskIds: [0] },
      { ...body, publicTaskIds: ['1 or 1=1'] },
      { ...body, action: 'DELETE' },
      { ...body, priority: 'URGENT' },
      { publicTaskIds: [1], action: 'DUE', dueAt: 'tomorrow' },
      { publicTaskIds: [1], action: 'TRANSITION', transitionName: ' ' },
      { publicTaskIds: [1], action: 'UNDO', undoneKey: 'a' },
    ])
      expect([bad, (await call('POST', '/api/tasks/bulk', tokens.operator, bad)).status]).toEqual([bad, 422]);
  });

  it('changes each task once, in the order of the request, with one history entry and one event', async () => {
    const { tokens, listTaskEvents } = fixture;
    const ids = await submitMany(3);
    const [first = 0, second = 0] = ids;
    const results = await run([second, first, second], raise, tokens.operator);
    expect(results).toEqual([
      { publicTaskId: second, status: 200 },
      { publicTaskId: first, status: 200 },
    ]);
    expect(await read(first)).toMatchObject({ priority: 'HIGH' });
    expect(await getChangeHistory(first, tokens.operator)).toMatchObject([{ changeType: 'PRIORITY' }]);
    expect(await listTaskEvents(first, 'obieg.tasks.task.changed')).toHaveLength(2);
    expect(await read(ids[2] ?? 0)).toMatchObject({ priority: 'NORMAL' });
  });

  it('answers for hidden, deleted, foreign and unknown tasks alike', async () => {
    const { tokens, call, service, globex } = fixture;
    const mine = await fixture.submit({}, tokens.operator);
    const hidden = await fixture.submit(restricted, tokens.admin);
    const deleted = await fixture.submit({}, tokens.operator);
    expect((await call('DELETE', `/api/tasks/${deleted}`, tokens.operator)).status).toBe(204);
    const foreign = await service.request('POST', '/api/tasks', {
      organization: globex,
      token: tokens.globexAdmin,
      body: submission,
    });
    const foreignId = foreign.body.publicTaskId;
    const ids = [hidden, deleted, foreignId, 999_999_999_999];
    const actions: Action[] = [raise, { action: 'WATCH' }, { action: 'UNDO', undoneKey: 'any-key-at-all' }];
    for (const action of actions) {
      const results = await run([...ids, mine], action, tokens.operator);
      const [first, ...others] = results.slice(0, 4).map(({ publicTaskId: _, ...rest }) => rest);
      expect(first).toEqual({ status: 404, code: 'NOT_FOUND', message: 'Nie znaleziono zadania.' });
      for (const other of others) expect(other).toEqual(first);
    }
    const { body } = await fixture.callGlobex('GET', `/api/tasks/${foreignId}`, tokens.globexAdmin);
    expect(body.task.priority).toBe('NORMAL');
  });

  it('judges each task by the rules of the call for one task', async () => {
    const { tokens, submit } = fixture;
    const ofMember = await submit({ assignedUserId: userIds.member }, tokens.operator);
    const other = await submit({}, tokens.operator);
    const due = { action: 'DUE', dueAt: '2027-01-02T10:00:00Z' } as const;
    expect(await run([ofMember, other], due, tokens.member)).toMatchObject([
      { status: 200 },
      { status: 403, code: 'FORBIDDEN' },
    ]);
    expect(await run([ofMember], raise, tokens.member)).toEqual([
      {
        publicTaskId: ofMember,
        status: 403,
        code: 'FORBIDDEN',
        message: 'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
      },
    ]);
    const toOther = {
      action: 'ASSIGN',
      assignmentType: 'ASSIGN_TO_USER',
      userId: userIds.groupMember,
    } as const;
    expect(statusesOf(await run([other], toOther, tokens.member))).toEqual([403]);
    const toNobody = { ...toOther, userId: 999 };
    expect(await run([other], toNobody, tokens.operator)).toMatchObject([
      { status: 422, code: 'VALIDATION_FAILED', message: 'Nie ma takiego użytkownika w organizacji' },
    ]);
  });

  it('hides unrestricted tasks of others from reporters, who can only watch their own', async () => {
    const { tokens, submit, call } = fixture;
    const own = await submit({}, tokens.reporter);
    const others = await submit({}, tokens.operator);
    expect(await run([own, others], { action: 'WATCH', isWatching: false }, tokens.reporter)).toMatchObject([
      { status: 200 },
      { status: 404 },
    ]);
    const page = await call('GET', `/api/tasks/${own}?include=watch`, tokens.reporter);
    expect(page.body.watch).toMatchObject({ isWatching: false });
    expect(statusesOf(await run([own], raise, tokens.reporter))).toEqual([403]);
  });

  it('refuses more tasks than one caller may change a minute, and counts a repeated key once', async () => {
    const limited = await startFixture({ bulkTasksPerMinute: 50 });
    try {
      const ids = Array.from({ length: 40 }, (_, index) => 200_000_000_000 + index);
      const post = (key: string, token = limited.tokens.operator) =>
        limited.call(
          'POST',
          '/api/tasks/bulk',
          token,
          { publicTaskIds: ids, ...raise },
          { 'idempotency-key': key },
        );
      expect((await post('first-key')).status).toBe(207);
      expect((await post('first-key')).status).toBe(207);
      const refused = await post('second-key');
      expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await post('second-key', limited.tokens.admin)).status).toBe(207);
      const parallel = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => post(`parallel-${name}`, limited.tokens.member)),
      );
      expect(parallel.map(({ status }) => status).sort()).toEqual([207, 429, 429, 429]);
    } finally {
      await limited.service.close();
    }
  });
});

describe('POST /api/tasks/bulk with a transition', () => {
  const start = { action: 'TRANSITION', transitionName: 'Rozpocznij' } as const;
  const finish = { action: 'TRANSITION', transitionName: 'Zakończ' } as const;

  it('runs by name where the status of the task offers it', async () => {
    const { tokens } = fixture;
    const [one = 0, moved = 0] = await submitMany(2);
    await run([moved], start, tokens.operator);
    expect(await run([one, moved], start, tokens.operator)).toMatchObject([
      { status: 200 },
      { status: 409, code: 'STATUS_MOVED_ON', message: 'To zadanie nie ma teraz takiego przejścia.' },
    ]);
    expect((await read(one)).statusName).toBe('W toku');
  });

  it('refuses a transition of a group to others, and names the group', async () => {
    const { tokens } = fixture;
    const [id = 0] = await submitMany(1);
    const forGroup = { action: 'TRANSITION', transitionName: 'Tylko IT' } as const;
    const [refused] = await run([id], forGroup, tokens.operator);
    expect(refused).toMatchObject({ status: 403 });
    expect(refused?.message).toContain('Grupa 5');
    expect(await run([id], forGroup, tokens.groupMember)).toMatchObject([{ status: 200 }]);
  });

  it('applies given answers, defaults and the answers that a task has', async () => {
    const { tokens } = fixture;
    const ids = await submitMany(2);
    const [withDefault = 0, withAnswer = 0] = ids;
    await run(ids, start, tokens.operator);
    await run([withDefault], finish, tokens.operator);
    const given = { ...finish, workflowParameters: { '3': '42', '2': 'nie pytano' } };
    expect(await run([withAnswer], given, tokens.operator)).toMatchObject([{ status: 200 }]);
    const answersOf = async (id: number) =>
      (await read(id)).parameterDetails
        .filter(({ parameterId }: { parameterId: number }) => parameterId !== 1)
        .map(({ parameterValue }: { parameterValue: string }) => parameterValue);
    expect(await answersOf(withDefault)).toEqual(['HP', '1']);
    expect(await answersOf(withAnswer)).toEqual(['HP', '42']);
  });

  it('lists the names that can run on at least one task, with what they ask for', async () => {
    const { tokens, call } = fixture;
    const ids = await submitMany(3);
    await run(ids.slice(0, 1), start, tokens.operator);
    const hidden = await fixture.submit(restricted, tokens.admin);
    const list = async (token: string) =>
      (await call('POST', '/api/tasks/bulk/transitions', token, { publicTaskIds: [...ids, hidden] })).body
        .transitions;
    const transitions = await list(tokens.operator);
    expect(transitions).toMatchObject([
      { transitionName: 'Rozpocznij', toStatusNames: ['W toku'], taskCount: 2, requiredParameters: [] },
      { transitionName: 'Odrzuć', taskCount: 2 },
      { transitionName: 'Oddaj', taskCount: 2 },
      {
        transitionName: 'Zakończ',
        taskCount: 1,
        requiredParameters: [{ parameterId: 3, isMandatory: false, defaultValue: '1' }],
      },
    ]);
    expect(await list(tokens.groupMember)).toHaveLength(5);
    expect(await list(tokens.reporter)).toEqual([]);
  });

  it('counts the tasks that a transition finishes while visible subtasks or blocking tasks are open', async () => {
    const { tokens, call } = fixture;
    const [blocked = 0, parent = 0, free = 0, blocker = 0, subtask = 0] = await submitMany(5);
    const hidden = await fixture.submit(restricted, tokens.admin);
    const link = (id: number, type: string, otherTaskId: number) =>
      call('POST', `/api/tasks/${id}/links`, tokens.admin, { type, otherTaskId });
    const responses = [
      await link(blocker, 'BLOCKS', blocked),
      await link(blocker, 'BLOCKS', parent),
      await link(parent, 'PARENT_OF', subtask),
      await link(hidden, 'BLOCKS', free),
      await link(free, 'BLOCKS', blocker),
      await link(free, 'RELATES', subtask),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    await run([blocked, parent, free], start, tokens.operator);
    const countOpenWork = async (token: string, ...publicTaskIds: number[]) =>
      (await call('POST', '/api/tasks/bulk/transitions', token, { publicTaskIds })).body.transitions
        .filter(({ openWorkCount }: { openWorkCount: number }) => openWorkCount > 0)
        .map(({ transitionName, openWorkCount }: { transitionName: string; openWorkCount: number }) => [
          transitionName,
          openWorkCount,
        ]);
    expect(await countOpenWork(tokens.operator, blocked, parent, free)).toEqual([['Zakończ', 2]]);
    expect(await countOpenWork(tokens.operator, free, hidden)).toEqual([]);
    expect(await countOpenWork(tokens.admin, free)).toEqual([['Zakończ', 1]]);
    await run([blocker], start, tokens.operator);
    await run([blocker], finish, tokens.operator);
    expect(await countOpenWork(tokens.operator, blocked, parent)).toEqual([['Zakończ', 1]]);
  });
});

describe('POST /api/tasks/bulk with UNDO', () => {
  const undo = (undoneKey: string) => ({ action: 'UNDO', undoneKey }) as const;

  it('restores priority and due date unless they changed since', async () => {
    const { tokens, call } = fixture;
    const ids = await submitMany(3);
    const [changed = 0, gone = 0] = ids;
    const key = randomUUID();
    await run(ids, raise, tokens.operator, key);
    await call('POST', `/api/tasks/${changed}/priority`, tokens.admin, { priority: 'LOWEST' });
    await call('DELETE', `/api/tasks/${gone}`, tokens.operator);
    expect(await run(ids, undo(key), tokens.operator)).toMatchObject([
      { status: 409, code: 'CONFLICT' },
      { status: 404 },
      { status: 200 },
    ]);
    expect((await read(changed)).priority).toBe('LOWEST');
    expect((await read(ids[2] ?? 0)).priority).toBe('NORMAL');
    const dueKey = randomUUID();
    const due = { action: 'DUE', dueAt: '2027-01-02T10:00:00Z' } as const;
    await run([changed], due, tokens.operator, dueKey);
    expect((await read(changed)).dueAt).toBe('2027-01-02T10:00:00.000Z');
    await run([changed], undo(dueKey), tokens.operator);
    expect((await read(changed)).dueAt).toBeNull();
  });

  it('refuses what only a newer version can undo', async () => {
    const { tokens, service, acme } = fixture;
    const ids = await submitMany(1);
    const key = randomUUID();
    await run(ids, raise, tokens.operator, key);
    await withOrganization(service.db, acme.id, (tx) =>
      tx('bulk_results')
        .where({ key })
        .update({ undo: JSON.stringify({ action: 'LABEL', before: null, after: 'HIGH' }) }),
    );
    expect(await run(ids, undo(key), tokens.operator)).toMatchObject([{ status: 409, code: 'CONFLICT' }]);
    expect((await read(ids[0] ?? 0)).priority).toBe('HIGH');
  });

  it('gives tasks back to the earlier user or group, or leaves them unassigned', async () => {
    const { tokens, submit, call, service, acme } = fixture;
    const ids = [
      await submit({ assignedUserId: userIds.member }, tokens.operator),
      await submit({ assignedGroupId: 9 }, tokens.operator),
      await submit({}, tokens.operator),
    ];
    // New tasks of this workflow go to a group.
    await withOrganization(service.db, acme.id, (tx) =>
      tx('tasks').where({ public_task_id: ids[2] }).update({ assigned_group_id: null }),
    );
    const assign = {
      action: 'ASSIGN',
      assignmentType: 'ASSIGN_TO_USER',
      userId: userIds.groupMember,
    } as const;
    const key = randomUUID();
    expect(statusesOf(await run(ids, assign, tokens.operator, key))).toEqual([200, 200, 200]);
    expect(statusesOf(await run(ids, undo(key), tokens.operator))).toEqual([200, 200, 200]);
    expect(await read(ids[2] ?? 0)).toMatchObject({ assignedUserId: null, assignedGroupId: null });
    expect(await read(ids[0] ?? 0)).toMatchObject({ assignedUserId: userIds.member, assignedGroupId: null });
    expect(await read(ids[1] ?? 0)).toMatchObject({ assignedUserId: null, assignedGroupId: 9 });
    const history = await call('GET', `/api/tasks/${ids[0]}/assignment-history`, tokens.operator);
    expect(history.body.assignmentHistory.at(-1)).toMatchObject({ assignedToName: 'user11' });
  });

  it('lets members give back only what they took, and rejects an undo of another person', async () => {
    const { tokens, submit } = fixture;
    const id = await submit({ assignedUserId: userIds.leader }, tokens.operator);
    const key = randomUUID();
    const take = { action: 'ASSIGN', assignmentType: 'ASSIGN_TO_ME' } as const;
    await run([id], take, tokens.member, key);
    expect(await run([id], undo(key), tokens.operator)).toMatchObject([{ status: 409 }]);
    expect(await run([id], undo(key), tokens.member)).toMatchObject([{ status: 200 }]);
    expect((await read(id)).assignedUserId).toBe(userIds.leader);
    // The value is the earlier one again, so a second undo changes nothing.
    expect(await run([id], undo(key), tokens.member)).toMatchObject([{ status: 409 }]);
  });

  it('judges the caller by the present permissions', async () => {
    const { tokens, submit, service, acme } = fixture;
    const token = await service.addMember(acme, 60, ['OPERATOR']);
    const id = await submit({}, tokens.operator);
    const key = randomUUID();
    await run([id], raise, token, key);
    await service.addMember(acme, 60, ['MEMBER']);
    expect(await run([id], undo(key), token)).toMatchObject([{ status: 403 }]);
    expect((await read(id)).priority).toBe('HIGH');
  });
});

describe('an idempotency key of POST /api/tasks/bulk', () => {
  it('returns the same results again without changing anything', async () => {
    const { tokens, call } = fixture;
    const ids = [...(await submitMany(2)), 999_999_999_998];
    const key = randomUUID();
    const first = await run(ids, raise, tokens.operator, key);
    await call('POST', `/api/tasks/${ids[0]}/priority`, tokens.operator, { priority: 'LOW' });
    expect(await run(ids, raise, tokens.operator, key)).toEqual(first);
    expect((await read(ids[0] ?? 0)).priority).toBe('LOW');
  });

  it('is refused for another request, and belongs to its caller and organization', async () => {
    const { tokens } = fixture;
    const ids = await submitMany(1);
    const key = randomUUID();
    await run(ids, raise, tokens.operator, key);
    const other = await send(ids, { ...raise, priority: 'LOW' }, tokens.operator, key);
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT']);
    expect(statusesOf(await run(ids, { ...raise, priority: 'LOW' }, tokens.admin, key))).toEqual([200]);
    const progress = async (token: string) =>
      (await fixture.call('GET', `/api/tasks/bulk/progress?key=${key}`, token)).body;
    expect(await progress(tokens.operator)).toEqual({ success: true, done: 1, total: 1 });
    expect(await progress(tokens.member)).toEqual({ success: true, done: 0, total: 0 });
  });

  it('sent five times at once changes each task once', async () => {
    const { tokens } = fixture;
    const ids = await submitMany(20);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => run(ids, raise, tokens.operator, key)));
    for (const results of answers) expect(results).toEqual(answers[0]);
    for (const id of ids) expect(await getChangeHistory(id, tokens.operator)).toHaveLength(1);
  });

  it('expires after a day, with its results', async () => {
    const { tokens, service, acme } = fixture;
    const ids = await submitMany(1);
    const key = randomUUID();
    await run(ids, raise, tokens.operator, key);
    const count = () =>
      withOrganization(service.db, acme.id, async (tx) => {
        await deleteExpiredRequests(tx);
        const [row] = await tx('bulk_results').where({ key }).count<{ count: number }[]>('* as count');
        return row?.count;
      });
    expect(await count()).toBe(1);
    await withOrganization(service.db, acme.id, (tx) =>
      tx('bulk_requests')
        .where({ key })
        .update({ created_at: tx.raw(`now() - interval '25 hours'`) }),
    );
    expect(await count()).toBe(0);
  });
});
