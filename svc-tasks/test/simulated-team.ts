import { type NotificationsResponse, unreadNotificationsMax } from '@obieg/contracts';
import { createLog } from '@obieg/service-kit';
import { expect } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import type { Fixture } from './fixture';
import { groups, people, roles, type SimulatedEvent } from './simulated-events';

const log = createLog('test', 'silent');

/** Eight people who work on tasks through the API. */
export const startTeam = async (fixture: Fixture, taskCount: number) => {
  const tokens: string[] = [];
  const tasks: number[] = [];
  const members = new Set<number>();
  let commentCount = 0;

  const call = (by: number, method: string, path: string, body?: object) =>
    fixture.call(method, path, tokens[by], body);
  const deliver = () => deliverQueuedNews(fixture.service.db, fixture.acme.id, log);

  for (const [index, id] of people.entries()) {
    tokens.push(await fixture.service.addMember(fixture.acme, id, [roles[index] ?? 'MEMBER']));
    members.add(index);
  }
  for (const [index, id] of people.entries())
    await fixture.service.joinGroup(fixture.acme, groups[index % groups.length] ?? 5, id, 'MEMBER');
  for (let index = 0; index < taskCount; index += 1)
    tasks.push(
      await fixture.submit({ title: `Zadanie ${index}` }, index % 5 === 0 ? undefined : tokens[index % 8]),
    );

  const deleteOwnComment = async (by: number, path: string): Promise<void> => {
    const { comments = [] } = (await call(by, 'GET', `${path}/comments`)).body;
    const own = comments.find(({ canChange }: { canChange: boolean }) => canChange);
    if (own) await call(by, 'DELETE', `${path}/comments/${own.id}`);
  };

  const apply = async (event: Exclude<SimulatedEvent, { kind: 'deliver' | 'mail' }>): Promise<void> => {
    const { service, acme } = fixture;
    if (event.kind === 'group') {
      const user = people[event.person] ?? 0;
      if (event.role) await service.joinGroup(acme, event.group, user, event.role as 'MEMBER');
      else await service.leaveGroup(acme, event.group, user);
      return;
    }
    if (event.kind === 'role') {
      await service.addMember(acme, people[event.person] ?? 0, event.role ? [event.role as 'MEMBER'] : []);
      if (event.role) members.add(event.person);
      else members.delete(event.person);
      return;
    }
    const path = `/api/tasks/${tasks[event.task]}`;
    if (event.kind === 'comment') {
      commentCount += 1;
      const mentioned = event.mentioned === null ? undefined : people[event.mentioned];
      await call(event.by, 'POST', `${path}/comment`, {
        // A text of its own, so that a mail shows which comments it contains.
        content: `Komentarz ${commentCount}.${mentioned === undefined ? '' : ` @user${mentioned}`}`,
        mentionedUserIds: mentioned === undefined ? [] : [mentioned],
        visibleGroupIds: event.for === null ? [] : [event.for],
        visibleToAuthor: event.isForAuthor,
      });
    } else if (event.kind === 'assign')
      await call(event.by, 'POST', `${path}/assign`, {
        assignmentType: 'ASSIGN_TO_USER',
        userId: people[event.to],
      });
    else if (event.kind === 'assignGroup')
      await call(event.by, 'POST', `${path}/assign`, {
        assignmentType: 'ASSIGN_TO_GROUP',
        groupId: event.to,
      });
    else if (event.kind === 'move')
      await call(event.by, 'POST', `${path}/transition`, { transitionId: event.transition });
    else if (event.kind === 'restrict')
      await call(event.by, 'PUT', path, {
        title: 'Zadanie',
        visibleUserIds: event.users.length > 0 ? event.users.map((index) => people[index]) : [-1],
        visibleGroupIds: event.groups.length > 0 ? event.groups : [-1],
      });
    else if (event.kind === 'delete') await call(event.by, 'DELETE', path);
    else if (event.kind === 'watch')
      await call(event.by, event.isWatching ? 'PUT' : 'DELETE', `${path}/watch`);
    else await deleteOwnComment(event.by, path);
  };

  /** What the calls for a task and its comments show to a person. */
  const readTask = async (by: number, publicTaskId: number) => {
    const { status, body } = await call(by, 'GET', `/api/tasks/${publicTaskId}?include=comments`);
    const comments: { id: number; content: string; deletedAt: string | null }[] = body.comments ?? [];
    const present = comments.filter(({ deletedAt }) => deletedAt === null);
    return {
      status,
      view: body.task?.view,
      commentIds: present.map(({ id }) => id),
      texts: present.map(({ content }) => content),
    };
  };

  /** Compares an inbox with what its owner may see. @returns the number of its entries */
  const checkInbox = async (by: number): Promise<number> => {
    const { notifications }: NotificationsResponse = (await call(by, 'GET', '/api/notifications?limit=200'))
      .body;
    const unread: NotificationsResponse = (await call(by, 'GET', '/api/notifications?limit=200&unread=true'))
      .body;
    // The count ends at a limit.
    expect(Math.min(unread.notifications.length, unreadNotificationsMax)).toBe(unread.unreadCount);
    const pages = new Map<number, Awaited<ReturnType<typeof readTask>>>();
    for (const { task: shown, comment } of notifications) {
      const page = pages.get(shown.publicTaskId) ?? (await readTask(by, shown.publicTaskId));
      pages.set(shown.publicTaskId, page);
      expect(page).toMatchObject({ status: 200, view: expect.not.stringMatching('visitor') });
      if (comment) expect(page.commentIds).toContain(comment.id);
    }
    return notifications.length;
  };
  const checkInboxes = async (): Promise<number> => {
    const counts = await Promise.all([...members].map(checkInbox));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  return { tasks, call, deliver, apply, readTask, checkInboxes };
};
export type Team = Awaited<ReturnType<typeof startTeam>>;
