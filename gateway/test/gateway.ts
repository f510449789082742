import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthenticator, createLog } from '@obieg/service-kit';
import { createTestIdentity, sendTestRequest, type TestAnswer } from '@obieg/service-kit/testing';
import { Agent } from 'undici';
import { createGatewayApp, type GatewayOptions } from '../src/app';
import { readConcurrencyLimits, readConfig, readLimits, readTaskMissesMax } from '../src/config';
import { toNetworks } from '../src/http/client-address';
import { createGatewayServer } from '../src/http/server';
import { createRateLimiter } from '../src/limits/rate-limiter';
import { createGatewayMetrics } from '../src/operations/metrics';
import {
  createOrganizationDirectory,
  createOrganizationLookUp,
} from '../src/organizations/organization-directory';
import { startIdentity, startUpstream } from './upstream';

interface RequestOptions {
  host?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export const acme = { id: 1, name: 'Acme Logistyka', codeName: 'acme' };

interface StartOptions {
  environment?: Record<string, string>;
  overrides?: Partial<GatewayOptions>;
  /** Connections to each service, separately for calls, files and streams. */
  connections?: number;
  idleMs?: number;
}

/** Starts the complete gateway in front of three services that echo requests. */
export const startGateway = async ({
  environment = {},
  overrides = {},
  connections = 128,
  idleMs = 60_000,
}: StartOptions = {}) => {
  const identity = await startIdentity([acme]);
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
  const tokens = createTestIdentity();
  const revoked = new Set<string>();
  const app = createGatewayApp({
    services: { identity: config.IDENTITY_URL, workflow: config.WORKFLOW_URL, tasks: config.TASKS_URL },
    baseDomain: config.BASE_DOMAIN,
    protocol: config.PUBLIC_PROTOCOL,
    staticRoot,
    docsAssets: new URL('../assets/', import.meta.url),
    trustedProxies: toNetworks(config.TRUSTED_PROXIES),
    operationsNetworks: toNetworks(config.OPERATIONS_NETWORKS),
    directory: createOrganizationDirectory({ lookUp: createOrganizationLookUp(config.IDENTITY_URL), log }),
    authenticate: createAuthenticator({ keySet: tokens.keySet, isRevoked: (id) => revoked.has(id) }),
    limiter: createRateLimiter(readLimits(config), (limit) => metrics.limited.inc({ limit })),
    taskMissesMax: readTaskMissesMax(config),
    lanes,
    concurrencyLimits: readConcurrencyLimits(config),
    waitMs: config.UPSTREAM_TIMEOUT_MS,
    healthChecks: [],
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
    staticRoot,
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
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
      await Promise.all([identity, workflow, tasks].map((upstream) => upstream.close()));
      rmSync(staticRoot, { recursive: true, force: true });
    },
  };
};
export type TestGateway = Awaited<ReturnType<typeof startGateway>>;
