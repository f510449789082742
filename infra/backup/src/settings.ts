import { join, resolve } from 'node:path';
import { type BucketCredentials, type ObjectStore, openStore } from '@obieg/delivery';
import { repositoryRoot } from '@obieg/local';
import { env, loadConfig } from '@obieg/service-kit';
import * as z from 'zod';
import { RefusedError } from './refused';

const schema = z.object({
  /** Data folder of `npm start`. */
  OBIEG_DATA_DIR: z.string().min(1).default(join(repositoryRoot, '.data')),
  /** Administrator's address, as for `npm start`. */
  DATABASE_URL: env.postgresUrl.optional(),
  NATS_URL: env.natsUrl.optional(),
  FILES_DIR: z.string().min(1).optional(),
  S3_BUCKET_URL: env.httpUrl.optional(),
  S3_REGION: z.string().min(1).default('auto'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Credentials of the bucket with the backups. Default: those of the attachments. */
  BACKUP_S3_REGION: z.string().min(1).optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
});
export type Settings = z.infer<typeof schema>;

export const readSettings = (environment: NodeJS.ProcessEnv): Settings => {
  const settings = loadConfig(schema, environment);
  return { ...settings, OBIEG_DATA_DIR: resolve(settings.OBIEG_DATA_DIR) };
};

const backupAddresses = z.object({
  IDENTITY_BACKUP_DATABASE_URL: env.postgresUrl,
  WORKFLOW_BACKUP_DATABASE_URL: env.postgresUrl,
  TASKS_BACKUP_DATABASE_URL: env.postgresUrl,
});

const restoreAddresses = z.object({
  IDENTITY_DATABASE_URL: env.postgresUrl,
  IDENTITY_MIGRATION_DATABASE_URL: env.postgresUrl,
  WORKFLOW_DATABASE_URL: env.postgresUrl,
  WORKFLOW_MIGRATION_DATABASE_URL: env.postgresUrl,
  TASKS_DATABASE_URL: env.postgresUrl,
  TASKS_MIGRATION_DATABASE_URL: env.postgresUrl,
  NATS_URL: env.natsUrl,
});

/** Reads a group of settings of which all or none must be set. @returns undefined without any */
const readAllOrNone = <T extends z.ZodObject>(
  group: T,
  environment: NodeJS.ProcessEnv,
  ignored: readonly string[] = [],
): z.infer<T> | undefined => {
  const names = Object.keys(group.shape).filter((name) => !ignored.includes(name));
  return names.some((name) => environment[name] !== undefined) ? loadConfig(group, environment) : undefined;
};

/** Addresses of roles that see all rows. @returns undefined for the product of a data folder */
export const readBackupAddresses = (environment: NodeJS.ProcessEnv) =>
  readAllOrNone(backupAddresses, environment);

/** Addresses of the application and owner roles. @returns undefined for the product of a data folder */
export const readRestoreAddresses = (environment: NodeJS.ProcessEnv) =>
  readAllOrNone(restoreAddresses, environment, ['NATS_URL']);

const attachmentCredentials = (settings: Settings): BucketCredentials | undefined =>
  toCredentials(settings.S3_REGION, settings.S3_ACCESS_KEY_ID, settings.S3_SECRET_ACCESS_KEY);

const toCredentials = (
  region: string,
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
): BucketCredentials | undefined =>
  accessKeyId === undefined || secretAccessKey === undefined
    ? undefined
    : { region, accessKeyId, secretAccessKey };

/** Folder of the attachments. Unused with S3_BUCKET_URL. */
export const filesFolder = ({ FILES_DIR, OBIEG_DATA_DIR }: Settings): string =>
  FILES_DIR ?? join(OBIEG_DATA_DIR, 'files');

/** Opens the store of svc-tasks, whose folder has the attachments below `kept`. */
export const openAttachments = (settings: Settings): ObjectStore =>
  settings.S3_BUCKET_URL === undefined
    ? openStore(join(filesFolder(settings), 'kept'))
    : openStore(settings.S3_BUCKET_URL, attachmentCredentials(settings));

/** A place of backups. Each backup has a folder in it. */
export interface BackupPlace {
  store: ObjectStore;
  /** Part of the address behind the bucket, with a final slash; empty for a folder. */
  prefix: string;
}

/**
 * Opens a place of backups: a folder, or the URL of a bucket, optionally with a path in it.
 *
 * @throws RefusedError for the bucket of the attachments
 */
export const openBackupPlace = (address: string, settings: Settings): BackupPlace => {
  if (!/^https?:\/\//.test(address)) return { store: openStore(address), prefix: '' };
  const url = new URL(address);
  const [bucket = '', ...path] = url.pathname.split('/').filter((segment) => segment !== '');
  url.pathname = `/${bucket}`;
  const credentials = toCredentials(
    settings.BACKUP_S3_REGION ?? settings.S3_REGION,
    settings.BACKUP_S3_ACCESS_KEY_ID ?? settings.S3_ACCESS_KEY_ID,
    settings.BACKUP_S3_SECRET_ACCESS_KEY ?? settings.S3_SECRET_ACCESS_KEY,
  );
  const store = openStore(url.href, credentials);
  if (settings.S3_BUCKET_URL?.replace(/(?<!\/)\/+$/, '') === store.address)
    throw new RefusedError('This is the bucket of the attachments. Use another bucket for the backups.');
  return { store, prefix: path.map((segment) => `${segment}/`).join('') };
};
