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

/** An own NATS server that can be killed and started again on the same data and port. */
export const startTestNats = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'obieg-test-nats-'));
  let server = await startNats({ dataDir });
  const { port, url } = server;
  return {
    url,
    kill: () => server.stop('SIGKILL'),
    /** The connections stay, and nothing comes over them: as behind a broken switch. */
    freeze: () => process.kill(server.pid, 'SIGSTOP'),
    thaw: () => process.kill(server.pid, 'SIGCONT'),
    /** The server takes no message for this stream, as one whose disk is full, while `work` goes on. */
    whileRefusing: async (stream: StreamName, work: () => Promise<void>): Promise<void> => {
      const administrator = await connect({ servers: url });
      const manager = await administrator.jetstreamManager();
      await manager.streams.update(stream, { max_msg_size: 1 });
      await work().finally(() => manager.streams.update(stream, { max_msg_size: -1 }));
      await administrator.close();
    },
    /** With the streams that were there, or as after the loss of its disk. */
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

/** An event as another service would publish it; versions rise from call to call unless given. */
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

/** What the outbox holds of one type, oldest first. */
export const recordedEvents = async (knex: Knex, type: EventType): Promise<EventEnvelope[]> =>
  (await knex('outbox')
    .whereRaw(`envelope->>'type' = ?`, [type])
    .orderBy('id')
    .pluck('envelope')) as EventEnvelope[];

/** Asks until the answer is defined; fails with the description after the deadline. */
export const pollUntil = async <T>(
  ask: () => Promise<T | undefined>,
  { deadlineMs = 20_000, describe }: { deadlineMs?: number; describe: string },
): Promise<T> => {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Not within ${deadlineMs} ms: ${describe}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};
