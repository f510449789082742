import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureDatabase, type ServiceDatabase } from './databases';
import { prepareNats } from './nats';
import { type DatabaseName, services } from './obieg-parts';
import { isPostgresReady, preparePostgres } from './postgres';
import type { Supervisor } from './supervisor';

interface ServerOptions {
  supervisor: Supervisor;
  dataDir: string;
  port: number;
}
interface Server {
  url: string;
  port: number;
}

/** Runs PostgreSQL. First stops a server that an earlier launcher left running. */
export const runPostgres = async ({
  supervisor,
  dataDir,
  port: preferred,
}: ServerOptions): Promise<Server> => {
  const options = { dataDir: join(dataDir, 'postgres'), port: preferred };
  const prepared = await preparePostgres(options);
  if (prepared.running) {
    await prepared.running.stop();
    return runPostgres({ supervisor, dataDir, port: preferred });
  }
  const { program, url, port } = prepared;
  const isReady = (): Promise<boolean> => isPostgresReady(url);
  await supervisor.start({ name: 'postgres', program, isReady, isFoundation: true });
  return { url, port };
};

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export const runNats = async ({ supervisor, dataDir, port: preferred }: ServerOptions): Promise<Server> => {
  const { program, url, port } = await prepareNats({ dataDir: join(dataDir, 'nats'), port: preferred });
  await supervisor.start({
    name: 'nats',
    program,
    isReady: () => acceptsConnections(port),
    isFoundation: true,
  });
  return { url, port };
};

const rolePassword = (dataDir: string): string => {
  const file = join(dataDir, 'services.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
};

/** Creates the databases of all services, each with its two roles. */
export const ensureDatabases = async (
  adminUrl: string,
  dataDir: string,
): Promise<Record<DatabaseName, ServiceDatabase>> => {
  const password = rolePassword(dataDir);
  const databases = {} as Record<DatabaseName, ServiceDatabase>;
  for (const { database } of services)
    databases[database] = await ensureDatabase(adminUrl, database, password);
  return databases;
};
