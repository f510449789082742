import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStore } from '@obieg/delivery';
import { lockDataFolder, preparePostgres, startPostgres } from '@obieg/local';
import type { DatabaseName } from './database/connect';
import { RefusedError } from './refused';
import { openAttachments, readBackupAddresses, type Settings } from './settings';

/** The product to back up. */
export interface Source {
  /** Addresses of roles that see all rows. */
  databases: Record<DatabaseName, string>;
  attachments: ObjectStore;
  /** Undefined for a product without data folder. */
  dataDir: string | undefined;
  close(): Promise<void>;
}

const withDatabase = (adminUrl: string, name: DatabaseName): string =>
  Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;

interface Server {
  url: string;
  close(): Promise<void>;
}

/** Uses the running server of a data folder, or starts it for the backup of a stopped product. */
const openServer = async (dataDir: string): Promise<Server> => {
  const options = { dataDir: join(dataDir, 'postgres') };
  const lock = await lockDataFolder(dataDir).catch((error: Error) => error);
  if (!(lock instanceof Error)) {
    const { url, stop } = await startPostgres(options);
    return { url, close: () => stop().finally(lock) };
  }
  const { running } = await preparePostgres(options);
  if (!running) throw new RefusedError(`The database is not available yet. ${lock.message}`);
  return { url: running.url, close: async () => undefined };
};

/** Opens the product that the settings describe. @throws RefusedError if there is none */
export const openSource = async (settings: Settings, environment: NodeJS.ProcessEnv): Promise<Source> => {
  const attachments = openAttachments(settings);
  const addresses = readBackupAddresses(environment);
  if (addresses)
    return {
      databases: {
        identity: addresses.IDENTITY_BACKUP_DATABASE_URL,
        workflow: addresses.WORKFLOW_BACKUP_DATABASE_URL,
        tasks: addresses.TASKS_BACKUP_DATABASE_URL,
      },
      attachments,
      dataDir: undefined,
      close: async () => undefined,
    };
  const { OBIEG_DATA_DIR: dataDir, DATABASE_URL: adminUrl } = settings;
  if (!existsSync(join(dataDir, 'services.password')))
    throw new RefusedError(`${dataDir} has no product. Set OBIEG_DATA_DIR to its data folder.`);
  const server =
    adminUrl === undefined ? await openServer(dataDir) : { url: adminUrl, close: async () => undefined };
  return {
    databases: {
      identity: withDatabase(server.url, 'identity'),
      workflow: withDatabase(server.url, 'workflow'),
      tasks: withDatabase(server.url, 'tasks'),
    },
    attachments,
    dataDir,
    close: server.close,
  };
};
