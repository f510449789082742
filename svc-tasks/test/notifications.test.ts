import {
  type EventData,
  type Notification,
  type NotificationsResponse,
  notificationSettingsSchema,
} from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldNotifications } from '../src/notifications/delete-old-notifications';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const log = createLog('test', 'silent');
const deliver = () => deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
const send = async (as: TestUser, method: string, path: string, body?: object) => {
  const response = await fixture.call(method, path, fixture.tokens[as], body);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response.body;
};
const inbox = async (as: TestUser, query = ''): Promise<NotificationsResponse> =>
  send(as, 'GET', `/api/notifications${query}`);
/** Delivers the queue, then returns the entries of one task, oldest first. */
const entriesOf = async (as: TestUser, task: number, query = ''): Promise<Notification[]> => {
  await deliver();
  const { notifications } = await inbox(as, `?limit=200${query}`);
  return notifications.filter(({ task: { publicTaskId } }) => publicTaskId === task).toReversed();
};
const reasonsOf = async (as: TestUser, task: number): Promise<string[]> =>
  (await entriesOf(as, task)).map(({ reason }) => reason);
const assign = (as: TestUser, task: number, user: TestUser) =>
  send(as, 'POST', `/api/tasks/${task}/assign`, { assignmentType: 'ASSIGN_TO_USER', userId: userIds[user] });
const assignToGroup = (task: number, groupId: number) =>
  send('operator', 'POST', `/api/tasks/${task}/assign`, { assignmentType: 'ASSIGN_TO_GROUP', groupId });
const comment = (as: TestUser, task: number, more: object = {}) =>
  send(as, 'POST', `/api/tasks/${task}/comment`, { content: 'Sprawdzam', ...more });
/** A task of the member, without assignee news: group 9 has no members. */
const submit = (more: object = {}, as: TestUser = 'member') =>
  fixture.submit({ assignedGroupId: 9, ...more }, fixture.tokens[as]);

