import type { Logger } from 'pino';
import { createAuthenticator } from '../auth/authenticator';
import type { IdentitySource } from '../auth/identity-source';
import { createKeySet } from '../auth/key-set';
import type { KeyStore } from '../auth/key-store';
import { createSessionRevocations } from '../auth/revocations';
import { createWorkerLoop } from '../background/worker-loop';
import { countConnections, type Database } from '../database/database';
import { findIsolationGaps } from '../database/isolation';
import { type Migration, pendingMigrations } from '../database/migrations';
import { createConsumer } from '../events/consumer';
import { sweepInbox } from '../events/inbox';
import { connectEventBus } from '../events/nats';
import { createOutboxRelay } from '../events/outbox';
import type { EventSource } from '../events/reaction';
import { type EventSubscription, startSubscription } from '../events/subscription';
import { creationsMigration, sweepCreations } from '../idempotency/create-once';
import type { HealthCheck } from '../observability/health';
import { createMetrics } from '../observability/metrics';
import { outboxQueue, type Queue } from '../queues/queue';
import { countQueues, countSetAside, sweepSetAside } from '../queues/set-aside';

interface PartsOptions {
  name: string;
  db: Database;
  natsUrl: string;
  /** Servers of a NATS cluster that store each stream. */
  streamReplicas?: number;
  identity: IdentitySource;
  migrations: readonly Migration[];
  consumers: readonly EventSource[];
  /** Queues of background work, in addition to the outbox. */
  queues?: readonly Queue[];
  /** Subscription without persistence, in addition to the consumers. */
  subscription?: EventSubscription;
  /** For a service that must start without svc-identity. */
  keyStore?: KeyStore;
  log: Logger;
}

const sweepMs = 60 * 60 * 1_000;

/** Creates what surrounds a service's routes: events, authentication, health. */
export const createServiceParts = ({
  name,
  db,
  natsUrl,
  streamReplicas,
  identity,
  migrations,
  consumers,
  queues = [],
  subscription,
  keyStore,
  log,
}: PartsOptions) => {
  const metrics = createMetrics(name, {
    countWaiting: () => relay.countWaiting(),
    countQueues: () => countQueues(db, [outboxQueue, ...queues]),
    countConnections: () => countConnections(db),
    isListening: () => bus()?.isConnected() === true && bus()?.isListening() === true,
    readBacklogs: () => Promise.all(running.map((consumer) => consumer.readBacklog())),
  });
  const { bus, ready, close } = connectEventBus(natsUrl, log, streamReplicas);
  const relay = createOutboxRelay({ db, bus, log, metrics });
  const running = consumers.map((consumer) =>
    createConsumer({ ...consumer, service: name, db, ready, log, metrics }),
  );
  const revocations = createSessionRevocations({ bus, ready, log, ...identity });
  const keySet = createKeySet({ ...identity, log, store: keyStore });

  const healthChecks: HealthCheck[] = [
    {
      name: 'database',
      isEssential: true,
      check: async () => {
        const pending = await pendingMigrations(db.knex, migrations);
        if (pending.length > 0) throw new Error(`migrations are pending: ${pending.join(', ')}`);
        const gaps = await findIsolationGaps(db.knex);
        if (gaps.length > 0) throw new Error(`tenant isolation has gaps: ${gaps.join(', ')}`);
        const failure = db.serverFailures.recent();
        if (failure !== undefined) throw new Error(`the database server fails: ${failure}`);
        return 'migrated, tenant isolation in force';
      },
    },
    {
      name: 'events',
      isEssential: false,
      check: async () => {
        const waiting = await relay.countWaiting();
        if (!bus()?.isConnected())
          throw new Error(`NATS is unavailable; ${waiting} events wait in the outbox`);
        if (!bus()?.isListening()) throw new Error('NATS is connected, but streams or consumers are missing');
        return `connected; ${waiting} events wait in the outbox`;
      },
    },
    {
      name: 'queues',
      isEssential: false,
      check: async () => {
        const failed = await countSetAside(db);
        const list = failed.map(({ queue, count }) => `${queue} ${count}`).join(', ');
        if (failed.length > 0)
          throw new Error(`rows are set aside (${list}); list them with dead-letters list`);
        return 'no rows are set aside';
      },
    },
    { name: 'keys', isEssential: false, check: keySet.describe },
  ];

  const started = subscription && startSubscription(subscription, ready, log);
  const sweeper = createWorkerLoop({
    intervalMs: sweepMs,
    startsLater: true,
    log,
    failureMessage: 'cannot sweep the inbox, rows set aside and idempotency keys',
    round: async () => {
      await sweepInbox(db);
      await sweepSetAside(db);
      if (migrations.includes(creationsMigration)) await sweepCreations(db);
    },
  });

  return {
    metrics,
    healthChecks,
    authenticate: createAuthenticator({ keySet, isRevoked: revocations.isRevoked }),
    start: async (): Promise<void> => {
      relay.start();
      revocations.start();
      keySet.start();
      sweeper.start();
      for (const consumer of running) {
        // NATS can become available later.
        consumer.start().catch((error: unknown) => log.error({ err: error }, 'cannot start a consumer'));
      }
    },
    stop: async (): Promise<void> => {
      keySet.stop();
      await Promise.all([
        sweeper.stop(),
        relay.stop(),
        revocations.stop(),
        started?.stop(),
        ...running.map((consumer) => consumer.stop()),
      ]);
      await close();
      await db.close();
    },
  };
};
