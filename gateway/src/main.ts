import type { ServerResponse } from 'node:http';
import {
  connectEventBus,
  createAuthenticator,
  createIdentityClient,
  createKeySet,
  createLog,
  createSessionRevocations,
  type HealthCheck,
  runCommandLine,
  runService,
} from '@obieg/service-kit';
import Agent from 'undici/lib/dispatcher/agent.js';
import { createGatewayApp } from './app';
import { type Config, readConcurrencyLimits, readConfig, readLimits, readTaskMissesMax } from './config';
import { createDelivery } from './delivery';
import { toNetworks } from './http/client-address';
import { createGatewayServer } from './http/server';
import { defaultStalledReaderLimits } from './http/stalled-readers';
import { createRateLimiter } from './limits/rate-limiter';
import { createGatewayMetrics } from './metrics/metrics';
import {
  createOrganizationDirectory,
  createOrganizationList,
  createOrganizationLookUps,
} from './organizations/organization-directory';
import { followOrganizations } from './organizations/organization-events';
import { createInstances } from './proxy/instances';
import { openReleaseStore } from './releases/settings';
import { apiRoutes, checkApiRoutes } from './routing/routing-table';

const log = createLog('gateway', process.env['LOG_LEVEL'] ?? 'info');

/**
 * Shorter than the services' 65 s, so that the gateway closes first. Otherwise a request could arrive on a connection
 * that the service is closing.
 */
const upstreamKeepAliveMs = 30_000;
const connectionsPerService = 256;
/** Maximum number of open streams per service. */
const streamsPerService = 4_096;
const connectTimeoutMs = 2_000;
const readinessPollMs = 1_000;
/** Pages get a release within two seconds. */
const releasePollMs = 1_000;

/** Twice the time for a service to respond. A client without progress for this long is disconnected. */
const idleMsOf = ({ UPSTREAM_TIMEOUT_MS }: Config): number => 2 * UPSTREAM_TIMEOUT_MS;

const createAgent = ({ UPSTREAM_TIMEOUT_MS }: Config, connections = connectionsPerService): Agent =>
  new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: upstreamKeepAliveMs,
    keepAliveMaxTimeout: upstreamKeepAliveMs,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: UPSTREAM_TIMEOUT_MS,
    // Downloads can take long, and the proxy limits calls itself. A client that disconnects ends them.
    bodyTimeout: 0,
  });

const serve = async (): Promise<void> => {
  const config = readConfig(process.env);
  checkApiRoutes(apiRoutes);
  const metrics = createGatewayMetrics();
  const lanes = {
    calls: createAgent(config),
    transfers: createAgent(config),
    streams: createAgent(config, streamsPerService),
  };
  const services = {
    identity: createInstances(config.IDENTITY_URL, { log, pollMs: readinessPollMs }),
    workflow: createInstances(config.WORKFLOW_URL, { log, pollMs: readinessPollMs }),
    tasks: createInstances(config.TASKS_URL, { log, pollMs: readinessPollMs }),
  };
  const openStreams = new Set<ServerResponse>();
  const { bus, ready, close } = connectEventBus(config.NATS_URL, log, config.NATS_STREAM_REPLICAS);
  const directory = createOrganizationDirectory({
    ...createOrganizationLookUps(services.identity.list),
    log,
  });
  const organizations = followOrganizations({
    ready,
    directory,
    listFromIdentity: createOrganizationList(services.identity.list),
    listFromTasks: createOrganizationList(services.tasks.list),
    log,
  });
  const identity = createIdentityClient(services.identity.list);
  const revocations = createSessionRevocations({ bus, ready, log, ...identity });
  const keySet = createKeySet({ ...identity, log });
  const events: HealthCheck = {
    name: 'events',
    isEssential: false,
    check: () => {
      if (!bus()?.isListening())
        throw new Error('NATS is unavailable; revoked sessions are polled from svc-identity');
      return 'connected';
    },
  };
  const delivery = createDelivery({
    directory,
    store: openReleaseStore(config),
    keys: config.REMOTE_KEYS,
    cacheFolder: config.STATIC_CACHE_DIR,
    bus,
    ready,
    metrics,
    log,
    pollMs: releasePollMs,
  });
  const app = createGatewayApp({
    services,
    baseDomain: config.BASE_DOMAIN,
    protocol: config.PUBLIC_PROTOCOL,
    delivery,
    // The same relative path from this file and from the bundle dist/main.mjs.
    docsAssets: new URL('../assets/', import.meta.url),
    trustedProxies: toNetworks(config.TRUSTED_PROXIES),
    operationsNetworks: toNetworks(config.OPERATIONS_NETWORKS),
    directory,
    authenticate: createAuthenticator({ keySet, isRevoked: revocations.isRevoked }),
    limiter: createRateLimiter(readLimits(config), (limit) => metrics.limited.inc({ limit })),
    taskMissesMax: readTaskMissesMax(config),
    lanes,
    openStreams,
    concurrencyLimits: readConcurrencyLimits(config),
    stalledReaderLimits: { ...defaultStalledReaderLimits, stalledMs: idleMsOf(config) },
    waitMs: config.UPSTREAM_TIMEOUT_MS,
    healthChecks: [
      events,
      { name: 'keys', isEssential: false, check: keySet.describe },
      { name: 'organizations', isEssential: false, check: organizations.describe },
      ...delivery.healthChecks,
    ],
    metrics,
    log,
  });
  await runService({
    app,
    createServer: (served) => createGatewayServer(served, idleMsOf(config)),
    host: config.HOST,
    port: config.PORT,
    shutdownNoticeMs: config.SHUTDOWN_NOTICE_MS,
    log,
    start: async () => {
      for (const instances of Object.values(services)) instances.start();
      revocations.start();
      keySet.start();
      organizations.start();
      delivery.start();
    },
    endStreams: () => {
      void lanes.streams.destroy();
      // The agent forgets a pool whose only idle connection closes just when a stream begins.
      for (const response of openStreams) response.destroy();
    },
    stop: async () => {
      await Promise.all(Object.values(services).map((instances) => instances.stop()));
      keySet.stop();
      await Promise.all([revocations.stop(), organizations.stop(), delivery.stop()]);
      await close();
      await Promise.all([lanes.calls.close(), lanes.transfers.close()]);
    },
  });
};

await runCommandLine(serve, {}, log);
