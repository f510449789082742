import type { Approval } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleRounds } from '../src/approvals/settle-rounds';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { statusIds } from './tasks-service';
import { createWorkflowEditor } from './workflow-editor';

const log = createLog('test', 'silent');
let fixture: Fixture;
const editor = createWorkflowEditor(() => fixture);
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

/** Group 9 decides about tasks in "W toku": transition 5 finishes them, 12 returns them. */
const approve = (more: Partial<Approval> = {}) => {
  const { statuses, transitions } = editor.getConfiguration();
  const approval: Approval = {
    approverGroupIds: [9],
    quorum: 'ANY',
    isAuthorExcluded: true,
    approvedTransitionId: 5,
    rejectedTransitionId: 12,
    ...more,
  };
  const [, , , , like] = transitions;
  return editor.publish({
    statuses: statuses.map((status) =>
      status.id === statusIds.inProgress ? { ...status, approval } : status,
    ),
    transitions: [
      ...transitions.filter(({ id }) => id < 11),
      ...[
        { id: 11, name: 'Wycofaj', toStatusId: statusIds.new },
        { id: 12, name: 'Odrzucono', toStatusId: statusIds.new },
      ].map((one) => ({
        ...(like as NonNullable<typeof like>),
        requiredParameters: [],
        targetGroupId: null,
        fromStatusId: statusIds.inProgress,
        ...one,
      })),
    ],
  });
};

const approvers = ['admin', 'leader', 'observer'] as const;
const join = (user: TestUser) => fixture.service.joinGroup(fixture.acme, 9, userIds[user], 'MEMBER');
const leave = (user: TestUser) => fixture.service.leaveGroup(fixture.acme, 9, userIds[user]);
const post = (id: number, user: TestUser, body: object) =>
  fixture.call('POST', `/api/tasks/${id}/approval`, fixture.tokens[user], body);
const decide = (id: number, user: TestUser, decision: 'APPROVED' | 'REJECTED', more: object = {}) =>
  post(id, user, { decision, ...more });
const getApproval = async (id: number, user: TestUser) =>
  (await fixture.call('GET', `/api/tasks/${id}/approval`, fixture.tokens[user])).body.approval;
const listMine = async (user: TestUser) =>
  (await fixture.call('GET', '/api/approvals', fixture.tokens[user])).body;
const numbersOf = async (user: TestUser): Promise<number[]> =>
  (await listMine(user)).approvals.map(({ publicTaskId }: { publicTaskId: number }) => publicTaskId);
const listRounds = (id: number): Promise<string[]> =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx('approval_rounds as r')
      .join('tasks as t', 't.id', 'r.task_id')
      .where({ 't.public_task_id': id })
      .orderBy('r.id')
      .pluck<string[]>('r.state'),
  );
const deliver = () => deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
const countAsked = async (id: number, user: TestUser): Promise<number> => {
  await deliver();
  const { body } = await fixture.call('GET', '/api/notifications?limit=200', fixture.tokens[user]);
  return body.notifications.filter(
    (one: { reason: string; task: { publicTaskId: number } }) =>
      one.reason === 'APPROVAL_REQUESTED' && one.task.publicTaskId === id,
  ).length;
};
const today = new Date();
const dayAfter = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const beAbsent = async (user: TestUser, substitute: TestUser | null) => {
  const body = {
    from: dayAfter(-2),
    until: dayAfter(2),
    substituteUserId: substitute && userIds[substitute],
  };
  const saved = await fixture.call('PUT', '/api/absence', fixture.tokens[user], body);
  expect(saved.status).toBe(200);
};

beforeEach(async () => {
  await editor.reset();
  await approve();
  for (const user of approvers) {
    await join(user);
    await fixture.call('DELETE', '/api/absence', fixture.tokens[user]);
  }
});

