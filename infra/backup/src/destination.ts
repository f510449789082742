import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '@obieg/delivery';
import {
  ensureDatabases,
  lockDataFolder,
  markUnfinishedRestore,
  startNats,
  startPostgres,
} from '@obieg/local';
import { isEmptyDatabase } from './database/catalogue';
import { type DatabaseName, databaseNames, withClient } from './database/connect';
import { hasStreams } from './nats-streams';
import { RefusedError } from './refused';
import { filesFolder, openAttachments, readRestoreAddresses, type Settings } from './settings';
import type { RoleAddresses } from './versions';

/** Where a product is restored. */
export interface Destination {
  databases: Record<DatabaseName, RoleAddresses>;
  natsUrl: string;
  attachments: ObjectStore;
  /** Folder of svc-tasks' attachments. Unused with a bucket. */
  filesDir: string;
  logFolder: string;
  /** Undefined for a product without data folder. */
  dataDir: string | undefined;
  /** Allows `npm start` to use the data folder. */
  complete(): void;
  close(): Promise<void>;
}

const refuseStreams = async (natsUrl: string): Promise<void> => {
  if (await hasStreams(natsUrl))
    throw new RefusedError(
      'NATS has streams of a product. Their events do not fit the restored databases. Stop the services and delete the streams OBIEG_*, or use an empty NATS.',
    );
};

const openAddresses = async (
  settings: Settings,
  addresses: NonNullable<ReturnType<typeof readRestoreAddresses>>,
): Promise<Destination> => {
  await refuseStreams(addresses.NATS_URL);
  const logFolder = mkdtempSync(join(tmpdir(), 'obieg-restore-'));
  return {
    databases: {
      identity: {
        ownerUrl: addresses.IDENTITY_MIGRATION_DATABASE_URL,
        appUrl: addresses.IDENTITY_DATABASE_URL,
      },
      workflow: {
        ownerUrl: addresses.WORKFLOW_MIGRATION_DATABASE_URL,
        appUrl: addresses.WORKFLOW_DATABASE_URL,
      },
      tasks: { ownerUrl: addresses.TASKS_MIGRATION_DATABASE_URL, appUrl: addresses.TASKS_DATABASE_URL },
    },
    natsUrl: addresses.NATS_URL,
    attachments: openAttachments(settings),
    filesDir: filesFolder(settings),
    logFolder,
    dataDir: undefined,
    complete: () => rmSync(logFolder, { recursive: true, force: true }),
    close: async () => undefined,
  };
};

/** Lists the product's databases that exist on a server and are not empty. */
const listUsedDatabases = async (adminUrl: string): Promise<string[]> => {
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<{ name: string }>('select datname as name from pg_database where datname = any ($1)', [
      databaseNames,
    ]),
  );
  const used: string[] = [];
  for (const { name } of rows) {
    const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
    if (!(await withClient(url, isEmptyDatabase))) used.push(name);
  }
  return used;
};

/** Refuses before `ensureDatabases` sets new passwords for the roles of another product. */
const refuseUsedDatabases = async (adminUrl: string): Promise<void> => {
  const used = await listUsedDatabases(adminUrl);
  if (used.length > 0)
    throw new RefusedError(
      `The databases ${used.join(', ')} are not empty. Restore to an empty server, or drop them first.`,
    );
};

const openDataFolder = async (settings: Settings): Promise<Destination> => {
  const { OBIEG_DATA_DIR: dataDir, DATABASE_URL: adminUrl, NATS_URL: givenNats } = settings;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new RefusedError(
      `${dataDir} is not empty. Set OBIEG_DATA_DIR to a new folder, or move this one away.`,
    );
  if (adminUrl !== undefined) await refuseUsedDatabases(adminUrl);
  if (givenNats !== undefined) await refuseStreams(givenNats);
  const closers: (() => Promise<void> | void)[] = [await lockDataFolder(dataDir)];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const finish = markUnfinishedRestore(dataDir);
    const server =
      adminUrl === undefined ? await startPostgres({ dataDir: join(dataDir, 'postgres') }) : undefined;
    if (server) closers.push(server.stop);
    const nats = givenNats === undefined ? await startNats({ dataDir: join(dataDir, 'nats') }) : undefined;
    if (nats) closers.push(nats.stop);
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    return {
      databases: await ensureDatabases(adminUrl ?? server?.url ?? '', dataDir),
      natsUrl: givenNats ?? nats?.url ?? '',
      attachments: openAttachments(settings),
      filesDir: filesFolder(settings),
      logFolder: join(dataDir, 'logs'),
      dataDir,
      complete: finish,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Opens an empty place for a product. @throws RefusedError if it is not empty */
export const openDestination = async (
  settings: Settings,
  environment: NodeJS.ProcessEnv,
): Promise<Destination> => {
  const addresses = readRestoreAddresses(environment);
  if (!addresses) return openDataFolder(settings);
  return openAddresses(settings, addresses);
};

/** @throws RefusedError if a database has tables */
export const refuseFilledDatabases = async ({ databases }: Destination): Promise<void> => {
  for (const name of databaseNames)
    if (!(await withClient(databases[name].ownerUrl, isEmptyDatabase)))
      throw new RefusedError(
        `The database ${name} is not empty. Drop it and create it again, or use another.`,
      );
};
