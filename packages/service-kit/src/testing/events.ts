import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EventData,
  type EventEnvelope,
  type EventType,
  eventCatalogue,
  type StreamName,
} from '@obieg/contracts';
import { startNats } from '@obieg/local';
import type { Knex } from 'knex';
import { connect } from 'nats';

/** Starts a NATS server that tests can kill and restart with the same data and port. */
export const startTestNats = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'obieg-test-nats-'));
  let server = await startNats({ dataDir });
  const { port, url } = server;
  return {
    url,
    kill: () => server.stop('SIGKILL'),
    /** Connections stay open but transmit nothing, like behind a broken switch. */
    freeze: () => process.kill(server.pid, 'SIGSTOP'),
    thaw: () => process.kill(server.pid, 'SIGCONT'),
    /** Makes the server reject messages of a stream, like a full disk, during `work`. */
    whileRefusing: async (stream: StreamName, work: () => Promise<void>): Promise<void> => {
      const administrator = await connect({ servers: url });
      const manager = await administrator.jetstreamManager();
      await manager.streams.update(stream, { max_msg_size: 1 });
      await work().finally(() => manager.streams.update(stream, { max_msg_size: -1 }));
      await administrator.close();
    },
    /** Restarts with the same streams, or without any. */
    restart: async ({ isEmpty = false } = {}) => {
      if (isEmpty) rmSync(dataDir, { recursive: true, force: true });
      server = await startNats({ dataDir, port });
    },
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

let lastVersion = 0;

/** Builds an event of another service. Versions increase with each call unless given. */
export const buildEvent = <T extends EventType>(
  type: T,
  data: EventData<T>,
  { aggregateId, version }: { aggregateId: string | number; version?: number },
): string => {
  lastVersion = Math.max(lastVersion + 1, version ?? 0);
  const organizationId = (data as { organizationId?: number }).organizationId;
  const envelope: EventEnvelope = {
    specversion: '1.0',
    id: randomUUID(),
    source: '/obieg/test',
    type,
    subject: `${type.split('.')[2]}/${aggregateId}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    ...(organizationId === undefined ? {} : { organizationid: organizationId }),
    aggregateversion: version ?? lastVersion,
    data: eventCatalogue[type].parse(data),
  };
  return JSON.stringify(envelope);
};

/** Outbox entries of one type, oldest first. */
export const recordedEvents = async (knex: Knex, type: EventType): Promise<EventEnvelope[]> =>
  (await knex('outbox')
    .whereRaw(`envelope->>'type' = ?`, [type])
    .orderBy('id')
    .pluck('envelope')) as EventEnvelope[];

/** Polls until `ask` returns a value. @throws with the description after the deadline */
export const pollUntil = async <T>(
  ask: () => Promise<T | undefined>,
  { deadlineMs = 20_000, describe }: { deadlineMs?: number; describe: string },
): Promise<T> => {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Timed out after ${deadlineMs} ms: ${describe}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};