describe('entering a status with an approval', () => {
  it('opens a round and asks the approvers, but not who moved the task', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    await fixture.call('POST', `/api/tasks/${id}/transition`, fixture.tokens.admin, {
      transitionId: 2,
      workflowParameters: {},
    });
    expect(await listRounds(id)).toEqual(['OPEN']);
    expect(await countAsked(id, 'leader')).toBe(1);
    expect(await countAsked(id, 'admin')).toBe(0);
    expect(await countAsked(id, 'member')).toBe(0);
    expect(await numbersOf('admin')).toContain(id);
    expect((await listMine('admin')).pendingCount).toBeGreaterThan(0);
    expect((await fixture.call('GET', '/api/approvals', fixture.tokens.reporter)).status).toBe(403);
  });

  it('does not ask the author', async () => {
    const id = await fixture.submit({}, fixture.tokens.leader);
    await editor.run(id, 2);
    expect(await countAsked(id, 'leader')).toBe(0);
    expect(await numbersOf('leader')).not.toContain(id);
    expect(await decide(id, 'leader', 'APPROVED')).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect((await getApproval(id, 'leader')).mine).toBeUndefined();
  });

  it('happens to a new task, too, and to tasks that were there before the approval', async () => {
    const earlier = await fixture.submit();
    const { statuses } = editor.getConfiguration();
    await editor.publish({
      statuses: statuses.map((status) => ({
        ...status,
        approval:
          status.id === statusIds.new
            ? {
                approverGroupIds: [9],
                quorum: 'ANY',
                isAuthorExcluded: true,
                approvedTransitionId: 2,
                rejectedTransitionId: 3,
              }
            : null,
      })),
    });
    const later = await fixture.submit();
    expect(await listRounds(earlier)).toEqual(['OPEN']);
    expect(await listRounds(later)).toEqual(['OPEN']);
    expect(await countAsked(later, 'admin')).toBe(1);
    expect(await countAsked(earlier, 'admin')).toBe(0);
    await editor.publish({ statuses: statuses.map((status) => ({ ...status, approval: null })) });
    expect(await listRounds(later)).toEqual(['CANCELLED']);
    expect((await decide(later, 'admin', 'APPROVED')).body.code).toBe('APPROVAL_CLOSED');
  });

  it('happens in an action on several tasks', async () => {
    const ids = [await fixture.submit(), await fixture.submit()];
    const { status } = await fixture.call(
      'POST',
      '/api/tasks/bulk',
      fixture.tokens.operator,
      { publicTaskIds: ids, action: 'TRANSITION', transitionName: 'Rozpocznij', workflowParameters: {} },
      { 'idempotency-key': `approvals-${ids[0]}` },
    );
    expect(status).toBe(207);
    for (const id of ids) expect(await listRounds(id)).toEqual(['OPEN']);
  });
});

