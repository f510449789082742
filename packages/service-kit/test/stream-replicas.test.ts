import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, type RunningNats, startNats } from '@obieg/local';
import { connect } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectEventBus, createLog } from '../src/index';
import { pollUntil } from '../src/testing/index';

const servers: RunningNats[] = [];
const folder = mkdtempSync(join(tmpdir(), 'obieg-nats-cluster-'));
const log = createLog('test', 'silent');
const subject = 'obieg.identity.user.changed';

const firstServer = (): RunningNats => {
  const [server] = servers;
  if (!server) throw new Error('The cluster is not running');
  return server;
};

const listReplicas = async (): Promise<number[]> => {
  const connection = await connect({ servers: firstServer().url });
  const { streams } = await connection.jetstreamManager();
  const replicas: number[] = [];
  for await (const { config } of streams.list()) replicas.push(config.num_replicas);
  await connection.close();
  return replicas;
};

/** Polls, because a stream is not listed while its servers elect a leader. */
const untilReplicas = (expected: number): Promise<true> =>
  pollUntil(
    async () => {
      const replicas = await listReplicas();
      return (replicas.length === 4 && replicas.every((count) => count === expected)) || undefined;
    },
    { describe: `four streams with ${expected} replicas` },
  );

const openAndClose = async (replicas?: number): Promise<void> => {
  const { ready, close } = connectEventBus(firstServer().url, log, replicas);
  await ready;
  await close();
};

beforeAll(async () => {
  const peers = [await findFreePort(), await findFreePort(), await findFreePort()];
  for (const port of peers)
    servers.push(await startNats({ dataDir: join(folder, String(port)), cluster: { port, peers } }));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

describe('event bus on a NATS with an account', () => {
  it('connects with the credentials of its address', async () => {
    const account = { user: 'obieg', password: 'p@ss:word/1' };
    const server = await startNats({ dataDir: join(folder, 'account'), account });
    servers.push(server);
    const url = new URL(server.url);
    url.username = account.user;
    url.password = encodeURIComponent(account.password);
    const { ready, close } = connectEventBus(url.href, log);
    const bus = await ready;
    await bus.publish(subject, '{}', 'first');
    expect(bus.isConnected()).toBe(true);
    await close();
  });
});

describe('event bus on a NATS cluster of three', () => {
  it('creates streams with one replica by default', async () => {
    await openAndClose();
    await untilReplicas(1);
  });

  it('adds the configured replicas to existing streams', async () => {
    await openAndClose(3);
    await untilReplicas(3);
  });

  it('does not remove replicas when a process lacks the setting', async () => {
    await openAndClose();
    await untilReplicas(3);
  });

  it('publishes, reads and follows with one server lost', async () => {
    const { ready, close } = connectEventBus(firstServer().url, log, 3);
    const bus = await ready;
    const followed: string[] = [];
    await bus.follow(subject, (payload) => followed.push(payload));
    await bus.publish(subject, '{"number":1}', 'first');
    await servers[2]?.stop('SIGKILL');
    await pollUntil(
      () =>
        bus.publish(subject, '{"number":2}', 'second').then(
          () => true,
          () => undefined,
        ),
      { describe: 'the cluster accepts a message without its third server', deadlineMs: 60_000 },
    );
    // Servers that elect a leader do not answer in time.
    const read = await pollUntil(() => bus.read('OBIEG_IDENTITY', subject).catch(() => undefined), {
      describe: 'the cluster reads without its third server',
      deadlineMs: 60_000,
    });
    expect(read.map(({ payload }) => payload)).toEqual(['{"number":1}', '{"number":2}']);
    await pollUntil(async () => (followed.includes('{"number":2}') ? true : undefined), {
      describe: 'the follower receives the second message',
      deadlineMs: 90_000,
    });
    await close();
  }, 180_000);
});