describe('news of a task', () => {
  it('tell the assignee who assigned the task', async () => {
    const task = await submit();
    await assign('operator', task, 'groupMember');
    const [entry, ...others] = await entriesOf('groupMember', task);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      reason: 'ASSIGNED',
      readAt: null,
      actorName: 'user10',
      task: { publicTaskId: task, title: 'Nie działa drukarka', statusName: 'Nowe', statusType: 'INITIAL' },
      comment: null,
      status: null,
      groupName: null,
    });
  });

  it('do not report own actions', async () => {
    const task = await submit({ assignedGroupId: undefined, assignedUserId: userIds.member });
    await send('member', 'POST', `/api/tasks/${task}/assign`, { assignmentType: 'ASSIGN_TO_ME' });
    await comment('member', task);
    await send('member', 'POST', `/api/tasks/${task}/transition`, { transitionId: 2 });
    expect(await reasonsOf('member', task)).toEqual([]);
  });

  it('tell leaders and members of a group and its child groups, but no observer', async () => {
    const task = await submit();
    await assignToGroup(task, 5);
    const [entry] = await entriesOf('groupMember', task);
    expect(entry).toMatchObject({ reason: 'ASSIGNED_TO_GROUP', groupName: 'Grupa 5' });
    expect(await reasonsOf('leader', task)).toEqual(['ASSIGNED_TO_GROUP']);
    expect(await reasonsOf('observer', task)).toEqual([]);
  });

  it('tell the group that the workflow chooses for a new task', async () => {
    const task = await fixture.submit();
    expect(await reasonsOf('leader', task)).toEqual(['ASSIGNED_TO_GROUP']);
    const [entry] = await entriesOf('leader', task);
    expect(entry?.actorName).toBeNull();
  });

  it('tell author, assignee and commenters of a comment and a new status', async () => {
    const task = await submit();
    await comment('observer', task);
    await deliver();
    await assign('operator', task, 'groupMember');
    await comment('operator', task, { content: 'x'.repeat(500) });
    await send('operator', 'POST', `/api/tasks/${task}/transition`, { transitionId: 2 });
    expect(await reasonsOf('member', task)).toEqual(['COMMENTED', 'COMMENTED', 'STATUS_CHANGED']);
    expect(await reasonsOf('groupMember', task)).toEqual(['ASSIGNED', 'COMMENTED', 'STATUS_CHANGED']);
    const [commented, moved] = await entriesOf('observer', task);
    expect(commented?.comment?.excerpt).toBe('x'.repeat(200));
    expect(moved).toMatchObject({ status: { name: 'W toku', type: 'INTERMEDIATE' } });
    expect(await reasonsOf('admin', task)).toEqual([]);
  });

  it('tell a reporter what the author may read', async () => {
    const task = await fixture.submit({}, fixture.tokens.reporter);
    await comment('operator', task);
    await comment('operator', task, { content: 'Dla autora', visibleToAuthor: true });
    await send('operator', 'POST', `/api/tasks/${task}/transition`, { transitionId: 2 });
    const entries = await entriesOf('reporter', task);
    expect(entries.map(({ reason, comment: one }) => one?.excerpt ?? reason)).toEqual([
      'Dla autora',
      'STATUS_CHANGED',
    ]);
  });

  it('reach a person once per change, although the person is concerned in several ways', async () => {
    const task = await submit({ assignedGroupId: undefined, assignedUserId: userIds.member });
    await comment('member', task);
    await send('member', 'PUT', `/api/tasks/${task}/watch`);
    await comment('operator', task);
    expect(await reasonsOf('member', task)).toEqual(['COMMENTED']);
  });

  it('wait in the queue until their delivery commits, and arrive once', async () => {
    const task = await submit();
    await assign('operator', task, 'groupMember');
    const { db } = fixture.service;
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    const rows = await withOrganization(db, fixture.acme.id, (tx) =>
      tx('notifications as n')
        .join('tasks as t', 't.id', 'n.task_id')
        .where('t.public_task_id', task)
        .select('n.id'),
    );
    expect(rows).toHaveLength(1);
  });

  it('are dropped if the recipient may no longer see the task at delivery', async () => {
    const task = await submit();
    await comment('observer', task);
    await comment('operator', task);
    await send('operator', 'PUT', `/api/tasks/${task}`, { title: 'x', visibleUserIds: [userIds.operator] });
    expect(await reasonsOf('observer', task)).toEqual([]);
    await send('operator', 'PUT', `/api/tasks/${task}`, {
      title: 'x',
      visibleUserIds: [-1],
      visibleGroupIds: [-1],
    });
    expect(await reasonsOf('observer', task)).toEqual([]);
  });

  it('refresh the open inboxes that contain the task when its assignee changes', async () => {
    const task = await submit();
    await assign('operator', task, 'observer');
    expect(await reasonsOf('observer', task)).toEqual(['ASSIGNED']);
    const type = 'obieg.tasks.notifications.changed';
    const listRefreshed = async () =>
      (await recordedEvents(fixture.service.db.knex, type)).flatMap(
        ({ data }) => (data as EventData<typeof type>).userIds,
      );
    const before = (await listRefreshed()).length;
    await assign('operator', task, 'groupMember');
    await deliver();
    const refreshed = new Set((await listRefreshed()).slice(before));
    expect(refreshed).toEqual(new Set([userIds.groupMember, userIds.observer]));
  });

  it('follow the settings of the recipient', async () => {
    const settings = notificationSettingsSchema.parse(
      await send('observer', 'GET', '/api/notification-settings'),
    );
    const quiet = { ...settings, reasons: { ...settings.reasons, COMMENTED: { inbox: false, mail: false } } };
    await send('observer', 'PUT', '/api/notification-settings', quiet);
    const task = await submit();
    await comment('observer', task);
    await comment('operator', task);
    await assign('operator', task, 'observer');
    expect(await reasonsOf('observer', task)).toEqual(['ASSIGNED']);
    await send('observer', 'PUT', '/api/notification-settings', settings);
  });
});