describe('POST /api/tasks/{id}/approval', () => {
  it('runs the transition as the change of the deciding voter, whom executor groups do not bind', async () => {
    await editor.publish({ transitions: editor.withChangedTransition(5, { executorGroupIds: [5] }) });
    const id = await editor.submitInProgress();
    const decided = await decide(id, 'admin', 'APPROVED', { comment: 'Zgoda' });
    expect(decided).toMatchObject({ status: 200, body: { task: { statusName: 'Zakończone' } } });
    expect(await listRounds(id)).toEqual(['APPROVED']);
    const { statusHistory } = (await editor.callAsOperator('GET', `${id}/status-history`)).body;
    expect(statusHistory.at(-1)).toMatchObject({ transitionName: 'Zakończ', changedByName: 'user16' });
    const { changeHistory } = (await editor.callAsOperator('GET', `${id}/change-history`)).body;
    expect(changeHistory).toContainEqual(
      expect.objectContaining({
        changeType: 'APPROVAL',
        comment: 'Zgoda',
        changes: [expect.objectContaining({ field: 'approval', after: 'APPROVED' })],
      }),
    );
    expect((await decide(id, 'leader', 'REJECTED')).body).toMatchObject({
      status: 409,
      code: 'APPROVAL_CLOSED',
    });
  });

  it('keeps its transitions for the decision', async () => {
    const id = await editor.submitInProgress();
    const { transitions } = (await editor.callAsOperator('GET', `${id}/transitions`)).body;
    expect(
      transitions.map(({ transitionName, reasons }: Record<string, unknown>) => [transitionName, reasons]),
    ).toEqual([
      ['Zakończ', ['APPROVAL_REQUIRED']],
      ['Wycofaj', []],
      ['Odrzucono', ['APPROVAL_REQUIRED']],
    ]);
    expect((await editor.run(id, 5)).status).toBe(403);
  });

  it('needs all with ALL, lets a voter change the vote, and rejects as soon as one rejects', async () => {
    await approve({ quorum: 'ALL' });
    const id = await editor.submitInProgress();
    await decide(id, 'admin', 'APPROVED', { comment: 'pierwszy' });
    expect(await numbersOf('admin')).not.toContain(id);
    await decide(id, 'admin', 'APPROVED', { comment: 'zmiana' });
    await decide(id, 'leader', 'APPROVED');
    const open = await getApproval(id, 'observer');
    expect(open).toMatchObject({ state: 'OPEN', needed: 3, mine: { decision: null, onBehalfOf: [] } });
    expect(
      open.approvers.map(({ userId, decision, comment }: Record<string, unknown>) => [
        userId,
        decision,
        comment,
      ]),
    ).toEqual(
      [
        [userIds.observer, null, null],
        [userIds.leader, 'APPROVED', null],
        [userIds.admin, 'APPROVED', 'zmiana'],
      ].sort(([one], [other]) => Number(one) - Number(other)),
    );
    await decide(id, 'observer', 'REJECTED');
    await editor.expectStatus(id, 'Nowe');
    expect(await listRounds(id)).toEqual(['REJECTED']);
  });

  it('needs a number of approvals, and all if there are fewer approvers', async () => {
    await approve({ quorum: 2 });
    const id = await editor.submitInProgress();
    await decide(id, 'admin', 'REJECTED');
    await decide(id, 'leader', 'APPROVED');
    expect(await listRounds(id)).toEqual(['OPEN']);
    await decide(id, 'observer', 'APPROVED');
    await editor.expectStatus(id, 'Zakończone');
    await approve({ quorum: 50 });
    const other = await editor.submitInProgress();
    for (const user of approvers) await decide(other, user, 'APPROVED');
    await editor.expectStatus(other, 'Zakończone');
  });

  it('does not hang if an approver leaves', async () => {
    await approve({ quorum: 'ALL' });
    const id = await editor.submitInProgress();
    await decide(id, 'admin', 'APPROVED');
    await decide(id, 'leader', 'APPROVED');
    expect(await settleRounds(fixture.service.db, log)).toBe(0);
    await leave('observer');
    expect(await settleRounds(fixture.service.db, log)).toBe(1);
    await editor.expectStatus(id, 'Zakończone');
    expect(await listRounds(id)).toEqual(['APPROVED']);
  });

  it('refuses who is no approver, or no longer one, with 403', async () => {
    const id = await editor.submitInProgress();
    expect((await decide(id, 'operator', 'APPROVED')).status).toBe(403);
    expect((await decide(id, 'reporter', 'APPROVED')).status).not.toBe(200);
    await leave('admin');
    expect(await decide(id, 'admin', 'APPROVED')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('akceptują') },
    });
    expect(await listRounds(id)).toEqual(['OPEN']);
  });

  it('does not count a decision whose transition cannot run, and says why', async () => {
    await editor.publish({
      transitions: editor.withChangedTransition(12, {
        requiredParameters: [{ id: 1, parameterId: 3, isMandatory: true, defaultValue: null }],
      }),
    });
    const id = await editor.submitInProgress();
    expect(await decide(id, 'admin', 'REJECTED')).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_BLOCKED', message: expect.stringContaining('Odrzucono') },
    });
    expect((await getApproval(id, 'admin')).mine.decision).toBeNull();
  });

  it('is 404 for an approver who may not see the task, and says so to managers of workflows', async () => {
    const id = await fixture.submit(
      { visibleUserIds: [userIds.workflowManager, userIds.leader] },
      fixture.tokens.operator,
    );
    await editor.run(id, 2);
    expect((await decide(id, 'admin', 'APPROVED')).status).toBe(404);
    expect(await numbersOf('admin')).not.toContain(id);
    expect(await countAsked(id, 'admin')).toBe(0);
    const shown = await getApproval(id, 'workflowManager');
    const blind = shown.approvers.filter(({ isBlind }: { isBlind: boolean }) => isBlind);
    expect(blind.map(({ userId }: { userId: number }) => userId)).toContain(userIds.admin);
    expect((await getApproval(id, 'leader')).approvers[0]).not.toHaveProperty('isBlind');
  });

  it('tells reporters only that an approval is pending, and visitors nothing', async () => {
    const id = await fixture.submit({}, fixture.tokens.reporter);
    await editor.run(id, 2);
    expect(await getApproval(id, 'reporter')).toEqual({
      roundId: expect.any(Number),
      state: 'OPEN',
      startedAt: expect.any(String),
    });
    const { body } = await fixture.call('GET', `/api/tasks/${id}/approval`);
    expect(body.approval).toBeNull();
  });

  it('cancels the round when the task leaves otherwise', async () => {
    const id = await editor.submitInProgress();
    const { roundId } = await getApproval(id, 'admin');
    await editor.run(id, 11);
    expect(await listRounds(id)).toEqual(['CANCELLED']);
    expect((await decide(id, 'admin', 'APPROVED')).status).toBe(409);
    await editor.run(id, 2);
    expect((await decide(id, 'admin', 'APPROVED', { roundId })).status).toBe(409);
    expect(await listRounds(id)).toEqual(['CANCELLED', 'OPEN']);
  });
});

