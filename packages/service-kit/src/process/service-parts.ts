import type { StreamName } from '@obieg/contracts';
import type { Logger } from 'pino';
import { createAuthenticator } from '../auth/authenticator';
import { createKeySet } from '../auth/key-set';
import { createSessionRevocations } from '../auth/revocations';
import type { Database } from '../database/database';
import { findIsolationGaps } from '../database/isolation';
import { type Migration, pendingMigrations } from '../database/migrations';
import { createConsumer, type Reaction } from '../events/consumer';
import { connectEventBus } from '../events/nats';
import { createOutboxRelay } from '../events/outbox';
import type { HealthCheck } from './health';
import { createMetrics } from './metrics';

interface PartsOptions {
  name: string;
  db: Database;
  databaseUrl: string;
  natsUrl: string;
  identityUrl: string;
  migrations: readonly Migration[];
  consumers: readonly { stream: StreamName; reactions: readonly Reaction[] }[];
  log: Logger;
}

/** What surrounds a service's routes: events out and in, authentication, health. Wired once, the same everywhere. */
export const createServiceParts = ({
  name,
  db,
  databaseUrl,
  natsUrl,
  identityUrl,
  migrations,
  consumers,
  log,
}: PartsOptions) => {
  const metrics = createMetrics(name);
  const { bus, ready, close } = connectEventBus(natsUrl, log);
  const relay = createOutboxRelay({ db, databaseUrl, bus, log, metrics });
  const running = consumers.map((consumer) =>
    createConsumer({ ...consumer, service: name, db, bus, ready, log, metrics }),
  );
  const revocations = createSessionRevocations({ bus, ready, identityUrl, log });
  const keySet = createKeySet({ url: `${identityUrl}/.well-known/jwks.json`, log });

  const healthChecks: HealthCheck[] = [
    {
      name: 'database',
      isEssential: true,
      check: async () => {
        const pending = await pendingMigrations(db.knex, migrations);
        if (pending.length > 0) throw new Error(`migrations are pending: ${pending.join(', ')}`);
        const gaps = await findIsolationGaps(db.knex);
        if (gaps.length > 0) throw new Error(`tenants are not kept apart: ${gaps.join(', ')}`);
        return 'migrated, tenant isolation in force';
      },
    },
    {
      name: 'events',
      isEssential: false,
      check: async () => {
        const waiting = await relay.countWaiting();
        if (!bus()?.isConnected()) throw new Error(`NATS is away; ${waiting} events wait in the outbox`);
        return `connected; ${waiting} events wait in the outbox`;
      },
    },
  ];

  return {
    metrics,
    healthChecks,
    authenticate: createAuthenticator({ keySet, isRevoked: revocations.isRevoked }),
    start: async (): Promise<void> => {
      relay.start();
      revocations.start();
      for (const consumer of running) {
        // NATS may come later; the service serves meanwhile.
        consumer.start().catch((error: unknown) => log.error({ err: error }, 'a consumer cannot start'));
      }
    },
    stop: async (): Promise<void> => {
      await Promise.all([relay.stop(), revocations.stop(), ...running.map((consumer) => consumer.stop())]);
      await close();
      await db.close();
    },
  };
};
