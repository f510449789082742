import { eventEnvelopeSchema } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { taskUpdateTypes, toTaskUpdate } from '../src/live/task-updates';
import { type Fixture, startFixture, userIds } from './fixture';
import { type LiveStream, openLiveStream } from './live-stream';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const openStreams: LiveStream[] = [];
afterEach(() => {
  for (const { close } of openStreams.splice(0)) close();
});
const open = async (path: string, token?: string, organization = fixture.acme): Promise<LiveStream> => {
  const live = await openLiveStream(fixture.service.port, organization, path, token);
  openStreams.push(live);
  return live;
};
const openListStream = (token: string) => open('/api/tasks/live', token);
const openTaskStream = (id: number, token: string) => open(`/api/tasks/${id}/live`, token);

let lastPublishedId = 0;
/** Passes the new outbox rows to the streams, like the NATS subscription. */
const publish = async (): Promise<void> => {
  const rows: { id: number; envelope: unknown }[] = await fixture.service.db
    .knex('outbox')
    .where('id', '>', lastPublishedId)
    .whereIn('subject', taskUpdateTypes)
    .orderBy('id')
    .select('id', 'envelope');
  for (const { id, envelope } of rows) {
    lastPublishedId = id;
    fixture.service.streams.publish(toTaskUpdate(eventEnvelopeSchema.parse(envelope)));
  }
};
const submit = async (more: object = {}, token = fixture.tokens.member): Promise<number> => {
  const id = await fixture.submit(more, token);
  await publish();
  return id;
};
const change = async (id: number, part: string, body: object, token = fixture.tokens.operator) => {
  const response = await fixture.call('POST', `/api/tasks/${id}/${part}`, token, body);
  expect(response.status).toBeLessThan(300);
  await publish();
};
const remove = async (id: number): Promise<void> => {
  expect((await fixture.call('DELETE', `/api/tasks/${id}`, fixture.tokens.admin)).status).toBe(204);
  await publish();
};
const urgent = { priority: 'HIGHEST' };