describe('two changes at the same moment', () => {
  type Send = () => Promise<{ status: number; body: { code?: string } }>;
  /** Locks the task until both wait for it, in this order. */
  const sendTogether = async (id: number, first: Send, second: Send) => {
    const responses: ReturnType<Send>[] = [];
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      await tx('tasks').where({ public_task_id: id }).forUpdate().first('id');
      for (const send of [first, second]) {
        responses.push(send());
        await untilLockWaits(fixture.service.db.knex, responses.length);
      }
    });
    return Promise.all(responses);
  };

  it('decide once: the second of two votes is told that it is too late', async () => {
    const id = await editor.submitInProgress();
    const [one, other] = await sendTogether(
      id,
      () => decide(id, 'admin', 'APPROVED'),
      () => decide(id, 'leader', 'REJECTED'),
    );
    expect(one?.status).toBe(200);
    expect(other).toMatchObject({ status: 409, body: { code: 'APPROVAL_CLOSED' } });
    await editor.expectStatus(id, 'Zakończone');
    expect(await listRounds(id)).toEqual(['APPROVED']);
  });

  it('count both votes of a number', async () => {
    await approve({ quorum: 2 });
    const id = await editor.submitInProgress();
    const responses = await sendTogether(
      id,
      () => decide(id, 'admin', 'APPROVED'),
      () => decide(id, 'leader', 'APPROVED'),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await editor.expectStatus(id, 'Zakończone');
  });

  it('have one outcome for a vote and another move', async () => {
    const id = await editor.submitInProgress();
    const [moved, late] = await sendTogether(
      id,
      () => editor.run(id, 11),
      () => decide(id, 'admin', 'APPROVED'),
    );
    expect([moved?.status, late?.status, late?.body.code]).toEqual([200, 409, 'APPROVAL_CLOSED']);
    expect(await listRounds(id)).toEqual(['CANCELLED']);
    const other = await editor.submitInProgress();
    const [voted, refused] = await sendTogether(
      other,
      () => decide(other, 'admin', 'APPROVED'),
      () => editor.run(other, 11),
    );
    expect([voted?.status, refused?.status]).toEqual([200, 409]);
    await editor.expectStatus(other, 'Zakończone');
  });

  it('do not count the vote of an approver who has lost the role while it waited', async () => {
    const id = await editor.submitInProgress();
    let waiting: ReturnType<Send> | undefined;
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      await tx('tasks').where({ public_task_id: id }).forUpdate().first('id');
      waiting = decide(id, 'admin', 'APPROVED');
      await untilLockWaits(fixture.service.db.knex, 1);
      await leave('admin');
    });
    expect((await waiting)?.status).toBe(403);
    expect(await listRounds(id)).toEqual(['OPEN']);
  });
});

