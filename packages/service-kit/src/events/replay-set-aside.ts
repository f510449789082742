import { streams } from '@obieg/contracts';
import type { Logger } from 'pino';
import type { Database } from '../database/database';
import { outboxQueue, type Queue } from '../queues/queue';
import { deleteSetAside, putBack, type StoredRow } from '../queues/set-aside';
import { splitBundle } from './bundles';
import { readEvent } from './inbox';
import type { EventBus } from './nats';
import { isStateSubject } from './streams';

/**
 * Whether the stream retains a newer state of the event's aggregate. The replayed event would replace it. In the other
 * streams, consumers ignore an event that is older than the state they have.
 */
const isOutdated = async (bus: EventBus, { queue, row }: StoredRow): Promise<boolean> => {
  const subject = String(row['subject']);
  if (queue !== outboxQueue.name || !isStateSubject(subject)) return false;
  const { aggregateversion } = readEvent(JSON.stringify(row['envelope']));
  const stored = await bus.read(streams.workflow, subject);
  return stored
    .flatMap(({ payload }) => splitBundle(payload))
    .some((payload) => readEvent(payload).aggregateversion >= aggregateversion);
};

/**
 * Puts rows back into their queues, which process them again in the background. @returns the number of rows that could
 * not be put back
 */
export const replaySetAside = async (
  db: Database,
  bus: EventBus,
  log: Logger,
  queues: readonly Queue[],
  rows: readonly StoredRow[],
): Promise<number> => {
  let stuck = 0;
  for (const row of rows) {
    const id = `${row.queue}:${row.id}`;
    try {
      const queue = queues.find(({ name }) => name === row.queue);
      if (!queue) throw new Error(`This service has no queue ${row.queue}`);
      const isOld = await isOutdated(bus, row);
      await (isOld ? deleteSetAside(db, row.id) : putBack(db, queue, row));
      log.info({ id }, isOld ? 'deleted: a newer event is published' : 'put back into its queue');
    } catch (error) {
      stuck += 1;
      log.error({ err: error, id }, 'cannot be put back');
    }
  }
  return stuck;
};
