import type { ObjectStore } from '@obieg/delivery';
import { createWorkerLoop, type Logger } from '@obieg/service-kit';
import type { ServedRelease } from './claims';
import { createReleaseReader } from './read-releases';
import { initialState, nextState, type ReleaseState } from './release-state';
import type { VersionCache } from './version-cache';

export interface Releases {
  /** Served releases by id. Replaced, never changed. */
  current(): ReadonlyMap<string, ServedRelease>;
  /** Reads the pointers now. @throws if the store is unavailable */
  refresh(): Promise<void>;
  /** Whether the store has been read once. */
  isKnown(): boolean;
  /** Describes the state for the health report. @throws while the store is unavailable */
  describe(): string;
  start(): void;
  stop(): Promise<void>;
}

interface FollowOptions {
  store: ObjectStore;
  versions: VersionCache;
  log: Logger;
  pollMs: number;
  /** Called with every refused version and every taken route, once each. */
  onRefused(id: string): void;
  onChange(served: readonly ServedRelease[]): void;
  /** Called after each attempt to read the store. */
  onRead(isAvailable: boolean): void;
}

/** A read takes longer only if the store hangs. */
const lateMs = 15_000;

/** Follows the pointers of all remotes. Continues with what it knows while the store is unavailable. */
export const followReleases = (options: FollowOptions): Releases => {
  const { store, versions, log, pollMs, onRefused, onChange, onRead } = options;
  const readReleases = createReleaseReader(options);
  let state: ReleaseState = initialState;
  let readAt: number | undefined;
  let failure: string | undefined;
  let last: Promise<void> = Promise.resolve();

  const reportProblems = (served: readonly ServedRelease[], before: ReleaseState['served']): void => {
    for (const { id, problem } of served) {
      if (problem === (before.get(id)?.problem ?? null)) continue;
      if (problem === null) log.info({ remote: id }, 'the problem of a release is solved');
      else {
        log.error({ remote: id, reason: problem }, 'release refused');
        onRefused(id);
      }
    }
  };

  const poll = async (): Promise<void> => {
    const reads = await readReleases(state.followed);
    const before = state.served;
    state = nextState(state, reads);
    if (state.isShellLost) throw new Error(`The shell has disappeared from ${store.address}`);
    if (state.served !== before) {
      const served = [...state.served.values()];
      reportProblems(served, before);
      versions.pin(
        served
          .flatMap(({ stable, canary }) => [stable, canary?.version])
          .filter((version) => version !== undefined),
      );
      onChange(served);
    }
    for (const error of reads.failed.values()) throw error;
  };

  const pollAndReport = async (): Promise<void> => {
    try {
      await poll();
      if (failure !== undefined) log.info('the release store is available again');
      failure = undefined;
      readAt = Date.now();
      onRead(true);
    } catch (error) {
      if (failure === undefined) log.error({ err: error }, 'cannot read the release store');
      failure = (error as Error).message;
      onRead(false);
      throw error;
    }
  };

  /** Starts after a running poll, which may have read the state before a change. */
  const refresh = (): Promise<void> => {
    const next = last.catch(() => undefined).then(pollAndReport);
    last = next;
    return next;
  };

  const loop = createWorkerLoop({
    intervalMs: pollMs,
    log,
    failureMessage: 'cannot follow the releases',
    // A failed poll is already logged, once for an outage.
    round: () => refresh().catch(() => undefined),
  });

  return {
    current: () => state.served,
    refresh,
    isKnown: () => readAt !== undefined,
    describe: () => {
      const seconds = readAt === undefined ? undefined : Math.round((Date.now() - readAt) / 1_000);
      const description = `serving ${state.served.size} releases`;
      if (failure !== undefined || seconds === undefined || seconds * 1_000 > lateMs)
        throw new Error(`${store.address} is unavailable (${failure ?? 'no response'}); ${description}`);
      return `${description}, read ${seconds} s ago`;
    },
    start: loop.start,
    stop: async () => {
      await loop.stop();
      await last.catch(() => undefined);
    },
  };
};
