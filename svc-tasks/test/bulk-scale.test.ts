import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serviceBundle } from '@obieg/build-config/esbuild';
import { type BulkResult, internalHeaders } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil, recordedEvents } from '@obieg/service-kit/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';
import { statusIds } from './tasks-service';

let fixture: Fixture;
const program = join(import.meta.dirname, `../dist/test-${process.pid}-${Date.now()}/bulk-process.mjs`);
beforeAll(async () => {
  [fixture] = await Promise.all([
    startFixture({ bulkTasksPerMinute: 10_000 }),
    build(serviceBundle(join(import.meta.dirname, 'bulk-process.ts'), program)),
  ]);
});
afterAll(async () => {
  rmSync(join(program, '..'), { recursive: true, force: true });
  await fixture.service.close();
});

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);

/** Copies a task, which is faster than as many submissions. @returns the numbers of the copies */
const copyTask = async (id: number, count: number, first: number): Promise<number[]> => {
  await inAcme((tx) =>
    tx.raw(
      `insert into tasks (organization_id, public_task_id, title, description, status_id, priority, author_user_id,
         author_email, assigned_user_id, assigned_group_id, is_restricted, answers)
       select organization_id, cast(:first as bigint) + n, title, description, status_id, priority, author_user_id,
         author_email, assigned_user_id, assigned_group_id, is_restricted, answers
         from tasks cross join generate_series(0, cast(:count as int) - 1) n where public_task_id = :id`,
      { id, count, first },
    ),
  );
  return Array.from({ length: count }, (_, index) => first + index);
};

/** 500 tasks on which an operator can run `Rozpocznij` 300 times: 100 others are hidden, 100 have another status. */
const createTasks = async (first: number) => {
  const { submit, tokens } = fixture;
  const open = await copyTask(await submit({}, tokens.operator), 400, first);
  const hidden = await copyTask(await submit({ visibleUserIds: [16] }, tokens.admin), 100, first + 400);
  const moved = open.slice(0, 100);
  await inAcme((tx) =>
    tx('tasks').whereIn('public_task_id', moved).update({ status_id: statusIds.inProgress }),
  );
  return { runnable: open.slice(100), moved, hidden, all: [...moved, ...hidden, ...open.slice(100)] };
};

