import { eventEnvelopeSchema } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskUpdateTypes, toTaskUpdate } from '../src/live/task-updates';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { type LiveStream, openLiveStream } from './live-stream';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const log = createLog('test', 'silent');
const deliver = () => deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
const sql = async <Row>(text: string, bindings: Record<string, unknown> = {}): Promise<Row[]> => {
  const { rows } = await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx.raw<{ rows: Row[] }>(text, bindings),
  );
  return rows;
};
const countRows = async (table: string): Promise<number> =>
  (await sql<{ count: number }>(`select count(*) as count from ${table}`))[0]?.count ?? 0;
const submit = () => fixture.submit({ assignedGroupId: 9 }, fixture.tokens.member);
const post = async (as: TestUser, path: string, body: object) => {
  const { status } = await fixture.call('POST', path, fixture.tokens[as], body);
  expect(status).toBeLessThan(300);
};
const assign = (task: number, user: TestUser) =>
  post('operator', `/api/tasks/${task}/assign`, {
    assignmentType: 'ASSIGN_TO_USER',
    userId: userIds[user],
  });

describe('deliverQueuedNews', () => {
  it('delivers to 5,000 members of a group, of which the change writes none', async () => {
    const size = 5_000;
    await sql(`with people as (
        insert into users (id, username, email, system_roles)
        select n, 'many' || n, 'many' || n || '@obieg.test', '{}' from generate_series(100001, ${100_000 + size}) n
        returning id),
      members as (
        insert into memberships (organization_id, user_id, roles, is_email_verified)
        select app_organization_id(), id, '{MEMBER}', true from people)
      insert into group_members (organization_id, group_id, user_id, role)
      select app_organization_id(), 9, id, 'MEMBER' from people`);
    const task = await fixture.submit(
      { visibleUserIds: [userIds.operator], visibleGroupIds: [9], assignedUserId: userIds.operator },
      fixture.tokens.operator,
    );
    await deliver();
    const before = await countRows('notifications');
    await post('operator', `/api/tasks/${task}/assign`, { assignmentType: 'ASSIGN_TO_GROUP', groupId: 9 });
    expect(await countRows('notifications')).toBe(before);
    await deliver();
    expect(await countRows('notifications')).toBe(before + size);
    await sql('delete from group_members where group_id = 9');
  });

  it('delivers other news while one fails, and is set aside after some attempts', async () => {
    const task = await submit();
    // Settings that no version can read.
    await sql(
      `insert into notification_settings (organization_id, user_id, settings)
       values (app_organization_id(), :observer, '{"reasons": {"ASSIGNED": {"inbox": "broken"}}}')`,
      { observer: userIds.observer },
    );
    await sql(
      `insert into notification_queue (organization_id, public_task_id, kind, subject_id)
       values (app_organization_id(), :task, 'ASSIGNED', :observer)`,
      { task, observer: userIds.observer },
    );
    await assign(task, 'groupMember');
    await deliver();
    const waiting = () => sql<{ attempts: number }>(`select attempts from notification_queue`);
    expect(await waiting()).toEqual([{ attempts: 1 }]);
    const { body } = await fixture.call('GET', '/api/notifications?limit=1', fixture.tokens.groupMember);
    expect(body.notifications[0].task.publicTaskId).toBe(task);
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      await sql('update notification_queue set due_at = now()');
      await deliver();
    }
    expect(await waiting()).toEqual([]);
    expect(await sql('select queue, tries, reason from set_aside')).toEqual([
      { queue: 'news', tries: 8, reason: expect.stringMatching(/./) },
    ]);
  });
});

describe('GET /api/notifications/live', () => {
  const openStreams: LiveStream[] = [];
  afterAll(() => {
    for (const { close } of openStreams) close();
  });
  const open = async (token?: string): Promise<LiveStream> => {
    const { port } = fixture.service;
    const live = await openLiveStream(port, fixture.acme, '/api/notifications/live', token);
    openStreams.push(live);
    return live;
  };
  /** Passes the new outbox rows to the streams, like the NATS subscription. */
  const publish = async (): Promise<void> => {
    const rows: { envelope: unknown }[] = await fixture.service.db
      .knex('outbox')
      .whereIn('subject', taskUpdateTypes)
      .orderBy('id')
      .select('envelope');
    await fixture.service.db.knex('outbox').delete();
    for (const { envelope } of rows)
      fixture.service.streams.publish(toTaskUpdate(eventEnvelopeSchema.parse(envelope)));
  };

  it('sends an event to the recipient, and to the reader in another window', async () => {
    await deliver();
    await publish();
    const other = await open(fixture.tokens.admin);
    const live = await open(fixture.tokens.groupMember);
    const task = await submit();
    await assign(task, 'groupMember');
    await deliver();
    await publish();
    await live.untilChanges(1);
    await post('groupMember', '/api/notifications/read', { publicTaskId: task });
    await publish();
    await live.untilChanges(2);
    const { status } = await fixture.call('PUT', `/api/tasks/${task}`, fixture.tokens.operator, {
      title: 'x',
      visibleUserIds: [userIds.operator],
    });
    expect(status).toBe(200);
    await deliver();
    await publish();
    await live.untilChanges(3);
    expect(other.countChanges()).toBe(0);
  });
});