describe('GET /api/notifications', () => {
  it('drops entries of restricted and deleted tasks from the list and the count', async () => {
    const task = await submit();
    await assign('operator', task, 'leader');
    await comment('leader', task);
    await assign('operator', task, 'member');
    await comment('operator', task);
    expect(await reasonsOf('leader', task)).toEqual(['ASSIGNED', 'COMMENTED']);
    const { unreadCount } = await inbox('leader');
    const restrict = (visibleUserIds: number[]) =>
      send('operator', 'PUT', `/api/tasks/${task}`, { title: 'x', visibleUserIds });
    await restrict([userIds.operator]);
    expect(await entriesOf('leader', task)).toEqual([]);
    expect((await inbox('leader')).unreadCount).toBe(unreadCount - 2);
    await restrict([userIds.operator, userIds.leader]);
    expect(await entriesOf('leader', task)).toHaveLength(2);
    await send('operator', 'DELETE', `/api/tasks/${task}`);
    expect(await entriesOf('leader', task)).toEqual([]);
    expect((await inbox('leader')).unreadCount).toBe(unreadCount - 2);
  });

  it('drops an entry whose comment is deleted or hidden from the reader', async () => {
    const task = await submit();
    await comment('operator', task, { content: 'Zostaje' });
    await comment('operator', task, { content: 'Znika' });
    await comment('operator', task, { content: 'Dla grupy', visibleGroupIds: [6] });
    expect(await reasonsOf('member', task)).toEqual(['COMMENTED', 'COMMENTED']);
    const { comments } = await send('operator', 'GET', `/api/tasks/${task}/comments`);
    const { unreadCount } = await inbox('member');
    await send('operator', 'DELETE', `/api/tasks/${task}/comments/${comments[1].id}`);
    expect((await entriesOf('member', task)).map((entry) => entry.comment?.excerpt)).toEqual(['Zostaje']);
    expect((await inbox('member')).unreadCount).toBe(unreadCount - 1);
  });

  it('drops an entry from the list and the count while the reader is not in the group of its comment', async () => {
    const { acme, service } = fixture;
    const task = await submit();
    await send('groupMember', 'PUT', `/api/tasks/${task}/watch`);
    await comment('operator', task, { visibleGroupIds: [6] });
    const read = async () => [await reasonsOf('groupMember', task), (await inbox('groupMember')).unreadCount];
    await deliver();
    const { unreadCount } = await inbox('groupMember');
    expect(await read()).toEqual([['COMMENTED'], unreadCount]);
    await service.leaveGroup(acme, 6, userIds.groupMember);
    expect(await read()).toEqual([[], unreadCount - 1]);
    await service.joinGroup(acme, 6, userIds.groupMember, 'MEMBER');
    expect(await read()).toEqual([['COMMENTED'], unreadCount]);
  });

  it('pages with a cursor and rejects a malformed one', async () => {
    const task = await submit();
    for (const content of ['1', '2', '3']) await comment('operator', task, { content });
    await deliver();
    const first = await inbox('member', '?limit=2');
    const second = await inbox('member', `?limit=2&cursor=${first.nextCursor}`);
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    const { notifications } = await inbox('member', '?limit=4');
    expect(notifications.map(({ id }) => id)).toEqual(ids);
    for (const cursor of ['x', 'W10', Buffer.from('["2026-01-01T00:00:00Z","1; --"]').toString('base64url')])
      expect(
        (await fixture.call('GET', `/api/notifications?cursor=${cursor}`, fixture.tokens.member)).status,
      ).toBe(400);
  });

  it('shows each organization and each person their own inbox', async () => {
    const task = await submit();
    await assign('operator', task, 'groupMember');
    const [entry] = await entriesOf('groupMember', task);
    const { body } = await fixture.callGlobex('GET', '/api/notifications', fixture.tokens.globexAdmin);
    expect(body).toMatchObject({ notifications: [], unreadCount: 0 });
    for (const path of ['/api/notifications', '/api/notifications/live', '/api/notification-settings'])
      expect((await fixture.call('GET', path)).status).toBe(401);
    await send('admin', 'POST', '/api/notifications/read', { ids: [entry?.id] });
    await send('admin', 'POST', '/api/notifications/done', { ids: [entry?.id] });
    const later = { until: new Date(Date.now() + 3_600_000).toISOString() };
    const snooze = `/api/notifications/${entry?.id}/snooze`;
    expect((await fixture.call('POST', snooze, fixture.tokens.admin, later)).status).toBe(404);
    expect((await fixture.callGlobex('POST', snooze, fixture.tokens.globexAdmin, later)).status).toBe(404);
    expect(await entriesOf('groupMember', task)).toEqual([entry]);
  });
});

