import { tmpdir } from 'node:os';
import { type ObjectStore, openStore, parseRemoteKeys, type RemoteKeys } from '@obieg/delivery';
import { env } from '@obieg/service-kit';
import * as z from 'zod';

const text = z.string().min(1);

/** Settings of the release store. Pass a schema with them to {@link restrictDelivery}. */
export const deliveryEnvironment = {
  /** Folder with `remotes/`. Unused if STATIC_BUCKET_URL is set. */
  STATIC_ROOT: text.optional(),
  /** URL of an S3-compatible bucket in path style: https://s3.example.com/obieg-static. */
  STATIC_BUCKET_URL: env.httpUrl.optional(),
  S3_REGION: text.default('auto'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** Folder for verified copies. Must be writable. */
  STATIC_CACHE_DIR: text.default(tmpdir()),
  /** Public keys by remote id: JSON, or the path of a JSON file. */
  REMOTE_KEYS: text
    .transform((value, context): RemoteKeys => {
      try {
        return parseRemoteKeys(value);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional(),
};

interface DeliverySettings {
  NODE_ENV: string;
  STATIC_ROOT?: string | undefined;
  STATIC_BUCKET_URL?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  REMOTE_KEYS?: RemoteKeys | undefined;
}

/** Adds the checks that concern several settings. Without keys, production must not serve any code. */
export const restrictDelivery = <T extends z.ZodType<DeliverySettings>>(schema: T): T =>
  schema
    .refine(
      ({ STATIC_ROOT, STATIC_BUCKET_URL }) => STATIC_ROOT !== undefined || STATIC_BUCKET_URL !== undefined,
      {
        path: ['STATIC_ROOT'],
        message: 'or STATIC_BUCKET_URL must be set',
      },
    )
    .refine(
      ({ STATIC_BUCKET_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
        STATIC_BUCKET_URL === undefined ||
        (S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined),
      { path: ['S3_ACCESS_KEY_ID'], message: 'and S3_SECRET_ACCESS_KEY are required by STATIC_BUCKET_URL' },
    )
    .refine(({ NODE_ENV, REMOTE_KEYS }) => NODE_ENV !== 'production' || REMOTE_KEYS !== undefined, {
      path: ['REMOTE_KEYS'],
      message: 'is required in production',
    });

/** Opens the bucket, or the folder if no bucket is set. */
export const openReleaseStore = (settings: DeliverySettings): ObjectStore => {
  const { STATIC_BUCKET_URL, STATIC_ROOT = '', S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (STATIC_BUCKET_URL === undefined) return openStore(STATIC_ROOT);
  return openStore(STATIC_BUCKET_URL, {
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  });
};