describe('GET /api/tasks/live', () => {
  it('rejects visitors and users of another organization with 401', async () => {
    expect((await open('/api/tasks/live')).status).toBe(401);
    expect((await open('/api/tasks/live', fixture.tokens.globexAdmin)).status).toBe(401);
  });

  it('starts the stream immediately and forbids caching', async () => {
    const live = await openListStream(fixture.tokens.member);
    expect(live.status).toBe(200);
    expect(live.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    await pollUntil(async () => live.text() !== '' || undefined, { describe: 'the first data arrives' });
    expect(live.countChanges()).toBe(0);
  });

  it('sends an empty changed event for each submission, change and deletion', async () => {
    const live = await openListStream(fixture.tokens.member);
    const id = await submit();
    await live.untilChanges(1);
    await change(id, 'priority', urgent);
    await live.untilChanges(2);
    await remove(id);
    await live.untilChanges(3);
    expect(live.text().replace(/^retry: \d+\n\n/, '')).toBe('event: changed\ndata: {}\n\n'.repeat(3));
  });

  it('reports a change that came after the data was loaded and before the stream opened', async () => {
    await submit();
    const withoutAge = await openListStream(fixture.tokens.member);
    const member = await open('/api/tasks/live?dataAgeMs=5000', fixture.tokens.member);
    await member.untilChanges(1);
    expect(withoutAge.countChanges()).toBe(0);
    expect((await open('/api/tasks/live?dataAgeMs=-1', fixture.tokens.member)).status).toBe(400);
  });

  it('merges simultaneous changes into one event', async () => {
    const live = await openListStream(fixture.tokens.member);
    for (const title of ['Jeden', 'Dwa', 'Trzy']) await fixture.submit({ title }, fixture.tokens.member);
    await publish();
    await live.untilChanges(1);
    await submit();
    await live.untilChanges(2);
    expect(live.countChanges()).toBe(2);
  });

  it('sends no event for hidden tasks or for comments that not every reader of the task may read', async () => {
    // Streams are processed in the order in which they opened, so an event on the last one means that all are done.
    const admin = await openListStream(fixture.tokens.admin);
    const reporter = await openListStream(fixture.tokens.reporter);
    const globexAdmin = await open('/api/tasks/live', fixture.tokens.globexAdmin, fixture.globex);
    const last = await openListStream(fixture.tokens.member);
    await submit({ visibleUserIds: [userIds.member] });
    await last.untilChanges(1);
    const unrestricted = await submit();
    await last.untilChanges(2);
    await change(unrestricted, 'comment', { content: 'Jadę' });
    await submit({ visibleUserIds: [userIds.member] });
    await last.untilChanges(3);
    expect([admin.countChanges(), reporter.countChanges(), globexAdmin.countChanges()]).toEqual([1, 0, 0]);
  });

  it('sends an event for a comment that every reader of the task may read', async () => {
    const id = await submit({}, fixture.tokens.reporter);
    const reporter = await openListStream(fixture.tokens.reporter);
    const member = await openListStream(fixture.tokens.groupMember);
    await change(id, 'comment', { content: 'Jadę', visibleToAuthor: true });
    await Promise.all([reporter.untilChanges(1), member.untilChanges(1)]);
  });

  it('sends a reporter events for their own tasks', async () => {
    const reporter = await openListStream(fixture.tokens.reporter);
    const id = await submit({}, fixture.tokens.reporter);
    await reporter.untilChanges(1);
    await change(id, 'priority', urgent);
    await reporter.untilChanges(2);
  });
});

describe('GET /api/tasks/{id}/live', () => {
  it('sends an event for a link to the readers of both tasks, on both', async () => {
    const shown = await submit();
    const hidden = await submit({ visibleUserIds: [userIds.member] });
    const other = await submit();
    const stranger = await openTaskStream(shown, fixture.tokens.groupMember);
    const reader = await openTaskStream(shown, fixture.tokens.member);
    const onOther = await openTaskStream(other, fixture.tokens.member);
    const onHidden = await openTaskStream(hidden, fixture.tokens.member);
    await change(hidden, 'assign', { assignmentType: 'ASSIGN_TO_ME' }, fixture.tokens.member);
    await onHidden.untilChanges(1);
    await change(hidden, 'links', { type: 'BLOCKS', otherTaskId: shown }, fixture.tokens.member);
    await reader.untilChanges(1);
    await onHidden.untilChanges(2);
    await change(shown, 'links', { type: 'RELATES', otherTaskId: other });
    await Promise.all([stranger.untilChanges(1), reader.untilChanges(2), onOther.untilChanges(1)]);
    expect([stranger.countChanges(), onOther.countChanges()]).toEqual([1, 1]);
  });

  it('rejects visitors with 401, and callers who may not see the task with 404', async () => {
    const id = await submit({ visibleUserIds: [userIds.member] });
    expect((await openTaskStream(id, fixture.tokens.operator)).status).toBe(404);
    expect((await open(`/api/tasks/${id}/live`)).status).toBe(401);
    expect((await openTaskStream(999_999_999_999, fixture.tokens.member)).status).toBe(404);
    expect((await open('/api/tasks/0/live', fixture.tokens.member)).status).toBe(404);
  });

  it('sends events for changes and comments of this task only', async () => {
    const [id, other] = [await submit(), await submit()];
    const live = await openTaskStream(id, fixture.tokens.member);
    const otherLive = await openTaskStream(other, fixture.tokens.member);
    await change(id, 'priority', urgent);
    await live.untilChanges(1);
    await change(id, 'comment', { content: 'Jadę' });
    await live.untilChanges(2);
    await change(other, 'priority', urgent);
    await otherLive.untilChanges(1);
    expect([live.countChanges(), otherLive.countChanges()]).toEqual([2, 1]);
  });

  it('sends no event for comments that the reader may not see', async () => {
    const id = await submit({}, fixture.tokens.reporter);
    const reporter = await openTaskStream(id, fixture.tokens.reporter);
    const groupMember = await openTaskStream(id, fixture.tokens.groupMember);
    const named = await openTaskStream(id, fixture.tokens.member);
    await change(id, 'comment', { content: 'Dla jednej', visibleUserIds: [userIds.member] });
    await named.untilChanges(1);
    await change(id, 'comment', { content: 'Dla autora', visibleToAuthor: true });
    await named.untilChanges(2);
    expect([reporter.countChanges(), groupMember.countChanges()]).toEqual([1, 1]);
  });

  it('sends events for edits and deletions of comments that the reader may see', async () => {
    const id = await submit({}, fixture.tokens.reporter);
    await change(id, 'comment', { content: 'Dla jednej', visibleUserIds: [userIds.member] });
    await change(id, 'comment', { content: 'Dla autora', visibleToAuthor: true });
    const { comments } = (await fixture.call('GET', `/api/tasks/${id}/comments`, fixture.tokens.operator))
      .body;
    const pathOf = (index: number) => `/api/tasks/${id}/comments/${comments[index].id}`;
    const reporter = await openTaskStream(id, fixture.tokens.reporter);
    const named = await openTaskStream(id, fixture.tokens.member);
    const send = async (method: string, index: number, body?: object) => {
      const response = await fixture.call(method, pathOf(index), fixture.tokens.operator, body);
      expect(response.status).toBeLessThan(300);
      await publish();
    };
    await send('PUT', 0, { content: 'Dla jednej, poprawiony' });
    await named.untilChanges(1);
    await send('PUT', 1, { content: 'Dla autora, poprawiony' });
    await Promise.all([named.untilChanges(2), reporter.untilChanges(1)]);
    await send('DELETE', 0);
    await named.untilChanges(3);
    await send('DELETE', 1);
    await Promise.all([named.untilChanges(4), reporter.untilChanges(2)]);
    expect(reporter.countChanges()).toBe(2);
  });

  it('sends one event and ends when the reader may no longer see the task', async () => {
    const id = await submit();
    const live = await openTaskStream(id, fixture.tokens.admin);
    const saved = await fixture.call('PUT', `/api/tasks/${id}`, fixture.tokens.operator, {
      title: 'Nie działa drukarka',
      visibleUserIds: [userIds.member],
      visibleGroupIds: [],
    });
    expect(saved.status).toBe(200);
    await publish();
    await live.untilEnd();
    expect(live.countChanges()).toBe(1);
  });

  it('sends one event and ends when the task is deleted', async () => {
    const id = await submit();
    const live = await openTaskStream(id, fixture.tokens.groupMember);
    await remove(id);
    await live.untilEnd();
    expect(live.countChanges()).toBe(1);
  });
});

describe('a stream of server-sent events', () => {
  it('ends without an event when the session has ended', async () => {
    const { identity, endedSessions, addMember } = fixture.service;
    await addMember(fixture.acme, 90, ['MEMBER']);
    const sessionId = '00000000-0000-4000-8000-000000000090';
    const token = identity.sign({ userId: 90, organizationId: fixture.acme.id, sessionId });
    const live = await openListStream(token);
    endedSessions.add(sessionId);
    await submit();
    await live.untilEnd();
    expect(live.countChanges()).toBe(0);
  });

  it('ends without an event when the membership has ended', async () => {
    const token = await fixture.service.addMember(fixture.acme, 91, ['MEMBER']);
    const live = await openListStream(token);
    await fixture.service.addMember(fixture.acme, 91, []);
    await submit();
    await live.untilEnd();
    expect(live.countChanges()).toBe(0);
  });

  it('is closed when the client disconnects, and HEAD opens none', async () => {
    const { status, text } = await fixture.call('HEAD', '/api/tasks/live', fixture.tokens.member);
    expect([status, text]).toEqual([200, '']);
    const live = await openListStream(fixture.tokens.member);
    live.close();
    await pollUntil(async () => fixture.service.streams.count() === 0 || undefined, {
      describe: 'no stream is open',
    });
  });
});
