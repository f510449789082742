import { connect, type NatsConnection } from 'nats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureStreams } from '../src/events/streams';
import { startTestNats } from '../src/testing/index';

let nats: Awaited<ReturnType<typeof startTestNats>>;
beforeEach(async () => {
  nats = await startTestNats();
});
afterEach(() => nats.stop());

describe('the creation of streams', () => {
  it('succeeds at once for services that start at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const connections = await Promise.all(Array.from({ length: 8 }, () => connect({ servers: nats.url })));
      await Promise.all(connections.map((connection) => ensureStreams(connection, 1)));
      const { streams } = await (connections[0] as NatsConnection).jetstreamManager();
      for await (const { config } of streams.list()) await streams.delete(config.name);
      await Promise.all(connections.map((connection) => connection.close()));
    }
  });

  it('fails if the server has too little storage', async () => {
    const connection: NatsConnection = await connect({ servers: nats.url });
    const { streams } = await connection.jetstreamManager();
    await streams.add({ name: 'OTHER', subjects: ['other'], max_bytes: 3 * 1_024 ** 3 });
    await expect(ensureStreams(connection, 1)).rejects.toThrow(/insufficient storage/);
    await connection.close();
  });
});
