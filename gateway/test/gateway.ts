import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '@obieg/delivery';
import { type connectEventBus, createAuthenticator, createLog } from '@obieg/service-kit';
import { createTestIdentity, sendTestRequest, type TestAnswer } from '@obieg/service-kit/testing';
import { Agent } from 'undici';
import { createGatewayApp } from '../src/app';
import { readConcurrencyLimits, readConfig, readLimits, readTaskMissesMax } from '../src/config';
import { createDelivery } from '../src/delivery';
import { toNetworks } from '../src/http/client-address';
import { createGatewayServer } from '../src/http/server';
import { defaultStalledReaderLimits } from '../src/http/stalled-readers';
import { createRateLimiter } from '../src/limits/rate-limiter';
import { createGatewayMetrics } from '../src/metrics/metrics';
import {
  createOrganizationDirectory,
  createOrganizationLookUps,
} from '../src/organizations/organization-directory';
import { createInstances } from '../src/proxy/instances';
import { openReleaseStore } from '../src/releases/settings';
import { startIdentity, startUpstream } from './upstream';

interface RequestOptions {
  host?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export const acme = { id: 1, name: 'Acme Logistyka', codeName: 'acme', timeZone: 'Europe/Warsaw' };

interface StartOptions {
  environment?: Record<string, string>;
  overrides?: Partial<Parameters<typeof createGatewayApp>[0]>;
  /** Connections to each service, separately for calls, files and streams. */
  connections?: number;
  idleMs?: number;
  /** Observes or breaks the release store. */
  wrapStore?: (store: ObjectStore) => ObjectStore;
  /** Reports the state of the release store at /readyz. */
  reportsReleases?: boolean;
  /** Default: no NATS. */
  events?: Pick<ReturnType<typeof connectEventBus>, 'bus' | 'ready'>;
}

const withoutNats: StartOptions['events'] = { bus: () => undefined, ready: new Promise(() => {}) };

/** Starts the complete gateway in front of three services that echo requests. */
export const startGateway = async ({
  environment = {},
  overrides = {},
  connections = 128,
  idleMs = 60_000,
  wrapStore = (store) => store,
  reportsReleases = false,
  events = withoutNats,
}: StartOptions = {}) => {
  const identity = await startIdentity([{ ...acme, formerCodeNames: ['dawna'] }], 0, { dawna: 'acme' });
  const workflow = await startUpstream();
  const tasks = await startUpstream();
  const staticRoot = mkdtempSync(join(tmpdir(), 'obieg-gateway-'));
  const config = readConfig({
    STATIC_ROOT: staticRoot,
    IDENTITY_URL: identity.origin,
    WORKFLOW_URL: workflow.origin,
    TASKS_URL: tasks.origin,
    ...environment,
  });
  const lines: string[] = [];
  const log = createLog('gateway', 'warn', { write: (line) => lines.push(line) });
  const metrics = createGatewayMetrics();
  const createAgent = () =>
    new Agent({ connections, headersTimeout: config.UPSTREAM_TIMEOUT_MS, bodyTimeout: 0 });
  const lanes = { calls: createAgent(), transfers: createAgent(), streams: createAgent() };
  const openStreams = new Set<ServerResponse>();
  const tokens = createTestIdentity();
  const revoked = new Set<string>();
  const services = {
    identity: createInstances(config.IDENTITY_URL, { log, pollMs: 100 }),
    workflow: createInstances(config.WORKFLOW_URL, { log, pollMs: 100 }),
    tasks: createInstances(config.TASKS_URL, { log, pollMs: 100 }),
  };
  for (const instances of Object.values(services)) instances.start();
  const cacheFolder = join(staticRoot, 'cache');
  const store = wrapStore(openReleaseStore(config));
  const directory = createOrganizationDirectory({
    ...createOrganizationLookUps(services.identity.list),
    log,
  });
  const delivery = createDelivery({
    store,
    directory,
    keys: config.REMOTE_KEYS,
    cacheFolder,
    ...events,
    metrics,
    log,
    pollMs: 100,
  });
  await delivery.releases.refresh().catch(() => undefined);
  delivery.start();
  const app = createGatewayApp({
    services,
    baseDomain: config.BASE_DOMAIN,
    protocol: config.PUBLIC_PROTOCOL,
    delivery,
    docsAssets: new URL('../assets/', import.meta.url),
    trustedProxies: toNetworks(config.TRUSTED_PROXIES),
    operationsNetworks: toNetworks(config.OPERATIONS_NETWORKS),
    directory,
    authenticate: createAuthenticator({ keySet: tokens.keySet, isRevoked: (id) => revoked.has(id) }),
    limiter: createRateLimiter(readLimits(config), (limit) => metrics.limited.inc({ limit })),
    taskMissesMax: readTaskMissesMax(config),
    lanes,
    openStreams,
    concurrencyLimits: readConcurrencyLimits(config),
    stalledReaderLimits: { ...defaultStalledReaderLimits, stalledMs: idleMs },
    waitMs: config.UPSTREAM_TIMEOUT_MS,
    healthChecks: reportsReleases ? delivery.healthChecks : [],
    metrics,
    log,
    ...overrides,
  });
  const server = createGatewayServer(app, idleMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    identity,
    workflow,
    tasks,
    tokens,
    revoked,
    openStreams,
    staticRoot,
    /** Folder of the verified copies. */
    cacheFolder,
    store,
    delivery,
    metrics,
    /** Logged warnings as JSON. */
    lines,
    request: (
      method: string,
      path: string,
      { host = 'acme.obieg.localhost', headers = {}, body }: RequestOptions = {},
    ): Promise<TestAnswer> => sendTestRequest(port, method, path, { host, ...headers }, body),
    /** Sends raw bytes. @returns everything received until the gateway closes the connection */
    sendRaw: (bytes: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1');
        let received = '';
        socket.setEncoding('latin1');
        socket.on('data', (chunk: string) => {
          received += chunk;
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(received));
        socket.write(bytes, 'latin1');
      }),
    close: async (): Promise<void> => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await Promise.all(Object.values(services).map((instances) => instances.stop()));
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
      await Promise.all([identity, workflow, tasks].map((upstream) => upstream.close()));
      await delivery.stop();
      rmSync(staticRoot, { recursive: true, force: true });
    },
  };
};
export type TestGateway = Awaited<ReturnType<typeof startGateway>>;
