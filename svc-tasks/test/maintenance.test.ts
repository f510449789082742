import { createLog, rollbackMigrations, runMigrations, withOrganization } from '@obieg/service-kit';
import { createTestDatabase, recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import { republishTasks } from '../src/republish';
import { createSweeper } from '../src/sweeper';
import { explainQueries } from '../src/task-list/explain-queries';
import { type Fixture, startFixture, userIds } from './fixture';
import { submission } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const submitWith = async (key: string, organization = fixture.acme) => {
  const headers = { 'idempotency-key': key };
  const { body } = await fixture.service.request('POST', '/api/tasks', {
    organization,
    body: submission,
    headers,
  });
  return body.publicTaskId as number;
};
const setKeyAge = (organizationId: number, key: string, hours: number) =>
  withOrganization(fixture.service.db, organizationId, (tx) =>
    tx('idempotency_keys')
      .where({ key: `visitor:${key}` })
      .update({ created_at: tx.raw(`now() - ?::interval`, [`${hours} hours`]) }),
  );
const listKeys = (organizationId: number) =>
  withOrganization(fixture.service.db, organizationId, (tx) =>
    tx('idempotency_keys').orderBy('key').pluck<string[]>('key'),
  );

describe('idempotency keys', () => {
  it('expire after one day', async () => {
    const first = await submitWith('expires-after-a-day');
    await setKeyAge(1, 'expires-after-a-day', 23);
    expect(await submitWith('expires-after-a-day')).toBe(first);
    await setKeyAge(1, 'expires-after-a-day', 25);
    expect(await submitWith('expires-after-a-day')).not.toBe(first);
  });

  it('without a stored response, from an earlier version, return the id of their task', async () => {
    const first = await submitWith('without-an-answer');
    await withOrganization(fixture.service.db, 1, (tx) =>
      tx('idempotency_keys').where({ key: 'visitor:without-an-answer' }).update({ answer: null }),
    );
    expect(await submitWith('without-an-answer')).toBe(first);
  });

  it('are deleted by age in each organization', async () => {
    const { acme, globex, service } = fixture;
    for (const organization of [acme, globex])
      for (const key of ['old-old-old', 'young-young']) await submitWith(key, organization);
    for (const { id } of [acme, globex]) await setKeyAge(id, 'old-old-old', 25);
    const sweeper = createSweeper(service.db, service.store, createLog('test', 'silent'));
    sweeper.start();
    await sweeper.stop();
    for (const { id } of [acme, globex]) {
      expect(await listKeys(id)).toContain('visitor:young-young');
      expect(await listKeys(id)).not.toContain('visitor:old-old-old');
    }
  });
});

describe('republishTasks', () => {
  it('emits an event with a newer version for each existing task of each organization', async () => {
    const { service, submit, call, tokens, globex } = fixture;
    const existing = await submit();
    const deleted = await submit();
    await call('DELETE', `/api/tasks/${deleted}`, tokens.operator);
    const globexTask = await submitWith('of-globex-here', globex);
    const lastVersion = (await recordedEvents(service.db.knex, 'obieg.tasks.task.changed')).at(
      -1,
    )?.aggregateversion;
    await republishTasks(service.db, createLog('test', 'silent'));
    const republished = (await recordedEvents(service.db.knex, 'obieg.tasks.task.changed'))
      .filter(({ aggregateversion }) => aggregateversion > Number(lastVersion))
      .map(({ data }) => (data as { publicTaskId: number }).publicTaskId);
    expect(republished).toEqual(expect.arrayContaining([existing, globexTask]));
    expect(republished).not.toContain(deleted);
    expect(new Set(republished).size).toBe(republished.length);
  });

  it('emits the groups that may read each task, and none for a deleted task', async () => {
    const { service, submit, call, tokens, listTaskEvents } = fixture;
    const readers = { visibleGroupIds: [6, 5], visibleUserIds: [userIds.admin] };
    const withGroups = await submit(readers, tokens.member);
    const others = [await submit({ visibleUserIds: [userIds.admin] }, tokens.member), await submit()];
    const deleted = await submit(readers, tokens.member);
    expect((await call('DELETE', `/api/tasks/${deleted}`, tokens.admin)).status).toBe(204);
    const findLastGroups = async (id: number) => {
      const event = (await listTaskEvents(id, 'obieg.tasks.task-visibility.changed')).at(-1);
      return (event?.data as { groupIds: number[] } | undefined)?.groupIds;
    };
    await service.db.knex('outbox').delete();
    await republishTasks(service.db, createLog('test', 'silent'));
    expect(await findLastGroups(withGroups)).toEqual([5, 6]);
    for (const id of [...others, deleted]) expect(await findLastGroups(id)).toEqual([]);
  });
});

describe('explainQueries', () => {
  it('returns the query plans of lists and view for a member, and rejects other users', async () => {
    const { service, submit, acme } = fixture;
    const publicTaskId = await submit();
    const explain = (userId: number) =>
      explainQueries(service.db, { organizationId: acme.id, userId }, publicTaskId);
    const explained = await explain(userIds.operator);
    expect(explained.map(({ query }) => query)).toEqual(expect.arrayContaining(['task view']));
    for (const { plan } of explained) expect(plan).toMatch(/actual time/);
    await expect(explain(987_654)).rejects.toThrow('not known here yet');
  });
});

describe('migrations', () => {
  it('migrate the data of the first version, and can be rolled back and repeated', async () => {
    const database = await createTestDatabase(migrations.slice(0, 3));
    const options = { url: database.ownerUrl, migrations, appRole: database.appRole };
    await withOrganization(database.db, 1, async (tx) => {
      await tx('statuses').insert({ organization_id: 1, id: 1, name: 'Nowe', status_type: 'INITIAL' });
      await tx('tasks').insert({
        organization_id: 1,
        public_task_id: 123_456_789_012,
        title: 'Żółta lampa',
        status_id: 1,
        priority: 'HIGH',
        answers: '{}',
      });
      await tx('idempotency_keys').insert({
        organization_id: 1,
        key: 'visitor:old',
        request_hash: 'x',
        public_task_id: 123_456_789_012,
      });
    });
    expect(await runMigrations(options)).toHaveLength(migrations.length - 3);
    const rows = await withOrganization(database.db, 1, (tx) =>
      tx('tasks as t')
        .join('idempotency_keys as k', 'k.public_task_id', 't.public_task_id')
        .select('t.search_text', 't.assigned_for_group_id', 'k.answer'),
    );
    expect(rows).toEqual([
      { search_text: '123456789012 zolta lampa ', assigned_for_group_id: null, answer: null },
    ]);
    expect(await rollbackMigrations(options)).toHaveLength(migrations.length);
    expect(await runMigrations(options)).toHaveLength(migrations.length);
    await database.close();
  });
});
