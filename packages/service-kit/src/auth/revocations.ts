import {
  eventCatalogue,
  eventEnvelopeSchema,
  revokedSessionsSchema,
  revokedWithinMaxSeconds,
} from '@obieg/contracts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createWorkerLoop } from '../background/worker-loop';
import type { BusConnection } from '../events/nats';
import type { IdentitySource } from './identity-source';

interface RevocationOptions
  extends Pick<BusConnection, 'bus' | 'ready'>,
    Pick<IdentitySource, 'readRevokedSessions'> {
  log: Logger;
  /** Polling interval. Bounds the delay of a revocation if no events arrive. */
  pollMs?: number;
}

/** Extends the queried period, because a long transaction commits a revocation after its timestamp. */
const overlapSeconds = 60;

/**
 * Tracks revoked sessions by event and by polling svc-identity. Polling is needed even with NATS, because a connected
 * server may still reject svc-identity's events.
 */
export const createSessionRevocations = ({
  bus,
  ready,
  readRevokedSessions,
  log,
  pollMs = 10_000,
}: RevocationOptions) => {
  // `max` would allocate memory for all entries at once; usually there are few.
  const revoked = new LRUCache<string, true>({ maxSize: 200_000, sizeCalculation: () => 1 });
  let subscription: { close(): Promise<void> } | undefined;
  let readAt: number | undefined;

  const add = (sessionId: string, expiresAt: string): void => {
    const ttl = Date.parse(expiresAt) - Date.now();
    // An expired token is rejected anyway.
    if (ttl > 0) revoked.set(sessionId, true, { ttl });
  };
  const poll = async (): Promise<void> => {
    const startedAt = performance.now();
    const within =
      readAt === undefined
        ? undefined
        : Math.min(Math.ceil((startedAt - readAt) / 1_000) + overlapSeconds, revokedWithinMaxSeconds);
    const { sessions } = revokedSessionsSchema.parse(await readRevokedSessions(within));
    for (const { sessionId, expiresAt } of sessions) add(sessionId, expiresAt);
    readAt = startedAt;
  };
  const loop = createWorkerLoop({
    intervalMs: pollMs,
    // While events arrive, a failed poll needs no attention.
    log: { warn: (details, message) => log[bus()?.isListening() ? 'debug' : 'warn'](details, message) },
    failureMessage: 'cannot fetch revoked sessions',
    round: poll,
  });

  const handle = (payload: string): void => {
    try {
      const event = eventEnvelopeSchema.parse(JSON.parse(payload));
      const { sessionId, expiresAt } = eventCatalogue['obieg.identity.session.revoked'].parse(event.data);
      add(sessionId, expiresAt);
    } catch (error) {
      log.error({ err: error }, 'cannot parse a revocation');
    }
  };

  return {
    isRevoked: (sessionId: string): boolean => revoked.has(sessionId),
    start: (): void => {
      loop.start();
      void ready
        .then(async (connected) => {
          subscription = await connected.follow('obieg.identity.session.revoked', handle);
        })
        .catch((error: unknown) => log.error({ err: error }, 'cannot subscribe to revoked sessions'));
    },
    stop: async (): Promise<void> => {
      await loop.stop();
      await subscription?.close();
    },
  };
};
