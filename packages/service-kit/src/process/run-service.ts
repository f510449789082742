import { createServer, type Server } from 'node:http';
import { limits } from '@obieg/contracts';
import type Koa from 'koa';
import type { Logger } from 'pino';

interface RunOptions {
  app: Koa;
  host: string;
  port: number;
  log: Logger;
  /** Background work, started once the port is open. */
  start(): Promise<void>;
  /** Closes what the service opened, after the last request was answered. */
  stop(): Promise<void>;
}

/** How long open requests may take to end before the process goes anyway; below Kubernetes' 30 seconds. */
const drainMs = 20_000;

export const createHttpServer = (app: Koa): Server => {
  const server = createServer(
    { maxHeaderSize: limits.headerBytes, requestTimeout: 60_000, headersTimeout: 15_000 },
    app.callback(),
  );
  // Longer than the gateway keeps its idle connections, so that the gateway closes first.
  server.keepAliveTimeout = 65_000;
  return server;
};

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Serves until SIGTERM or SIGINT, then takes no new request, lets the open ones end, and closes. */
export const runService = async ({ app, host, port, log, start, stop }: RunOptions): Promise<void> => {
  const server = createHttpServer(app);
  await listen(server, host, port);
  await start();
  log.info({ host, port }, 'listening');

  let isStopping = false;
  const shutDown = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'shutting down');
    const forced = setTimeout(() => server.closeAllConnections(), drainMs);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(forced);
    await stop();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown(signal));
};
