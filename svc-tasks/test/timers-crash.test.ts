import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceBundle } from '@obieg/build-config/esbuild';
import { type Tx, withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';
import { hourMs, letPass, publishTargets, resolution } from './target-fixture';

const taskCount = 400;
const program = join(import.meta.dirname, `../dist/test-${process.pid}-${Date.now()}/timers-process.mjs`);

let fixture: Fixture;
beforeAll(async () => {
  [fixture] = await Promise.all([
    startFixture(),
    build(serviceBundle(join(import.meta.dirname, 'timers-process.ts'), program)),
  ]);
}, 60_000);
afterAll(async () => {
  rmSync(join(program, '..'), { recursive: true, force: true });
  await fixture.service.close();
});

const inAcme = <T>(work: (tx: Tx) => Promise<T>) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
const countTimers = async (): Promise<number> => (await inAcme((tx) => tx('timers').pluck('id'))).length;

const startProcess = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [program], {
    env: { DATABASE_URL: fixture.service.appUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The process has no output');
  await once(child.stdout, 'data');
  return child;
};

const kill = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

describe('timers of targets during crashes', () => {
  it('run once each, with two processes that are killed again and again', async () => {
    await publishTargets(fixture, [resolution]);
    await inAcme((tx) => tx('target_recounts').delete());
    for (let n = 0; n < taskCount; n += 1)
      await fixture.submit({ assignedUserId: userIds.member }, fixture.tokens.operator);
    await letPass(fixture, 5 * hourMs);
    const processes = [await startProcess(), await startProcess()];
    for (let killed = 0; killed < 4; killed += 1) {
      const left = taskCount - ((killed + 1) * taskCount) / 8;
      await pollUntil(async () => (await countTimers()) <= left || undefined, {
        describe: `${left} waiting timers`,
        deadlineMs: 600_000,
      });
      await kill(processes[killed % 2]);
      processes[killed % 2] = await startProcess();
    }
    await pollUntil(async () => (await countTimers()) === 0 || undefined, {
      describe: 'no waiting timer',
      deadlineMs: 600_000,
    });
    await Promise.all(processes.map(kill));

    const missed = await inAcme((tx) =>
      tx('task_target_changes').where({ change: 'MISSED' }).pluck('task_id'),
    );
    expect([missed.length, new Set(missed).size]).toEqual([taskCount, taskCount]);
    const news = await inAcme((tx) =>
      tx('notification_queue').where({ kind: 'TARGET_MISSED' }).pluck('public_task_id'),
    );
    expect([news.length, new Set(news).size]).toEqual([taskCount, taskCount]);
  }, 1_500_000);
});