const start = { action: 'TRANSITION', transitionName: 'Rozpocznij' } as const;
const headersOf = (key: string) => ({ 'idempotency-key': key });
const run = async (ids: number[], action: object, token: string, key: string = randomUUID()) => {
  const { status, body } = await fixture.call(
    'POST',
    '/api/tasks/bulk',
    token,
    { publicTaskIds: ids, ...action },
    headersOf(key),
  );
  expect(status).toBe(207);
  return body.results as BulkResult[];
};
const countByStatus = (results: readonly BulkResult[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

interface TaskState {
  id: number;
  status: number;
  entries: number;
}

/** Counts the tasks by status and by the number of history entries and events. Copies have neither at first. */
const readState = async (ids: number[]) => {
  const { rows } = await inAcme((tx) =>
    tx.raw<{ rows: TaskState[] }>(
      `select public_task_id as id, status_id as status,
              (select count(*)::int from status_history h where h.task_id = t.id) as entries
         from tasks t where public_task_id = any(cast(:ids as bigint[]))`,
      { ids },
    ),
  );
  const events = new Map<number, number>();
  for (const { data } of await recordedEvents(fixture.service.db.knex, 'obieg.tasks.task.changed')) {
    const { publicTaskId } = data as { publicTaskId: number };
    events.set(publicTaskId, (events.get(publicTaskId) ?? 0) + 1);
  }
  const counts: Record<string, number> = {};
  for (const { id, status, entries } of rows) {
    const state = `status ${status}, ${entries} entries, ${events.get(id) ?? 0} events`;
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
};
const movedOnce = (count: number) => ({ [`status ${statusIds.inProgress}, 1 entries, 1 events`]: count });
const untouched = (status: number, count: number) => ({ [`status ${status}, 0 entries, 0 events`]: count });

/** Starts the killable process. */
const startProcess = async () => {
  const { service } = fixture;
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: service.appUrl,
      FILES_DIR: service.filesFolder,
      PUBLIC_KEY: service.identity.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The process has no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    post: (body: object, token: string, key: string) =>
      fetch(`http://127.0.0.1:${line}/api/tasks/bulk`, {
        method: 'POST',
        headers: {
          ...headersOf(key),
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          [internalHeaders.site]: 'organization',
          [internalHeaders.organizationId]: String(fixture.acme.id),
          [internalHeaders.organizationCode]: fixture.acme.code,
        },
        body: JSON.stringify(body),
      }),
    kill: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

describe('POST /api/tasks/bulk with 500 tasks', () => {
  it('changes the 300 that the operator may change, gives reasons for 200', async () => {
    const { all, runnable, moved, hidden } = await createTasks(300_000_000_000);
    const results = await run(all, start, fixture.tokens.operator);
    expect(results.map(({ publicTaskId }) => publicTaskId)).toEqual(all);
    expect(countByStatus(results)).toEqual({ 200: 300, 404: 100, 409: 100 });
    for (const { status, code, message } of results)
      if (status !== 200) expect([code !== undefined, (message ?? '') !== '']).toEqual([true, true]);
    expect(await readState(runnable)).toEqual(movedOnce(300));
    expect(await readState(moved)).toEqual(untouched(statusIds.inProgress, 100));
    expect(await readState(hidden)).toEqual(untouched(statusIds.new, 100));
  });

  it('leaves connections to others: four calls at once change two tasks at once', async () => {
    const { submit, tokens, service, call } = fixture;
    const first = 450_000_000_000;
    const ids = await copyTask(await submit({}, tokens.operator), 4, first);
    const priority = { action: 'PRIORITY', priority: 'HIGH' };
    const keys = ids.map(() => randomUUID());
    const countWaiting = async (): Promise<number> => {
      const { rows } = await service.db.knex.raw<{ rows: [{ waiting: number }] }>(
        `select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].waiting;
    };
    const isRegistered = async (key: string) =>
      (await call('GET', `/api/tasks/bulk/progress?key=${key}`, tokens.operator)).body.total === 1;
    let calls: Promise<BulkResult[]>[] = [];
    await inAcme(async (tx) => {
      await tx('tasks').whereIn('public_task_id', ids).forUpdate().select('id');
      calls = ids.map((id, index) => run([id], priority, tokens.operator, keys[index]));
      await pollUntil(
        async () =>
          (await Promise.all(keys.map(isRegistered))).every(Boolean) && (await countWaiting()) >= 2
            ? true
            : undefined,
        { describe: 'all calls and two waiting changes' },
      );
      for (let look = 0; look < 20; look += 1) expect(await countWaiting()).toBe(2);
    });
    for (const results of await Promise.all(calls)) expect(countByStatus(results)).toEqual({ 200: 1 });
  });

  it('ends the same after kill -9 in the middle and the same key again', async () => {
    const { tokens, call } = fixture;
    const { all, runnable, moved, hidden } = await createTasks(400_000_000_000);
    const key = randomUUID();
    const child = await startProcess();
    try {
      const lost = child.post({ publicTaskIds: all, ...start }, tokens.operator, key).then(
        () => 'answered',
        () => 'lost',
      );
      const progress = async () =>
        (await call('GET', `/api/tasks/bulk/progress?key=${key}`, tokens.operator)).body as {
          done: number;
          total: number;
        };
      await pollUntil(async () => ((await progress()).done >= 100 ? true : undefined), {
        describe: 'a fifth of the tasks',
        deadlineMs: 120_000,
      });
      await child.kill();
      expect(await lost).toBe('lost');
      const { done, total } = await progress();
      expect(total).toBe(500);
      expect(done).toBeLessThan(500);
    } finally {
      await child.kill();
    }
    const results = await run(all, start, tokens.operator, key);
    expect(countByStatus(results)).toEqual({ 200: 300, 404: 100, 409: 100 });
    expect(await readState(runnable)).toEqual(movedOnce(300));
    expect(await readState(moved)).toEqual(untouched(statusIds.inProgress, 100));
    expect(await readState(hidden)).toEqual(untouched(statusIds.new, 100));
    expect(await run(all, start, tokens.operator, key)).toEqual(results);
  }, 300_000);

  it('moves each task once when two operators act at the same time, in opposite orders', async () => {
    const { tokens } = fixture;
    const ids = await copyTask(await fixture.submit({}, tokens.operator), 200, 500_000_000_000);
    const [one, other] = await Promise.all([
      run(ids, start, tokens.operator),
      run(ids.toReversed(), start, tokens.admin),
    ]);
    const counts = [countByStatus(one), countByStatus(other)];
    const total = (status: number): number => counts.reduce((sum, count) => sum + (count[status] ?? 0), 0);
    expect([total(200), total(409)]).toEqual([200, 200]);
    expect(await readState(ids)).toEqual(movedOnce(200));
  });
});
