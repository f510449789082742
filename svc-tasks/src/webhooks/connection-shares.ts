import { LRUCache } from 'lru-cache';
import type { Attempt } from './lanes.repo';

/** Connections of a process. */
const totalMax = 32;
/** Of all webhooks that have not proved to be fast. The others always find a connection. */
const unprovenMax = 16;
const organizationMax = 8;
const unprovenOfOrganizationMax = 4;
const webhookMax = 4;
/** A webhook that answers within this time has the connections of a fast one. */
const fastMs = 1_000;
/** Pause of a webhook whose server is not reached. It doubles up to the maximum. */
const firstPauseMs = 2_000;
const pauseMaxMs = 60_000;
const rememberedWebhooks = 10_000;

interface Webhook {
  organization_id: number;
  id: number;
}

const unreached: ReadonlySet<Attempt['failure']> = new Set(['TIMEOUT', 'CONNECTION', 'NAME', 'ADDRESS']);

/**
 * Shares the connections of a process among webhooks, so that slow receivers delay nobody else. A webhook has one
 * connection until its receiver answers fast, and loses the others when it no longer does. One whose server is not
 * reached pauses, because each try takes a connection for up to ten seconds.
 */
export const createConnectionShares = (now: () => number = () => performance.now()) => {
  const fast = new LRUCache<number, true>({ max: rememberedWebhooks });
  const pauses = new LRUCache<number, { until: number; ms: number }>({ max: rememberedWebhooks });
  const open = new Set<Webhook & { isFast: boolean }>();
  const count = (matches: (connection: Webhook & { isFast: boolean }) => boolean): number =>
    [...open].filter(matches).length;

  return {
    /** Number of connections that the webhook may open now. */
    free: ({ organization_id, id }: Webhook): number => {
      if ((pauses.get(id)?.until ?? 0) > now()) return 0;
      const isOfOrganization = (connection: Webhook) => connection.organization_id === organization_id;
      const rest = [totalMax - open.size, organizationMax - count(isOfOrganization)];
      const ownCount = count((connection) => connection.id === id);
      if (fast.has(id)) rest.push(webhookMax - ownCount);
      else
        rest.push(
          1 - ownCount,
          unprovenMax - count(({ isFast }) => !isFast),
          unprovenOfOrganizationMax -
            count((connection) => isOfOrganization(connection) && !connection.isFast),
        );
      return Math.max(0, Math.min(...rest));
    },
    /** Takes a connection. @returns how to return it, with the attempt that was made, if any */
    take: ({ organization_id, id }: Webhook): ((attempt?: Attempt) => void) => {
      const connection = { organization_id, id, isFast: fast.has(id) };
      open.add(connection);
      return (attempt) => {
        open.delete(connection);
        if (!attempt) return;
        if (attempt.failure === undefined && attempt.durationMs < fastMs) fast.set(id, true);
        else fast.delete(id);
        if (unreached.has(attempt.failure)) {
          const ms = Math.min(pauseMaxMs, (pauses.get(id)?.ms ?? firstPauseMs / 2) * 2);
          pauses.set(id, { ms, until: now() + ms });
        } else pauses.delete(id);
      };
    },
    openCount: (): number => open.size,
  };
};
