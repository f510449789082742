import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../object-store';
import { openStore } from '../open-store';
import { startBucket } from './bucket';

export interface TestStore {
  store: ObjectStore;
  close(): Promise<void>;
}

const startFolder = async (): Promise<TestStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-delivery-'));
  return {
    store: openStore(join(folder, 'static')),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const startMemoryBucket = async (): Promise<TestStore> => {
  const bucket = await startBucket();
  return { store: openStore(bucket.url, bucket.credentials), close: bucket.close };
};

/** Both kinds of store, for tests that must pass with each of them. */
export const stores: readonly [name: string, start: () => Promise<TestStore>][] = [
  ['a folder', startFolder],
  ['a bucket', startMemoryBucket],
];
