import { createConsumer } from '../src/events/consumer';
import { createOutboxRelay } from '../src/events/outbox';
import { connectEventBus, createLog, createMetrics, memberReactions, type Reaction } from '../src/index';
import { pollUntil, type TestDatabase } from '../src/testing/index';

const log = createLog('test', 'silent');

interface Surroundings {
  publisher: TestDatabase;
  reader: TestDatabase;
  natsUrl: string;
}

/** A publishing and a reading service in one process. */
export const startEventServices = async (
  { publisher, reader, natsUrl }: Surroundings,
  service: string,
  reactions: readonly Reaction[] = memberReactions,
) => {
  const metrics = createMetrics('test');
  const { bus, ready, close } = connectEventBus(natsUrl, log);
  const relay = createOutboxRelay({ db: publisher.db, bus, log, metrics });
  const consumer = createConsumer({
    service,
    stream: 'OBIEG_IDENTITY',
    reactions,
    db: reader.db,
    ready,
    log,
    metrics,
    maxTries: 2,
    firstRetryMs: 10,
  });
  relay.start();
  await consumer.start();
  return {
    bus: await ready,
    /** How many messages had this outcome. */
    countHandled: async (outcome: string): Promise<number> =>
      (await metrics.eventsHandled.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0,
    untilPublished: () =>
      pollUntil(async () => (await relay.countWaiting()) === 0 || undefined, {
        deadlineMs: 50_000,
        describe: 'the outbox is empty',
      }),
    stop: async () => {
      await Promise.all([relay.stop(), consumer.stop()]);
      await close();
    },
  };
};