describe('POST /api/notifications/read', () => {
  it('marks entries by id, by task and all up to an id', async () => {
    const tasks = [await submit(), await submit(), await submit()] as const;
    for (const task of tasks) await assign('operator', task, 'groupMember');
    const ids: number[] = [];
    for (const task of tasks) ids.push(...(await entriesOf('groupMember', task)).map(({ id }) => id));
    const [one, two, three] = ids;
    const unreadOf = async () => {
      const { notifications } = await inbox('groupMember', '?unread=true&limit=200');
      return [one, two, three].filter((id) => notifications.some((entry) => entry.id === id));
    };
    expect(await unreadOf()).toEqual([one, two, three]);
    const { unreadCount } = await inbox('groupMember');
    expect(await send('groupMember', 'POST', '/api/notifications/read', { ids: [one] })).toEqual({
      success: true,
      unreadCount: unreadCount - 1,
      readAt: expect.any(String),
    });
    await send('groupMember', 'POST', '/api/notifications/read', { publicTaskId: tasks[1] });
    expect(await unreadOf()).toEqual([three]);
    await send('groupMember', 'POST', '/api/notifications/read', { all: true, upToId: two });
    expect(await unreadOf()).toEqual([three]);
    await send('groupMember', 'POST', '/api/notifications/read', { all: true });
    expect(await unreadOf()).toEqual([]);
    expect((await inbox('groupMember')).unreadCount).toBe(0);
  });

  it.each([{}, { ids: [] }, { ids: ['1'] }, { all: false }, { publicTaskId: -1 }])(
    'rejects the body %j with 422',
    async (body) => {
      const { status } = await fixture.call('POST', '/api/notifications/read', fixture.tokens.member, body);
      expect(status).toBe(422);
    },
  );
});

describe('POST /api/notifications/unread', () => {
  const unreadIds = async (name: 'leader' | 'groupMember', task: number) =>
    (await entriesOf(name, task)).filter(({ readAt }) => readAt === null).map(({ id }) => id);

  it('marks entries as unread by id', async () => {
    const task = await submit();
    await assign('operator', task, 'leader');
    const [entry] = await entriesOf('leader', task);
    await send('leader', 'POST', '/api/notifications/read', { ids: [entry?.id] });
    const { unreadCount } = await inbox('leader');
    const answer = await send('leader', 'POST', '/api/notifications/unread', { ids: [entry?.id] });
    expect(answer).toEqual({ success: true, unreadCount: unreadCount + 1 });
    expect(await unreadIds('leader', task)).toEqual([entry?.id]);
  });

  it('undoes exactly what one call has marked as read', async () => {
    const [task, earlier] = [await submit(), await submit()];
    for (const one of [task, earlier]) await assign('operator', one, 'leader');
    await deliver();
    await send('leader', 'POST', '/api/notifications/read', { publicTaskId: earlier });
    const { readAt } = await send('leader', 'POST', '/api/notifications/read', { all: true });
    expect((await send('leader', 'POST', '/api/notifications/read', { all: true })).readAt).toBeNull();
    await send('leader', 'POST', '/api/notifications/unread', { readAt });
    expect(await unreadIds('leader', task)).toHaveLength(1);
    expect(await unreadIds('leader', earlier)).toEqual([]);
  });

  it("changes nothing of other people's, finished and foreign entries", async () => {
    const task = await submit();
    await assign('operator', task, 'leader');
    const [entry] = await entriesOf('leader', task);
    const { readAt } = await send('leader', 'POST', '/api/notifications/read', { ids: [entry?.id] });
    for (const body of [{ ids: [entry?.id] }, { readAt }]) {
      await send('admin', 'POST', '/api/notifications/unread', body);
      await fixture.callGlobex('POST', '/api/notifications/unread', fixture.tokens.globexAdmin, body);
    }
    expect(await unreadIds('leader', task)).toEqual([]);
    await send('leader', 'POST', '/api/notifications/done', { ids: [entry?.id] });
    await send('leader', 'POST', '/api/notifications/unread', { ids: [entry?.id] });
    await send('leader', 'POST', '/api/notifications/done', { ids: [entry?.id], isDone: false });
    expect(await unreadIds('leader', task)).toEqual([]);
    expect((await fixture.call('POST', '/api/notifications/unread', undefined, { ids: [1] })).status).toBe(
      401,
    );
  });

  it.each([{}, { ids: [] }, { ids: ['1'] }, { all: true }, { readAt: 'wczoraj' }])(
    'rejects the body %j with 422',
    async (body) => {
      const { status } = await fixture.call('POST', '/api/notifications/unread', fixture.tokens.member, body);
      expect(status).toBe(422);
    },
  );
});

