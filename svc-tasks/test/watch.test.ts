import type { TaskBoard } from '@obieg/contracts';
import { createLog } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
const submit = () => fixture.submit({ assignedGroupId: 9 }, fixture.tokens.member);
const watchOf = async (as: TestUser, task: number) =>
  (await send(as, 'GET', `/api/tasks/${task}?include=watch`)).watch;
const watch = (as: TestUser, task: number) => send(as, 'PUT', `/api/tasks/${task}/watch`);
const mute = (as: TestUser, task: number) => send(as, 'DELETE', `/api/tasks/${task}/watch`);
const comment = (task: number) => send('operator', 'POST', `/api/tasks/${task}/comment`, { content: 'x' });
const reasonsOf = async (as: TestUser, task: number): Promise<string[]> => {
  await deliver();
  const { notifications } = await send(as, 'GET', '/api/notifications?limit=200');
  const entries: { reason: string; task: { publicTaskId: number } }[] = notifications;
  return entries.filter((entry) => entry.task.publicTaskId === task).map(({ reason }) => reason);
};

const isUnreadOnBoard = async (as: TestUser, task: number): Promise<boolean | undefined> => {
  const { columns } = await send(as, 'GET', `/api/tasks/board?search=${task}`);
  const cards = (columns as TaskBoard['columns']).flatMap(({ tasks }) => tasks);
  return cards.find(({ publicTaskId }) => publicTaskId === task)?.hasUnread;
};

describe('GET /api/tasks/{id}?include=watch', () => {
  it('says that author, assignee and commenters watch the task, and no one else', async () => {
    const task = await submit();
    const not = { isWatching: false, hasUnread: false };
    for (const user of ['observer', 'leader', 'admin'] as const)
      expect(await watchOf(user, task)).toEqual(not);
    await send('observer', 'POST', `/api/tasks/${task}/comment`, { content: 'x' });
    await send('leader', 'POST', `/api/tasks/${task}/assign`, { assignmentType: 'ASSIGN_TO_ME' });
    for (const user of ['member', 'observer', 'leader'] as const)
      expect((await watchOf(user, task)).isWatching).toBe(true);
    expect(await watchOf('admin', task)).toEqual(not);
  });

  it('says whether there is unread news', async () => {
    const task = await submit();
    await comment(task);
    await deliver();
    expect((await watchOf('member', task)).hasUnread).toBe(true);
    expect(await isUnreadOnBoard('member', task)).toBe(true);
    expect(await isUnreadOnBoard('admin', task)).toBe(false);
    await send('member', 'POST', '/api/notifications/read', { publicTaskId: task });
    expect((await watchOf('member', task)).hasUnread).toBe(false);
    expect(await isUnreadOnBoard('member', task)).toBe(false);
  });

  it('is absent for visitors and for a reporter who did not write the task', async () => {
    const task = await submit();
    for (const token of [undefined, fixture.tokens.reporter]) {
      const { body } = await fixture.call('GET', `/api/tasks/${task}?include=watch`, token);
      expect(Object.keys(body).toSorted()).toEqual(['message', 'success', 'task']);
    }
  });
});

describe('PUT and DELETE /api/tasks/{id}/watch', () => {
  it('start and stop the news of a task', async () => {
    const task = await submit();
    expect(await watch('admin', task)).toEqual({
      success: true,
      watch: { isWatching: true, hasUnread: false },
    });
    await comment(task);
    expect(await reasonsOf('admin', task)).toEqual(['COMMENTED']);
    await mute('admin', task);
    expect((await watchOf('admin', task)).isWatching).toBe(false);
    await comment(task);
    expect(await reasonsOf('admin', task)).toEqual(['COMMENTED']);
  });

  it('mute what the author would get, except an assignment', async () => {
    const task = await submit();
    await mute('member', task);
    await comment(task);
    await send('operator', 'POST', `/api/tasks/${task}/transition`, { transitionId: 2 });
    const assignment = { assignmentType: 'ASSIGN_TO_USER', userId: userIds.member };
    await send('operator', 'POST', `/api/tasks/${task}/assign`, assignment);
    expect(await reasonsOf('member', task)).toEqual(['ASSIGNED']);
    await watch('member', task);
    await comment(task);
    expect(await reasonsOf('member', task)).toEqual(['COMMENTED', 'ASSIGNED']);
  });
});

