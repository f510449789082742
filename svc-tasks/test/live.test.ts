import { eventEnvelopeSchema } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newsOf, newsTypes } from '../src/live/news';
import { type Acme, people, startAcme } from './acme';
import { type Live, openLive } from './live';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const opened: Live[] = [];
afterEach(() => {
  for (const { leave } of opened.splice(0)) leave();
});
const listen = async (path: string, token?: string, organization = house.acme): Promise<Live> => {
  const live = await openLive(house.tasks.port, organization, path, token);
  opened.push(live);
  return live;
};
const listenToList = (token: string) => listen('/api/tasks/live', token);
const listenTo = (id: number, token: string) => listen(`/api/tasks/${id}/live`, token);

let published = 0;
/** What has been recorded since is told, as NATS would bring it. */
const publish = async (): Promise<void> => {
  const rows: { id: number; envelope: unknown }[] = await house.tasks.db
    .knex('outbox')
    .where('id', '>', published)
    .whereIn('subject', newsTypes)
    .orderBy('id')
    .select('id', 'envelope');
  for (const { id, envelope } of rows) {
    published = id;
    house.tasks.streams.tell(newsOf(eventEnvelopeSchema.parse(envelope)));
  }
};
const submit = async (more: object = {}, token = house.tokens.member): Promise<number> => {
  const id = await house.submit(more, token);
  await publish();
  return id;
};
const change = async (id: number, part: string, body: object, token = house.tokens.operator) => {
  const answer = await house.call('POST', `/api/tasks/${id}/${part}`, token, body);
  expect(answer.status).toBeLessThan(300);
  await publish();
};
const remove = async (id: number): Promise<void> => {
  expect((await house.call('DELETE', `/api/tasks/${id}`, house.tokens.admin)).status).toBe(204);
  await publish();
};
const urgent = { priority: 'HIGHEST' };

