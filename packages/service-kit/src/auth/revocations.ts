import { eventCatalogue, eventEnvelopeSchema, revokedSessionsSchema } from '@obieg/contracts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BusConnection } from '../events/nats';
import type { IdentitySource } from './identity-source';

interface RevocationOptions
  extends Pick<BusConnection, 'bus' | 'ready'>,
    Pick<IdentitySource, 'readRevokedSessions'> {
  log: Logger;
  /** While NATS is away, revocations are read this often; with the time to notice that, within thirty seconds. */
  pollMs?: number;
}

/** Follows ended sessions: by event at once, and by asking svc-identity while NATS is away. */
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

  const add = (sessionId: string, expiresAt: string): void => {
    const ttl = Date.parse(expiresAt) - Date.now();
    // A token that has expired is refused anyway.
    if (ttl > 0) revoked.set(sessionId, true, { ttl });
  };
  const poll = async (): Promise<void> => {
    try {
      const { sessions } = revokedSessionsSchema.parse(await readRevokedSessions());
      for (const { sessionId, expiresAt } of sessions) add(sessionId, expiresAt);
    } catch (error) {
      log.warn({ err: error }, 'revoked sessions cannot be read');
    }
  };
  const tick = async (): Promise<void> => {
    if (!bus()?.isListening()) await poll();
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