describe('GET /api/tasks', () => {
  it('marks tasks with unread news', async () => {
    const [news, none] = [await submit(), await submit()];
    await comment(news);
    await deliver();
    const marks = async (as: TestUser) => {
      const { tasks } = await send(as, 'GET', '/api/tasks?limit=200');
      const listed: { publicTaskId: number; hasUnread: boolean }[] = tasks;
      return [news, none].map((id) => listed.find((task) => task.publicTaskId === id)?.hasUnread);
    };
    expect(await marks('member')).toEqual([true, false]);
    expect(await marks('admin')).toEqual([false, false]);
    await send('member', 'POST', '/api/notifications/read', { all: true });
    expect(await marks('member')).toEqual([false, false]);
  });

  it('marks and finds no task whose unread comment the caller may no longer read', async () => {
    const { acme, service, tokens, listTaskIds } = fixture;
    const task = await submit();
    await watch('groupMember', task);
    const ofGroup = { content: 'x', visibleGroupIds: [6] };
    await send('operator', 'POST', `/api/tasks/${task}/comment`, ofGroup);
    await deliver();
    const read = async () => {
      const { tasks } = await send('groupMember', 'GET', '/api/tasks?limit=200');
      const listed: { publicTaskId: number; hasUnread: boolean }[] = tasks;
      return {
        onPage: (await watchOf('groupMember', task)).hasUnread,
        inList: listed.find(({ publicTaskId }) => publicTaskId === task)?.hasUnread,
        byFilter: (await listTaskIds(tokens.groupMember, '&unread=true')).includes(task),
      };
    };
    expect(await read()).toEqual({ onPage: true, inList: true, byFilter: true });
    await service.leaveGroup(acme, 6, userIds.groupMember);
    expect(await read()).toEqual({ onPage: false, inList: false, byFilter: false });
    await service.joinGroup(acme, 6, userIds.groupMember, 'MEMBER');
  });

  it('filters by watched and unread tasks that the caller may see', async () => {
    const [watched, written, assigned, muted, other] = [
      await submit(),
      await fixture.submit({ assignedGroupId: 9 }, fixture.tokens.workflowManager),
      await submit(),
      await submit(),
      await submit(),
    ];
    const as = 'workflowManager';
    const assignment = { assignmentType: 'ASSIGN_TO_USER', userId: userIds[as] };
    await send('operator', 'POST', `/api/tasks/${assigned}/assign`, assignment);
    await send(as, 'POST', `/api/tasks/${muted}/comment`, { content: 'x' });
    await watch(as, watched);
    const listed = async (query: string) => (await fixture.listTaskIds(fixture.tokens[as], query)).toSorted();
    expect(await listed('&watched=true')).toEqual([watched, written, assigned, muted].toSorted());
    await mute(as, muted);
    expect(await listed('&watched=true')).toEqual([watched, written, assigned].toSorted());
    await comment(watched);
    await comment(other);
    await deliver();
    expect(await listed('&unread=true')).toEqual([watched, assigned].toSorted());
    expect(await listed('&unread=true&watched=true&sortBy=title&statusTypes=INITIAL')).toEqual(
      [watched, assigned].toSorted(),
    );
    await send('operator', 'PUT', `/api/tasks/${watched}`, {
      title: 'x',
      visibleUserIds: [userIds.operator],
    });
    expect(await listed('&watched=true')).toEqual([written, assigned].toSorted());
    expect(await listed('&unread=true')).toEqual([assigned]);
  });
});