describe('who listens to the list', () => {
  it('is refused without an account, and to visitors of another organization', async () => {
    expect((await listen('/api/tasks/live')).status).toBe(401);
    expect((await listen('/api/tasks/live', house.tokens.foreign)).status).toBe(401);
  });

  it('is answered at once, as nothing that anybody keeps', async () => {
    const live = await listenToList(house.tokens.member);
    expect(live.status).toBe(200);
    expect(live.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    await pollUntil(async () => live.text() !== '' || undefined, { describe: 'something is sent' });
    expect(live.countChanged()).toBe(0);
  });

  it('is told of what is submitted, changed and deleted, and of nothing but that it was', async () => {
    const live = await listenToList(house.tokens.member);
    const id = await submit();
    await live.untilChanged(1);
    await change(id, 'priority', urgent);
    await live.untilChanged(2);
    await remove(id);
    await live.untilChanged(3);
    expect(live.text().replace(/^retry: \d+\n\n/, '')).toBe('event: changed\ndata: {}\n\n'.repeat(3));
  });

  it('is told once of what comes together', async () => {
    const live = await listenToList(house.tokens.member);
    for (const title of ['Jeden', 'Dwa', 'Trzy']) await house.submit({ title }, house.tokens.member);
    await publish();
    await live.untilChanged(1);
    await submit();
    await live.untilChanged(2);
    expect(live.countChanged()).toBe(2);
  });

  it('hears nothing of what others may see, nor of comments', async () => {
    // Those who open first are judged for first: once the last is told, all have been.
    const admin = await listenToList(house.tokens.admin);
    const reporter = await listenToList(house.tokens.reporter);
    const foreign = await listen('/api/tasks/live', house.tokens.foreign, house.globex);
    const last = await listenToList(house.tokens.member);
    await submit({ visibleUserIds: [people.member] });
    await last.untilChanged(1);
    const open = await submit();
    await last.untilChanged(2);
    await change(open, 'comment', { content: 'Jadę' });
    await submit({ visibleUserIds: [people.member] });
    await last.untilChanged(3);
    expect([admin.countChanged(), reporter.countChanged(), foreign.countChanged()]).toEqual([1, 0, 0]);
  });

  it('is told as a reporter of what is theirs', async () => {
    const reporter = await listenToList(house.tokens.reporter);
    const id = await submit({}, house.tokens.reporter);
    await reporter.untilChanged(1);
    await change(id, 'priority', urgent);
    await reporter.untilChanged(2);
  });
});

describe('who listens to a task', () => {
  it('is refused what they do not see', async () => {
    const id = await submit({ visibleUserIds: [people.member] });
    expect((await listenTo(id, house.tokens.operator)).status).toBe(404);
    expect((await listen(`/api/tasks/${id}/live`)).status).toBe(401);
    expect((await listenTo(999_999_999_999, house.tokens.member)).status).toBe(404);
    expect((await listen('/api/tasks/0/live', house.tokens.member)).status).toBe(404);
  });

  it('is told of its changes and comments, and of no other task', async () => {
    const [id, other] = [await submit(), await submit()];
    const live = await listenTo(id, house.tokens.member);
    const ofOther = await listenTo(other, house.tokens.member);
    await change(id, 'priority', urgent);
    await live.untilChanged(1);
    await change(id, 'comment', { content: 'Jadę' });
    await live.untilChanged(2);
    await change(other, 'priority', urgent);
    await ofOther.untilChanged(1);
    expect([live.countChanged(), ofOther.countChanged()]).toEqual([2, 1]);
  });

  it('hears nothing of comments that are for others', async () => {
    const id = await submit({}, house.tokens.reporter);
    const [reporter, it] = [await listenTo(id, house.tokens.reporter), await listenTo(id, house.tokens.it)];
    const named = await listenTo(id, house.tokens.member);
    await change(id, 'comment', { content: 'Dla jednej', visibleUserIds: [people.member] });
    await named.untilChanged(1);
    await change(id, 'comment', { content: 'Dla autora', visibleToAuthor: true });
    await named.untilChanged(2);
    expect([reporter.countChanged(), it.countChanged()]).toEqual([1, 1]);
  });

  it('is told when they lose sight of it, and no more', async () => {
    const id = await submit();
    const live = await listenTo(id, house.tokens.admin);
    const saved = await house.call('PUT', `/api/tasks/${id}`, house.tokens.operator, {
      title: 'Nie działa drukarka',
      visibleUserIds: [people.member],
      visibleGroupIds: [],
    });
    expect(saved.status).toBe(200);
    await publish();
    await live.untilEnd();
    expect(live.countChanged()).toBe(1);
  });

  it('is told when it is deleted', async () => {
    const id = await submit();
    const live = await listenTo(id, house.tokens.it);
    await remove(id);
    await live.untilEnd();
    expect(live.countChanged()).toBe(1);
  });
});

describe('a stream', () => {
  it('ends with the session, before it tells of anything', async () => {
    const { identity, endedSessions, addMember } = house.tasks;
    await addMember(house.acme, 90, ['MEMBER']);
    const sessionId = '00000000-0000-4000-8000-000000000090';
    const token = identity.sign({ userId: 90, organizationId: house.acme.id, sessionId });
    const live = await listenToList(token);
    endedSessions.add(sessionId);
    await submit();
    await live.untilEnd();
    expect(live.countChanged()).toBe(0);
  });

  it('ends with the membership', async () => {
    const token = await house.tasks.addMember(house.acme, 91, ['MEMBER']);
    const live = await listenToList(token);
    await house.tasks.addMember(house.acme, 91, []);
    await submit();
    await live.untilEnd();
    expect(live.countChanged()).toBe(0);
  });

  it('is forgotten with its reader, and asks nothing when it is asked for by HEAD', async () => {
    const { status, text } = await house.call('HEAD', '/api/tasks/live', house.tokens.member);
    expect([status, text]).toEqual([200, '']);
    const live = await listenToList(house.tokens.member);
    live.leave();
    await pollUntil(async () => house.tasks.streams.count() === 0 || undefined, {
      describe: 'nobody listens',
    });
  });
});
