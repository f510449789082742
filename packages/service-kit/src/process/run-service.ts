import type { Server } from 'node:http';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { closeHttpServer, createHttpServer } from './http-server';
import { releaseMemoryWhenIdle } from './idle-memory';

type Application = Pick<Koa, 'callback'>;

interface RunOptions {
  app: Application;
  /** Custom server of the gateway. Default: the common server. */
  createServer?: (app: Application) => Server;
  host: string;
  port: number;
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
 * Serves until SIGTERM or SIGINT, then finishes running requests, closes and exits with code 0. A second signal aborts
 * running requests. @throws if the port is in use
 */
export const runService = async ({
  app,
  createServer = createHttpServer,
  host,
  port,
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
  log.info({ host, port }, 'listening');

  let isStopping = false;
  const shutDown = async (signal: string): Promise<void> => {
    if (isStopping) {
      server.closeAllConnections();
      return;
    }
    isStopping = true;
    log.info({ signal }, 'shutting down');
    endStreams?.();
    await closeHttpServer(server, drainMs);
    await stop();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown(signal));
};
