import {
  eventCatalogue,
  eventEnvelopeSchema,
  revokedSessionsSchema,
  revokedWithinMaxSeconds,
} from '@obieg/contracts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BusConnection } from '../events/nats';
import type { IdentitySource } from './identity-source';

interface RevocationOptions
  extends Pick<BusConnection, 'bus' | 'ready'>,
    Pick<IdentitySource, 'readRevokedSessions'> {
  log: Logger;
  /** Revocations are read this often, too: within thirty seconds where no event tells of them. */
  pollMs?: number;
}

/** One that was ended by a transaction which took this long is read as well. */
const overlapSeconds = 60;

/**
 * Follows ended sessions: by event at once, and by asking svc-identity now and again. That NATS is there does not say
 * that it takes what svc-identity has to tell.
 */
export const createSessionRevocations = ({
  bus,
  ready,
  readRevokedSessions,
  log,
  pollMs = 10_000,
}: RevocationOptions) => {
  // By size, not by `max`: that takes its memory at once, and as a rule a few sessions are held.
  const revoked = new LRUCache<string, true>({ maxSize: 200_000, sizeCalculation: () => 1 });
  let timer: NodeJS.Timeout | undefined;
  let subscription: { close(): Promise<void> } | undefined;
  let isStopped = false;
  let readAt: number | undefined;

  const add = (sessionId: string, expiresAt: string): void => {
    const ttl = Date.parse(expiresAt) - Date.now();
    // A token that has expired is refused anyway.
    if (ttl > 0) revoked.set(sessionId, true, { ttl });
  };
  const poll = async (): Promise<void> => {
    const startedAt = performance.now();
    const within =
      readAt === undefined
        ? undefined
        : Math.min(Math.ceil((startedAt - readAt) / 1_000) + overlapSeconds, revokedWithinMaxSeconds);
    try {
      const { sessions } = revokedSessionsSchema.parse(await readRevokedSessions(within));
      for (const { sessionId, expiresAt } of sessions) add(sessionId, expiresAt);
      readAt = startedAt;
    } catch (error) {
      // Where events arrive, svc-identity may be away.
      log[bus()?.isListening() ? 'debug' : 'warn']({ err: error }, 'revoked sessions cannot be read');
    }
  };
  const tick = async (): Promise<void> => {
    await poll();
    if (!isStopped) timer = setTimeout(() => void tick(), pollMs);
  };

  const learn = (payload: string): void => {
    try {
      const event = eventEnvelopeSchema.parse(JSON.parse(payload));
      const { sessionId, expiresAt } = eventCatalogue['obieg.identity.session.revoked'].parse(event.data);
      add(sessionId, expiresAt);
    } catch (error) {
      log.error({ err: error }, 'a revocation cannot be read');
    }
  };

  return {
    isRevoked: (sessionId: string): boolean => revoked.has(sessionId),
    start: (): void => {
      void tick();
      void ready
        .then(async (connected) => {
          subscription = await connected.follow('obieg.identity.session.revoked', learn);
        })
        .catch((error: unknown) => log.error({ err: error }, 'revoked sessions cannot be followed'));
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await subscription?.close();
    },
  };
};
