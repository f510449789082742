import type { PublishedManifest, RemoteDelivery } from '@obieg/contracts';
import {
  listRemoteIds,
  type ObjectStore,
  type RemoteKeys,
  readManifest,
  VersionRefusedError,
} from '@obieg/delivery';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { countedMs } from '../load-reports/load-counts';
import type { LoadReports } from '../load-reports/load-reports';
import type { ServedRelease } from '../releases/claims';
import type { Releases } from '../releases/follow-releases';
import type { VersionFinder } from '../releases/version-finder';

type VersionSummary = RemoteDelivery['versions'][number];

interface DescribeOptions {
  store: ObjectStore;
  keys: RemoteKeys | undefined;
  releases: Releases;
  finder: VersionFinder;
  reports: Pick<LoadReports, 'sum'>;
}

const seriesStepMs = 300_000;
const concurrentReads = 8;
const summariesMax = 5_000;
/** A version never changes, but an operator may repair a refused one. */
const refusedMs = 60_000;

const summarize = ({ version, commit, builtAt }: PublishedManifest): VersionSummary => ({
  version,
  commit,
  builtAt,
});

/** Describes releases for the delivery page. */
export const createRemoteDescriptions = ({ store, keys, releases, finder, reports }: DescribeOptions) => {
  const summaries = new LRUCache<string, { summary: VersionSummary | undefined }>({ max: summariesMax });
  const queue = new PQueue({ concurrency: concurrentReads });

  const readSummary = async (id: string, version: string): Promise<VersionSummary | undefined> => {
    const key = `${id}/${version}`;
    const known = summaries.get(key);
    if (known) return known.summary;
    try {
      const summary = summarize(await queue.add(() => readManifest(store, id, version, keys)));
      summaries.set(key, { summary });
      return summary;
    } catch (error) {
      if (!(error instanceof VersionRefusedError)) throw error;
      summaries.set(key, { summary: undefined }, { ttl: refusedMs });
      return undefined;
    }
  };

  /** Versions that the gateway can serve, newest first. Those in use while the store is unavailable. */
  const listSummaries = async (id: string, inUse: VersionSummary[]): Promise<VersionSummary[]> => {
    try {
      const versions = [...(await finder.list(id))];
      const found = await Promise.all(versions.map((version) => readSummary(id, version)));
      return found
        .filter((summary) => summary !== undefined)
        .sort((one, other) => other.builtAt.localeCompare(one.builtAt));
    } catch {
      return inUse;
    }
  };

  const describeReports = ({ id, stable, canary }: ServedRelease): RemoteDelivery['reports'] => {
    const last = Math.floor(Date.now() / seriesStepMs) * seriesStepMs;
    const starts = Array.from(
      { length: countedMs / seriesStepMs },
      (_, index) => last - index * seriesStepMs,
    );
    return starts.reverse().map((from) => {
      const sum = (version: string | undefined) => reports.sum(id, version, from, from + seriesStepMs);
      return {
        at: new Date(from).toISOString(),
        stable: sum(stable?.manifest.version),
        canary: sum(canary?.rule.version),
      };
    });
  };

  const describe = async (release: ServedRelease): Promise<RemoteDelivery> => {
    const { id, pointer, stable, canary, problem } = release;
    const stableSummary = stable ? summarize(stable.manifest) : null;
    const canarySummary = canary ? summarize(canary.version.manifest) : null;
    const inUse = [stableSummary, canarySummary].filter((summary) => summary !== null);
    return {
      id,
      revision: pointer.revision,
      stable: stableSummary,
      canary: canary && canarySummary ? { ...canary.rule, ...canarySummary } : null,
      lastChange: pointer.history[0] ?? null,
      versions: await listSummaries(id, inUse),
      problem,
      reports: describeReports(release),
    };
  };

  /** Versions can be published before the first one is released. */
  const unreleased = (id: string): ServedRelease => ({
    id,
    pointer: { revision: 0, stable: null, canary: null, history: [] },
    stable: undefined,
    canary: undefined,
    problem: null,
  });

  const find = async (id: string): Promise<ServedRelease | undefined> => {
    const release = releases.current().get(id);
    if (release) return release;
    return (await listRemoteIds(store)).includes(id) ? unreleased(id) : undefined;
  };

  return {
    /** @returns undefined if nothing of the remote was ever published @throws if the store is unavailable */
    find,
    describe,
    /** Describes all remotes and the shell by id; the known ones while the store is unavailable. */
    describeAll: async (): Promise<RemoteDelivery[]> => {
      const known = releases.current();
      const published = await listRemoteIds(store).catch(() => []);
      const ids = [...new Set([...published, ...known.keys()])].sort();
      return Promise.all(ids.map((id) => describe(known.get(id) ?? unreleased(id))));
    },
  };
};
export type RemoteDescriptions = ReturnType<typeof createRemoteDescriptions>;
