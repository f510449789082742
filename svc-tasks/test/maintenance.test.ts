import { createLog, rollbackMigrations, runMigrations, withOrganization } from '@obieg/service-kit';
import { createTestDatabase, recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import { createSweeper } from '../src/sweeper';
import { explainQueries } from '../src/tasks/explain-queries';
import { republishTasks } from '../src/tasks/republish-tasks';
import { type Acme, people, startAcme } from './acme';
import { submission } from './tasks-service';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const submitWith = async (key: string, organization = house.acme) => {
  const headers = { 'idempotency-key': key };
  const { body } = await house.tasks.request('POST', '/api/tasks', {
    organization,
    body: submission,
    headers,
  });
  return body.publicTaskId as number;
};
const age = (organizationId: number, key: string, hours: number) =>
  withOrganization(house.tasks.db, organizationId, (tx) =>
    tx('idempotency_keys')
      .where({ key: `visitor:${key}` })
      .update({ created_at: tx.raw(`now() - ?::interval`, [`${hours} hours`]) }),
  );
const keysOf = (organizationId: number) =>
  withOrganization(house.tasks.db, organizationId, (tx) =>
    tx('idempotency_keys').orderBy('key').pluck<string[]>('key'),
  );

describe('idempotency keys', () => {
  it('count for a day', async () => {
    const first = await submitWith('counts-a-day');
    await age(1, 'counts-a-day', 23);
    expect(await submitWith('counts-a-day')).toBe(first);
    await age(1, 'counts-a-day', 25);
    expect(await submitWith('counts-a-day')).not.toBe(first);
  });

  it('of the version before this one are answered with their task', async () => {
    const first = await submitWith('without-an-answer');
    await withOrganization(house.tasks.db, 1, (tx) =>
      tx('idempotency_keys').where({ key: 'visitor:without-an-answer' }).update({ answer: null }),
    );
    expect(await submitWith('without-an-answer')).toBe(first);
  });

  it('are swept by age in every organization, the young ones stay', async () => {
    const { acme, globex, tasks } = house;
    for (const organization of [acme, globex])
      for (const key of ['old-old-old', 'young-young']) await submitWith(key, organization);
    for (const { id } of [acme, globex]) await age(id, 'old-old-old', 25);
    const sweeper = createSweeper(tasks.db, tasks.store, createLog('test', 'silent'));
    sweeper.start();
    await sweeper.stop();
    for (const { id } of [acme, globex]) {
      expect(await keysOf(id)).toContain('visitor:young-young');
      expect(await keysOf(id)).not.toContain('visitor:old-old-old');
    }
  });
});

describe('republish', () => {
  it('tells of every task that is there, in every organization, with newer versions', async () => {
    const { tasks, submit, call, tokens, globex } = house;
    const kept = await submit();
    const gone = await submit();
    await call('DELETE', `/api/tasks/${gone}`, tokens.operator);
    const foreign = await submitWith('of-globex-here', globex);
    const before = (await recordedEvents(tasks.db.knex, 'obieg.tasks.task.changed')).at(-1)?.aggregateversion;
    await republishTasks(tasks.db);
    const told = (await recordedEvents(tasks.db.knex, 'obieg.tasks.task.changed'))
      .filter(({ aggregateversion }) => aggregateversion > Number(before))
      .map(({ data }) => (data as { publicTaskId: number }).publicTaskId);
    expect(told).toEqual(expect.arrayContaining([kept, foreign]));
    expect(told).not.toContain(gone);
    expect(new Set(told).size).toBe(told.length);
  });

  it('tells which groups may read the tasks that name some', async () => {
    const { tasks, submit, tokens, eventsOf } = house;
    const shown = await submit({ visibleGroupIds: [6, 5], visibleUserIds: [people.admin] }, tokens.member);
    const others = [await submit({ visibleUserIds: [people.admin] }, tokens.member), await submit()];
    await republishTasks(tasks.db);
    const told = async (id: number) =>
      (await eventsOf(id, 'obieg.tasks.task-visibility.changed')).map(({ data }) => data);
    expect(await told(shown)).toEqual([
      expect.objectContaining({ groupIds: [6, 5] }),
      expect.objectContaining({ groupIds: [5, 6] }),
    ]);
    for (const id of others) expect(await told(id)).toEqual([]);
  });
});

describe('explain', () => {
  it('says how each list and a task are read for a member, and nothing for others', async () => {
    const { tasks, submit, acme } = house;
    const publicTaskId = await submit();
    const explain = (userId: number) =>
      explainQueries(tasks.db, { organizationId: acme.id, userId }, publicTaskId);
    const explained = await explain(people.operator);
    expect(explained.map(({ query }) => query)).toEqual(expect.arrayContaining(['task view']));
    for (const { plan } of explained) expect(plan).toMatch(/on tasks t .*actual time/);
    await expect(explain(987_654)).rejects.toThrow('not known here yet');
  });
});

describe('migrations', () => {
  it('take over what the first version wrote, and give it back', async () => {
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
