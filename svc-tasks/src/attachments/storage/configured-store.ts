import type { AttachmentStore } from './attachment-store';
import { createFolderStore } from './folder-store';
import { createS3Store } from './s3-store';

export interface StoreSettings {
  FILES_DIR: string;
  S3_BUCKET_URL?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** Creates a bucket store if a bucket is configured, otherwise a folder store. */
export const createConfiguredStore = ({
  FILES_DIR,
  S3_BUCKET_URL,
  S3_REGION,
  S3_ACCESS_KEY_ID = '',
  S3_SECRET_ACCESS_KEY = '',
}: StoreSettings): AttachmentStore =>
  S3_BUCKET_URL === undefined
    ? createFolderStore(FILES_DIR)
    : createS3Store({
        bucketUrl: S3_BUCKET_URL,
        region: S3_REGION,
        accessKeyId: S3_ACCESS_KEY_ID,
        secretAccessKey: S3_SECRET_ACCESS_KEY,
      });