describe('DELETE /api/notifications/{id}/snooze', () => {
  it('returns the entries of the task to their place, and repeating it changes nothing', async () => {
    const task = await submit();
    await assign('operator', task, 'leader');
    await comment('operator', task);
    const before = await entriesOf('leader', task);
    const newest = Math.max(...before.map(({ id }) => id));
    const path = `/api/notifications/${newest}/snooze`;
    await send('leader', 'POST', path, { until: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await entriesOf('leader', task)).toEqual([]);
    expect((await fixture.call('DELETE', path, fixture.tokens.admin)).status).toBe(404);
    expect((await fixture.callGlobex('DELETE', path, fixture.tokens.globexAdmin)).status).toBe(404);
    expect((await fixture.call('DELETE', path)).status).toBe(401);
    for (let times = 1; times <= 2; times++) {
      expect((await fixture.call('DELETE', path, fixture.tokens.leader)).status).toBe(200);
      expect(await entriesOf('leader', task)).toEqual(before);
    }
    await send('leader', 'POST', '/api/notifications/done', { ids: [newest] });
    expect((await fixture.call('DELETE', path, fixture.tokens.leader)).status).toBe(404);
  });
});

describe('POST /api/notifications/done', () => {
  it('takes entries out of the inbox and puts them back as read', async () => {
    const task = await submit();
    await assign('operator', task, 'leader');
    const [entry] = await entriesOf('leader', task);
    await send('leader', 'POST', '/api/notifications/done', { ids: [entry?.id] });
    expect(await entriesOf('leader', task)).toEqual([]);
    await send('leader', 'POST', '/api/notifications/done', { ids: [entry?.id], isDone: false });
    const [restored] = await entriesOf('leader', task);
    expect(restored?.readAt).not.toBeNull();
  });
});

describe('POST /api/notifications/{id}/snooze', () => {
  const inMs = (milliseconds: number) => ({ until: new Date(Date.now() + milliseconds).toISOString() });

  it('hides the entries of the task until then and shows them unread again', async () => {
    const task = await submit();
    await assign('operator', task, 'leader');
    await comment('operator', task);
    const [first, second] = await entriesOf('leader', task);
    await send('leader', 'POST', '/api/notifications/read', { ids: [first?.id, second?.id] });
    const until = inMs(3_600_000);
    await send('leader', 'POST', `/api/notifications/${second?.id}/snooze`, until);
    expect(await entriesOf('leader', task)).toEqual([]);
    expect(await entriesOf('leader', task, '&snoozed=true')).toHaveLength(2);
    expect((await inbox('leader')).nextShownAt).toBe(until.until);
    const passTime = `update notifications set shown_at = now() where id = any(:ids)`;
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(passTime, { ids: [first?.id, second?.id] }),
    );
    const returned = await entriesOf('leader', task);
    expect(returned.map(({ readAt }) => readAt)).toEqual([null, null]);
  });

  it('rejects a time that is past, too far or malformed, and an unknown entry', async () => {
    const task = await submit();
    await assign('operator', task, 'leader');
    const [entry] = await entriesOf('leader', task);
    const snooze = async (id: number | undefined, body: object) =>
      (await fixture.call('POST', `/api/notifications/${id}/snooze`, fixture.tokens.leader, body)).status;
    expect(await snooze(entry?.id, inMs(-1_000))).toBe(422);
    expect(await snooze(entry?.id, inMs(400 * 86_400_000))).toBe(422);
    expect(await snooze(entry?.id, { until: 'jutro' })).toBe(422);
    expect(await snooze(999_999_999, inMs(60_000))).toBe(404);
    await send('operator', 'PUT', `/api/tasks/${task}`, { title: 'x', visibleUserIds: [userIds.operator] });
    await assign('operator', task, 'operator');
    expect(await snooze(entry?.id, inMs(60_000))).toBe(404);
  });
});

