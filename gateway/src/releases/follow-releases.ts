import { setTimeout as wait } from 'node:timers/promises';
import { type ReleasePointer, shellId } from '@obieg/contracts';
import { listRemoteIds, type ObjectStore, readPointer, VersionRefusedError } from '@obieg/delivery';
import type { Logger } from '@obieg/service-kit';
import { resolveClaims, type ServedRelease, type WantedRelease } from './claims';
import type { CachedVersion, VersionCache } from './version-cache';

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
  pollMs?: number;
  /** Called with every refused version and every taken route, once each. */
  onRefused(id: string): void;
  onChange(served: readonly ServedRelease[]): void;
  /** Called after each attempt to read the store. */
  onRead(isAvailable: boolean): void;
}

/** Pages get a release within two seconds. */
const defaultPollMs = 1_000;
/** A refused version is verified again after this time, because an operator may have repaired the store. */
const recheckMs = 30_000;

/** A read takes longer only if the store hangs. */
const lateMs = 15_000;

const nothingReleased: ReleasePointer = { revision: 0, stable: null, canary: null, history: [] };

interface Followed {
  tag: string;
  release: WantedRelease;
  /** When to verify again. Undefined if everything that the pointer names was verified. */
  recheckAt: number | undefined;
}

const isSame = (one: ServedRelease, other: ServedRelease | undefined): boolean =>
  one.pointer === other?.pointer &&
  one.stable === other.stable &&
  one.canary?.version === other.canary?.version &&
  one.problem === other.problem;

/**
 * Follows the pointers of all remotes. Continues with what it knows while the store is unavailable.
 */
export const followReleases = ({
  store,
  versions,
  log,
  pollMs = defaultPollMs,
  onRefused,
  onChange,
  onRead,
}: FollowOptions): Releases => {
  const closing = new AbortController();
  const followed = new Map<string, Followed>();
  let served: ReadonlyMap<string, ServedRelease> = new Map();
  /** Remotes without a pointer in the last poll. */
  let missed: ReadonlySet<string> = new Set();
  let readAt: number | undefined;
  let failure: string | undefined;
  let last: Promise<void> = Promise.resolve();

  /** @returns the reason if the version is refused @throws if the store is unavailable */
  const verify = async (
    id: string,
    version: string | undefined,
  ): Promise<CachedVersion | string | undefined> => {
    if (version === undefined) return undefined;
    try {
      return await versions.load(id, version);
    } catch (error) {
      if (error instanceof VersionRefusedError) return error.message;
      throw error;
    }
  };

  const verifyPointer = async (id: string, pointer: ReleasePointer): Promise<WantedRelease> => {
    const [stable, canary] = await Promise.all([
      verify(id, pointer.stable ?? undefined),
      verify(id, pointer.canary?.version),
    ]);
    const refusals = [stable, canary].filter((result) => typeof result === 'string');
    return {
      id,
      pointer,
      stable: typeof stable === 'string' ? undefined : stable,
      canary: typeof canary === 'string' ? undefined : canary,
      refusal: refusals.length > 0 ? refusals.join(' ') : null,
    };
  };

  /** @returns whether the remote has a pointer */
  const readOne = async (id: string): Promise<boolean> => {
    const known = followed.get(id);
    const found = await readPointer(store, id);
    if (!found) return false;
    const isDue = known?.recheckAt !== undefined && known.recheckAt <= Date.now();
    if (known?.tag === found.tag && !isDue) return true;
    const release = await verifyPointer(id, found.pointer);
    const recheckAt = release.refusal === null ? undefined : Date.now() + recheckMs;
    followed.set(id, { tag: found.tag, release, recheckAt });
    return true;
  };

  /** A damaged pointer is a problem of its remote, not of the store. */
  const readOneSafely = async (id: string): Promise<boolean> => {
    try {
      return await readOne(id);
    } catch (error) {
      if (!(error instanceof VersionRefusedError)) throw error;
      const known = followed.get(id)?.release ?? {
        id,
        pointer: nothingReleased,
        stable: undefined,
        canary: undefined,
      };
      followed.set(id, { tag: '', release: { ...known, refusal: error.message }, recheckAt: undefined });
      return true;
    }
  };

  const publish = (): void => {
    const wanted = [...followed.values()].map(({ release }) => release);
    const next = resolveClaims(
      wanted.sort((one, other) => one.id.localeCompare(other.id)),
      served,
    );
    if (next.length === served.size && next.every((release) => isSame(release, served.get(release.id))))
      return;
    for (const { id, problem } of next) {
      if (problem === (served.get(id)?.problem ?? null)) continue;
      if (problem === null) log.info({ remote: id }, 'the problem of a release is solved');
      else {
        log.error({ remote: id, reason: problem }, 'release refused');
        onRefused(id);
      }
    }
    served = new Map(next.map((release) => [release.id, release]));
    versions.pin(
      next
        .flatMap(({ stable, canary }) => [stable, canary?.version])
        .filter((version) => version !== undefined),
    );
    onChange(next);
  };

  /**
   * Forgets remotes without a pointer. A folder that is being unmounted looks like a store whose remotes were removed, so
   * it waits for the next poll, and the shell can never be removed.
   */
  const forgetMissing = (missing: ReadonlySet<string>): void => {
    const missedBefore = missed;
    missed = new Set();
    if (missing.has(shellId)) throw new Error(`The shell has disappeared from ${store.address}`);
    for (const id of missing) if (missedBefore.has(id)) followed.delete(id);
    missed = missing;
  };

  const poll = async (): Promise<void> => {
    const ids = await listRemoteIds(store);
    const results = await Promise.allSettled(ids.map(readOneSafely));
    const failed = results.find((result) => result.status === 'rejected');
    const isFound = (id: string): boolean => {
      const result = results[ids.indexOf(id)];
      return result?.status === 'rejected' || result?.value === true;
    };
    forgetMissing(new Set([...followed.keys()].filter((id) => !isFound(id))));
    publish();
    if (failed) throw failed.reason;
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

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await refresh().catch(() => undefined);
      await wait(pollMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  };

  return {
    current: () => served,
    refresh,
    isKnown: () => readAt !== undefined,
    describe: () => {
      const seconds = readAt === undefined ? undefined : Math.round((Date.now() - readAt) / 1_000);
      const state = `serving ${served.size} releases`;
      if (failure !== undefined || seconds === undefined || seconds * 1_000 > lateMs)
        throw new Error(`${store.address} is unavailable (${failure ?? 'no response'}); ${state}`);
      return `${state}, read ${seconds} s ago`;
    },
    start: () => void loop(),
    stop: async () => {
      closing.abort();
      await last.catch(() => undefined);
    },
  };
};
