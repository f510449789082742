import { createLog, type Tx, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTimerWorker, type RunTimers } from '../src/timers/timer-worker';
import { type Fixture, startFixture } from './fixture';

const kind = 'TEST';
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const inOrganization = <T>(id: number, work: (tx: Tx) => Promise<T>) =>
  withOrganization(fixture.service.db, id, work);
/** Makes a task of the organization with timers, due in this order, the earliest an hour ago. */
const addTimers = async (organizationId: number, count: number, more: object = {}): Promise<number> => {
  return inOrganization(organizationId, async (tx) => {
    const [task] = await tx('tasks')
      .insert({
        organization_id: organizationId,
        public_task_id: tx.raw('(select coalesce(max(public_task_id), 700000000000) + 1 from tasks)'),
        title: 'Zadanie',
        status_id: 1,
        priority: 'NORMAL',
        answers: '{}',
      })
      .returning('id');
    await tx('timers').insert(
      Array.from({ length: count }, (_, n) => ({
        organization_id: organizationId,
        task_id: task.id,
        kind,
        subject: String(n),
        due_at: new Date(Date.now() - 3_600_000 + n),
        ...more,
      })),
    );
    return task.id;
  });
};
const listTimers = (organizationId: number) =>
  inOrganization(organizationId, (tx) => tx('timers').orderBy('due_at'));
const createWorker = (run: RunTimers) =>
  createTimerWorker({ db: fixture.service.db, log: createLog('test', 'silent'), kinds: { [kind]: run } });

beforeEach(async () => {
  for (const { id } of [fixture.acme, fixture.globex])
    await inOrganization(id, (tx) => tx('timers').delete());
});

describe('createTimerWorker', () => {
  it('runs each timer once and in order, with two workers side by side', async () => {
    for (let n = 0; n < 20; n += 1) await addTimers(fixture.acme.id, 20);
    const runs = new Map<number, number[]>();
    const run: RunTimers = async (_, timers) => {
      for (const { task_id, subject } of timers)
        runs.set(task_id, [...(runs.get(task_id) ?? []), Number(subject)]);
    };
    await Promise.all([createWorker(run).runDue(), createWorker(run).runDue(), createWorker(run).runDue()]);
    await createWorker(run).runDue();
    const inOrder = Array.from({ length: 20 }, (_, n) => n);
    expect([...runs.values()]).toEqual(Array.from({ length: 20 }, () => inOrder));
    expect(await listTimers(fixture.acme.id)).toEqual([]);
  });

  it('runs no timer before its time and none of an unknown kind', async () => {
    await addTimers(fixture.acme.id, 1, { due_at: new Date(Date.now() + 3_600_000) });
    await addTimers(fixture.acme.id, 1, { kind: 'NEWER' });
    const ran: string[] = [];
    await createWorker(async (_, timers) => void ran.push(...timers.map((timer) => timer.kind))).runDue();
    expect(ran).toEqual([]);
    expect(await listTimers(fixture.acme.id)).toHaveLength(2);
  });

  it('takes turns between organizations', async () => {
    await addTimers(fixture.acme.id, 500);
    await addTimers(fixture.globex.id, 10);
    const order: number[] = [];
    await createWorker(async (_, timers, { organizationId }) => {
      order.push(...timers.map(() => organizationId));
    }).runDue();
    expect(order).toHaveLength(510);
    expect(order.lastIndexOf(fixture.globex.id)).toBeLessThan(110);
  });

  it('leaves nothing of a run that fails, retries a bad timer later, and sets it aside in the end', async () => {
    const bad = await addTimers(fixture.acme.id, 1);
    const good = await addTimers(fixture.acme.id, 3);
    const ran: number[] = [];
    const run: RunTimers = async (tx, timers) => {
      await tx('tasks')
        .whereIn(
          'id',
          timers.map(({ task_id }) => task_id),
        )
        .update({ title: tx.raw(`title || '!'`) });
      if (timers.some(({ task_id }) => task_id === bad)) throw new Error('The timer is bad');
      ran.push(...timers.map(({ task_id }) => task_id));
    };
    for (let tries = 0; tries < 8; tries += 1) {
      await createWorker(run).runDue();
      await inOrganization(fixture.acme.id, (tx) => tx('timers').update({ due_at: new Date(0) }));
    }
    expect(ran).toEqual([good, good, good]);
    const titles = await inOrganization(fixture.acme.id, (tx) =>
      tx('tasks').whereIn('id', [bad, good]).orderBy('id').pluck('title'),
    );
    expect(titles).toEqual(['Zadanie', 'Zadanie!!!']);
    expect(await listTimers(fixture.acme.id)).toEqual([]);
    const [aside] = await inOrganization(fixture.acme.id, (tx) => tx('set_aside').where({ queue: 'timers' }));
    expect(aside).toMatchObject({ tries: 8, reason: 'The timer is bad' });
  });

  it('takes the timer of a task that a call has locked later, and not if the call moves it', async () => {
    const task = await addTimers(fixture.acme.id, 1);
    const ran: number[] = [];
    const run: RunTimers = async (_, timers) => void ran.push(...timers.map(({ task_id }) => task_id));
    await inOrganization(fixture.acme.id, async (tx) => {
      await tx.raw('select from tasks where id = ? for update', [task]);
      await createWorker(run).runDue();
      await tx('timers').update({ due_at: new Date(Date.now() + 3_600_000) });
    });
    await createWorker(run).runDue();
    expect(ran).toEqual([]);
  });
});
