import { deliveryEvents } from '@obieg/contracts';
import { type ObjectStore, publishRemoteKeys, type RemoteKeys } from '@obieg/delivery';
import type { EventBus, HealthCheck, Logger } from '@obieg/service-kit';
import { createRemoteDescriptions } from './delivery-api/describe-remotes';
import type { GatewayContext } from './http/request-handler';
import { createLoadReports } from './load-reports/load-reports';
import type { GatewayMetrics } from './metrics/metrics';
import { findCanaryNames } from './organizations/canary-names';
import type { OrganizationDirectory } from './organizations/organization-directory';
import type { ServedRelease } from './releases/claims';
import { followReleases } from './releases/follow-releases';
import { createOrganizationRegistry, type OrganizationVersions } from './releases/organization-registry';
import { createVersionCache } from './releases/version-cache';
import { createVersionFinder } from './releases/version-finder';

interface DeliveryOptions {
  store: ObjectStore;
  /** Undefined: signatures are not required (development). */
  keys: RemoteKeys | undefined;
  cacheFolder: string;
  directory: Pick<OrganizationDirectory, 'find'>;
  /** Shares the counts of loads with other gateways. */
  bus(): EventBus | undefined;
  ready: Promise<EventBus>;
  metrics: GatewayMetrics;
  log: Logger;
  /** Time between two reads of the release store. */
  pollMs: number;
}

/** A hundred versions of a large remote. */
const cacheMaxBytes = 512 * 1024 * 1024;
/** A new gateway is not ready before it has read the store, or has tried for this time. */
const firstReadMaxMs = 15_000;

/** Creates samples before the first event, because Prometheus sees no increase when a sample appears. */
const exposeReleases = (metrics: GatewayMetrics, served: readonly ServedRelease[]): void => {
  metrics.releaseProblems.reset();
  for (const { id: remote, stable, canary, problem } of served) {
    metrics.releaseProblems.set({ remote }, problem === null ? 0 : 1);
    metrics.releasesRefused.inc({ remote }, 0);
    metrics.canariesEnded.inc({ remote }, 0);
    for (const version of [stable?.manifest.version, canary?.rule.version]) {
      if (version === undefined) continue;
      for (const event of deliveryEvents) metrics.remoteEvents.inc({ remote, version, event }, 0);
    }
  }
};

/** Follows the releases in the store and decides which versions the pages of an organization get. */
export const createDelivery = (options: DeliveryOptions) => {
  const { store, keys, cacheFolder, directory, metrics, log } = options;
  const versions = createVersionCache({
    store,
    keys,
    parentFolder: cacheFolder,
    maxBytes: cacheMaxBytes,
    onEvicted: (id, version) => reports.forget(id, version),
  });
  const registry = createOrganizationRegistry();
  let publishing: Promise<void> | undefined;
  /** Lets the tools of teams check a signature before a release. */
  const publishKeysOnce = (): void => {
    publishing ??= publishRemoteKeys(store, keys).catch((error: unknown) =>
      log.warn({ err: error }, 'cannot publish the keys of the remotes in the release store'),
    );
  };
  const releases = followReleases({
    ...options,
    versions,
    onRefused: (remote) => metrics.releasesRefused.inc({ remote }),
    onRead: (isAvailable) => {
      metrics.releaseStoreUp.set(isAvailable ? 1 : 0);
      if (isAvailable) publishKeysOnce();
    },
    onChange: (served) => {
      registry.update(served);
      exposeReleases(metrics, served);
    },
  });
  const finder = createVersionFinder({
    store,
    versions,
    isReleased: (id) => releases.current().has(id),
    log,
  });
  const reports = createLoadReports({ ...options, releases, isServed: versions.has });
  const createdAt = Date.now();

  const healthChecks: HealthCheck[] = [
    {
      name: 'first read of the releases',
      isEssential: true,
      check: () => {
        if (releases.isKnown()) return 'done';
        if (Date.now() - createdAt > firstReadMaxMs)
          return 'failed; pages return 503 until the store is available';
        throw new Error('not done yet');
      },
    },
    { name: 'releases', isEssential: false, check: releases.describe },
    {
      name: 'refused releases',
      isEssential: false,
      check: () => {
        const problems = [...releases.current().values()].flatMap(({ id, problem }) =>
          problem === null ? [] : [`${id}: ${problem}`],
        );
        if (problems.length > 0) throw new Error(problems.join(' '));
        return 'none';
      },
    },
  ];

  return {
    store,
    keys,
    releases,
    reports,
    descriptions: createRemoteDescriptions({ store, keys, releases, finder, reports }),
    healthChecks,
    findVersion: finder.find,
    issueReportTicket: reports.issueTicket,
    /** Versions that the addressed organization gets. Undefined if nothing can be served. */
    findVersions: async ({ state: { target } }: GatewayContext): Promise<OrganizationVersions | undefined> =>
      registry.find(registry.hasCanaries() ? await findCanaryNames(target.site, directory) : []),
    start: (): void => {
      releases.start();
      void reports.start();
    },
    stop: async (): Promise<void> => {
      await Promise.all([releases.stop(), reports.stop()]);
      await publishing;
      await versions.remove();
    },
  };
};
export type Delivery = ReturnType<typeof createDelivery>;
