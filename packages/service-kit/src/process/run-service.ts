import type { Server } from 'node:http';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { closeHttpServer, createHttpServer } from './http-server';
import { giveMemoryBackWhenQuiet } from './quiet-memory';

type Application = Pick<Koa, 'callback'>;

interface RunOptions {
  app: Application;
  /** The gateway brings its own; absent: the server that every service uses. */
  createServer?: (app: Application) => Server;
  host: string;
  port: number;
  log: Logger;
  /** Background work, started once the port is open. */
  start(): Promise<void>;
  /** Ends the answers that have no end of their own; the others are waited for. */
  endStreams?(): void;
  /** Closes what the service opened, after the last request was answered. */
  stop(): Promise<void>;
}

/** How long open requests may take to end before the process goes anyway; below Kubernetes' 30 seconds. */
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
 * Serves until SIGTERM or SIGINT, then takes no new request, lets the open ones end, closes and exits with code 0; a
 * second signal waits for nobody. Throws when the port is taken.
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
    log.fatal({ err: error }, 'an error that nothing caught');
    process.exit(1);
  });
  await listen(server, host, port);
  await start();
  giveMemoryBackWhenQuiet();
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
