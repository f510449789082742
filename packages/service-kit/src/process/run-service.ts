import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { watchEventLoop } from '../observability/event-loop';
import { announceShutdown } from '../observability/health';
import { closeHttpServer, createHttpServer } from './http-server';
import { releaseMemoryWhenIdle } from './idle-memory';

type Application = Pick<Koa, 'callback'>;

interface RunOptions {
  app: Application;
  /** Custom server of the gateway. Default: the common server. */
  createServer?: (app: Application) => Server;
  host: string;
  port: number;
  /**
   * Time between the report that the process is not ready and the end of new connections. Longer than the polling
   * interval of the load balancers in front of it.
   */
  shutdownNoticeMs: number;
  log: Logger;
  /** Starts background work once the port is open. */
  start(): Promise<void>;
  /** Ends event streams, which never end by themselves. The shutdown waits for other responses. */
  endStreams?(): void;
  /** Closes resources after the last response. */
  stop(): Promise<void>;
}

/** Maximum time for running requests during shutdown; below Kubernetes' 30 seconds. */
const drainMs = 20_000;

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * Serves until SIGTERM or SIGINT, then reports that it is not ready, finishes running requests, closes and exits with code 0. A second signal aborts
 * running requests. @throws if the port is in use
 */
export const runService = async ({
  app,
  createServer = createHttpServer,
  host,
  port,
  shutdownNoticeMs,
  log,
  start,
  endStreams,
  stop,
}: RunOptions): Promise<void> => {
  const server = createServer(app);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  });
  await listen(server, host, port);
  await start();
  releaseMemoryWhenIdle();
  watchEventLoop(log);
  log.info({ host, port }, 'listening');

  let isStopping = false;
  const shutDown = async (signal: string): Promise<void> => {
    if (isStopping) {
      server.closeAllConnections();
      return;
    }
    isStopping = true;
    log.info({ signal }, 'shutting down');
    announceShutdown();
    if (shutdownNoticeMs > 0) await wait(shutdownNoticeMs);
    endStreams?.();
    await closeHttpServer(server, drainMs);
    await stop();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown(signal));
};
