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
import { toNetworks } from './http/client-address';
import { createGatewayServer } from './http/server';
import { createRateLimiter } from './limits/rate-limiter';
import { createGatewayMetrics } from './operations/metrics';
import {
  createOrganizationDirectory,
  createOrganizationList,
  createOrganizationLookUp,
} from './organizations/organization-directory';
import { followOrganizations } from './organizations/organization-events';
import { checkApiRoutes } from './routing/routing-table';

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
  checkApiRoutes();
  const metrics = createGatewayMetrics();
  const lanes = {
    calls: createAgent(config),
    transfers: createAgent(config),
    streams: createAgent(config, streamsPerService),
  };
  const { bus, ready, close } = connectEventBus(config.NATS_URL, log);
  const directory = createOrganizationDirectory({
    lookUp: createOrganizationLookUp(config.IDENTITY_URL),
    log,
  });
  const organizations = followOrganizations({
    ready,
    directory,
    listFromIdentity: createOrganizationList(config.IDENTITY_URL),
    listFromTasks: createOrganizationList(config.TASKS_URL),
    log,
  });
  const identity = createIdentityClient(config.IDENTITY_URL);
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
  const app = createGatewayApp({
    services: { identity: config.IDENTITY_URL, workflow: config.WORKFLOW_URL, tasks: config.TASKS_URL },
    baseDomain: config.BASE_DOMAIN,
    protocol: config.PUBLIC_PROTOCOL,
    staticRoot: config.STATIC_ROOT,
    // The same relative path from this file and from the bundle dist/main.mjs.
    docsAssets: new URL('../assets/', import.meta.url),
    trustedProxies: toNetworks(config.TRUSTED_PROXIES),
    operationsNetworks: toNetworks(config.OPERATIONS_NETWORKS),
    directory,
    authenticate: createAuthenticator({ keySet, isRevoked: revocations.isRevoked }),
    limiter: createRateLimiter(readLimits(config), (limit) => metrics.limited.inc({ limit })),
    taskMissesMax: readTaskMissesMax(config),
    lanes,
    concurrencyLimits: readConcurrencyLimits(config),
    waitMs: config.UPSTREAM_TIMEOUT_MS,
    healthChecks: [
      events,
      { name: 'keys', isEssential: false, check: keySet.describe },
      { name: 'organizations', isEssential: false, check: organizations.describe },
    ],
    metrics,
    log,
  });
  await runService({
    app,
    createServer: (served) => createGatewayServer(served, idleMsOf(config)),
    host: config.HOST,
    port: config.PORT,
    log,
    start: async () => {
      revocations.start();
      keySet.start();
      organizations.start();
    },
    endStreams: () => void lanes.streams.destroy(),
    stop: async () => {
      keySet.stop();
      await Promise.all([revocations.stop(), organizations.stop()]);
      await close();
      await Promise.all([lanes.calls.close(), lanes.transfers.close()]);
    },
  });
};

await runCommandLine(serve, {}, log);
