import { endCanary, type ObjectStore, ReleaseConflictError, ReleaseRefusedError } from '@obieg/delivery';
import type { Logger } from '@obieg/service-kit';
import type { ServedRelease } from '../releases/claims';
import type { Releases } from '../releases/follow-releases';
import { findReasonToEnd } from './canary-rule';
import { canaryWindowMs, type LoadCounter } from './load-counts';

interface CanaryWatchOptions {
  store: ObjectStore;
  releases: Pick<Releases, 'current' | 'refresh'>;
  counts: Pick<LoadCounter, 'listByAddress'>;
  log: Logger;
  /** Called by the gateway that ended the canary. */
  onEnded(id: string): void;
}

/** Name of the gateway in the history. */
const by = 'gateway';
/** After a failed write, the next report within this time does not try again. */
const retryMs = 5_000;

/** Ends a canary that fails too often. Of several gateways, the one that writes first ends it. */
export const createCanaryWatch = ({ store, releases, counts, log, onEnded }: CanaryWatchOptions) => {
  const busyUntil = new Map<string, number>();

  const findReason = ({ id, stable, canary }: ServedRelease): string | undefined => {
    if (!canary) return undefined;
    const windowStart = Date.now() - canaryWindowMs;
    const since = Math.max(windowStart, Date.parse(canary.rule.since));
    return findReasonToEnd(
      counts.listByAddress(id, canary.rule.version, since),
      counts.listByAddress(id, stable?.manifest.version, windowStart),
    );
  };

  const end = async ({ id, pointer }: ServedRelease, reason: string): Promise<void> => {
    try {
      await endCanary(store, id, { by, reason, at: new Date(), expectedRevision: pointer.revision });
      log.warn({ remote: id, version: pointer.canary?.version, reason }, 'canary ended');
      onEnded(id);
    } catch (error) {
      // Another gateway or an operator was faster. The new pointer decides.
      if (!(error instanceof ReleaseConflictError || error instanceof ReleaseRefusedError)) throw error;
      log.info({ remote: id, reason: error.message }, 'canary changed before it could be ended');
    }
    await releases.refresh();
  };

  /** Checks the canary of a remote after its counts have changed, and again after it has changed. */
  const check = async (id: string): Promise<void> => {
    const release = releases.current().get(id);
    if (!release || (busyUntil.get(id) ?? 0) > Date.now()) return;
    const reason = findReason(release);
    if (reason === undefined) return;
    busyUntil.set(id, Number.POSITIVE_INFINITY);
    try {
      await end(release, reason);
      busyUntil.delete(id);
    } catch (error) {
      busyUntil.set(id, Date.now() + retryMs);
      log.error({ err: error, remote: id, reason }, 'cannot end a canary');
    }
    return check(id);
  };

  return { check };
};