describe('an absence', () => {
  it('gives the substitute the news and the decision', async () => {
    for (const user of ['leader', 'observer'] as const) await leave(user);
    await beAbsent('admin', 'operator');
    const id = await fixture.submit({}, fixture.tokens.member);
    await fixture.call('POST', `/api/tasks/${id}/transition`, fixture.tokens.member, {
      transitionId: 2,
      workflowParameters: {},
    });
    expect(await countAsked(id, 'operator')).toBe(1);
    const mine = (await listMine('operator')).approvals.find(
      (one: { publicTaskId: number }) => one.publicTaskId === id,
    );
    expect(mine.onBehalfOf).toEqual([{ userId: userIds.admin, name: 'user16', addressHint: null }]);
    expect(await getApproval(id, 'operator')).toMatchObject({
      approvers: [
        {
          userId: userIds.admin,
          absentUntil: dayAfter(2),
          substitute: { userId: userIds.operator, name: 'user10' },
        },
      ],
      mine: { onBehalfOf: [{ userId: userIds.admin }] },
    });
    await decide(id, 'operator', 'APPROVED');
    const { changeHistory } = (await editor.callAsOperator('GET', `${id}/change-history`)).body;
    const entry = changeHistory.find(({ changeType }: { changeType: string }) => changeType === 'APPROVAL');
    expect(entry.changes[0]).toMatchObject({ label: 'user16', after: 'APPROVED' });
    await editor.expectStatus(id, 'Zakończone');
  });

  it('gives nobody a second vote: that of a substitute who is an approver stands for both', async () => {
    await approve({ quorum: 'ALL' });
    await beAbsent('admin', 'leader');
    const id = await editor.submitInProgress();
    await decide(id, 'leader', 'APPROVED');
    expect(await listRounds(id)).toEqual(['OPEN']);
    expect(await getApproval(id, 'observer')).toMatchObject({ needed: 2 });
    await decide(id, 'observer', 'APPROVED');
    await editor.expectStatus(id, 'Zakończone');
  });

  it('does not let a substitute reach a number alone', async () => {
    await approve({ quorum: 2 });
    await beAbsent('admin', 'leader');
    const id = await editor.submitInProgress();
    await decide(id, 'leader', 'APPROVED');
    expect(await listRounds(id)).toEqual(['OPEN']);
  });

  it('leaves the decision to the absent approver, whose vote replaces that of the substitute', async () => {
    await approve({ quorum: 'ALL' });
    await beAbsent('admin', 'operator');
    const id = await editor.submitInProgress();
    await decide(id, 'operator', 'APPROVED');
    await decide(id, 'admin', 'REJECTED');
    await editor.expectStatus(id, 'Nowe');
  });

  it('does not make the author their own approver', async () => {
    for (const user of ['leader', 'observer'] as const) await leave(user);
    await beAbsent('admin', 'operator');
    const id = await fixture.submit({}, fixture.tokens.operator);
    await editor.run(id, 2);
    expect((await decide(id, 'operator', 'APPROVED')).status).toBe(403);
    expect(await numbersOf('operator')).not.toContain(id);
    expect((await decide(id, 'admin', 'APPROVED')).status).toBe(200);
  });

  it('is saved with an ETag, and needs a member who is somebody else', async () => {
    const put = (body: object, headers = {}) =>
      fixture.call('PUT', '/api/absence', fixture.tokens.member, body, headers);
    const days = { from: '2026-08-01', until: '2026-08-14' };
    const saved = await put({ ...days, substituteUserId: userIds.operator });
    expect(saved.body.absence).toEqual({
      ...days,
      substitute: { userId: userIds.operator, name: 'user10', addressHint: null },
    });
    expect((await put({ ...days, substituteUserId: null }, { 'if-match': '"old"' })).status).toBe(412);
    const etag = saved.headers['etag'];
    expect((await put({ ...days, substituteUserId: null }, { 'if-match': etag })).status).toBe(200);
    for (const substituteUserId of [userIds.member, userIds.globexAdmin, userIds.reporter, 9_999])
      expect((await put({ ...days, substituteUserId })).body.errors).toMatchObject([
        { field: 'substituteUserId' },
      ]);
    expect((await put({ from: '2026-08-02', until: '2026-08-01', substituteUserId: null })).status).toBe(422);
    expect((await fixture.call('DELETE', '/api/absence', fixture.tokens.member)).status).toBe(204);
    const { body } = await fixture.call('GET', '/api/absence', fixture.tokens.member);
    expect(body.absence).toBeNull();
    expect((await fixture.call('GET', '/api/absence')).status).toBe(401);
  });
});