describe('/api/notification-settings', () => {
  it('refuses settings that are based on others than the present ones', async () => {
    const { call, tokens } = fixture;
    const path = '/api/notification-settings';
    const { body, headers } = await call('GET', path, tokens.leader);
    const save = (changes: object, etag: unknown) =>
      call('PUT', path, tokens.leader, { ...body, ...changes }, { 'if-match': String(etag) });
    const answers = await Promise.all(
      [{ digest: 'DAILY' }, { mailsPerDayMax: 3 }].map((changes) => save(changes, headers['etag'])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const saved = answers.find(({ status }) => status === 200);
    expect((await call('GET', path, tokens.leader)).headers['etag']).toBe(saved?.headers['etag']);
    expect((await save({}, saved?.headers['etag'])).status).toBe(200);
  });

  it('returns the defaults, then what was saved', async () => {
    const settings = await send('workflowManager', 'GET', '/api/notification-settings');
    expect(settings).toMatchObject({
      reasons: { ASSIGNED: { inbox: true, mail: true }, COMMENTED: { inbox: true, mail: false } },
      digest: 'NONE',
      quietHours: { from: 20, to: 7 },
      mailsPerDayMax: 20,
    });
    const saved = { ...settings, digest: 'DAILY', quietHours: null, mailsPerDayMax: 3 };
    expect(await send('workflowManager', 'PUT', '/api/notification-settings', saved)).toEqual(saved);
    expect(await send('workflowManager', 'GET', '/api/notification-settings')).toEqual(saved);
    expect(await send('admin', 'GET', '/api/notification-settings')).toEqual(settings);
  });

  it.each([
    { digest: 'HOURLY' },
    { mailsPerDayMax: -1 },
    { quietHours: { from: 7, to: 7 } },
    { quietHours: { from: 24, to: 7 } },
    { reasons: { LABELLED: { inbox: true, mail: true } } },
    { reasons: { ASSIGNED: { inbox: true } } },
  ])('rejects %j with 422', async (wrong) => {
    const settings = await send('admin', 'GET', '/api/notification-settings');
    const body = { ...settings, ...wrong };
    expect((await fixture.call('PUT', '/api/notification-settings', fixture.tokens.admin, body)).status).toBe(
      422,
    );
  });
});

describe('deleteOldNotifications', () => {
  it('deletes entries after 90 days', async () => {
    const [old, recent] = [await submit(), await submit()];
    for (const task of [old, recent]) await assign('operator', task, 'groupMember');
    const [entry] = await entriesOf('groupMember', old);
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(`update notifications set created_at = now() - interval '91 days' where id = :id`, {
        id: entry?.id,
      }),
    );
    expect(await deleteOldNotifications(fixture.service.db, log)).toBe(1);
    expect(await entriesOf('groupMember', old)).toEqual([]);
    expect(await entriesOf('groupMember', recent)).toHaveLength(1);
  });
});
