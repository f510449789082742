import { fileURLToPath } from 'node:url';
import { createBucketStore } from './bucket-store';
import { createFolderStore } from './folder-store';
import type { BucketCredentials, ObjectStore } from './object-store';

/**
 * Opens a store by its address.
 *
 * @param address path of a folder, `file:` URL, or URL of an S3-compatible bucket (path style, https:// or http://)
 * @param credentials required for a bucket
 */
export const openStore = (address: string, credentials?: BucketCredentials): ObjectStore => {
  if (address.trim() === '') throw new Error('The address of the store is empty.');
  if (address.startsWith('file:')) return createFolderStore(fileURLToPath(address));
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) return createFolderStore(address);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error('The store must be a folder, or the https:// URL of a bucket (https://<host>/<bucket>).');
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new Error(
      'The URL of the bucket must not contain credentials. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    );
  if (url.pathname === '/') throw new Error('The URL names no bucket: use https://<host>/<bucket>.');
  if (!credentials) throw new Error('A bucket needs S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  return createBucketStore(address, credentials);
};
