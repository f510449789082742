import type { CommentReaders, MentionCandidate, Notification } from '@obieg/contracts';
import { createLog } from '@obieg/service-kit';
import { expect } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

export const nameOf = (user: TestUser): string => `user${userIds[user]}`;

/** Calls of a service that tests of mentions share. */
const createCalls = (fixture: Fixture) => {
  const log = createLog('test', 'silent');
  const send = async (as: TestUser, method: string, path: string, body?: object) => {
    const response = await fixture.call(method, path, fixture.tokens[as], body);
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    return response.body;
  };
  const comment = (as: TestUser, task: number, body: object) =>
    fixture.call('POST', `/api/tasks/${task}/comment`, fixture.tokens[as], body);
  const newsOf = async (as: TestUser, task: number): Promise<Notification[]> => {
    await deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
    const { notifications } = await send(as, 'GET', '/api/notifications?limit=200');
    return notifications.filter((one: Notification) => one.task.publicTaskId === task).toReversed();
  };
  return {
    send,
    comment,
    mention: (as: TestUser, task: number, users: TestUser[], more: object = {}) =>
      comment(as, task, {
        content: users.map((user) => `@${nameOf(user)}`).join(' '),
        mentionedUserIds: users.map((user) => userIds[user]),
        ...more,
      }),
    commentsOf: async (as: TestUser, task: number) =>
      (await send(as, 'GET', `/api/tasks/${task}/comments`)).comments,
    newsOf,
    reasonsOf: async (as: TestUser, task: number) => (await newsOf(as, task)).map(({ reason }) => reason),
    submit: (more: object = {}, as: TestUser = 'member') =>
      fixture.submit({ assignedGroupId: 9, ...more }, fixture.tokens[as]),
    rename: (id: number, displayName: string, email = `user${id}@obieg.test`) =>
      fixture.service.applyEvent(
        'obieg.identity.user.changed',
        { id, username: `user${id}`, displayName, email, systemRoles: [] },
        id,
      ),
    candidatesOf: async (as: TestUser, task: number, query: string): Promise<MentionCandidate[]> =>
      (await send(as, 'GET', `/api/tasks/${task}/mention-candidates?${query}`)).candidates,
    readersOf: async (as: TestUser, task: number, query = ''): Promise<CommentReaders> =>
      send(as, 'GET', `/api/tasks/${task}/comment-readers?${query}`),
  };
};

/** Starts a service for tests of mentions. */
export const startMentionFixture = async () => {
  const fixture = await startFixture();
  return { fixture, ...createCalls(fixture) };
};
export type MentionFixture = Awaited<ReturnType<typeof startMentionFixture>>;
