import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { AttachmentStore } from '../src/attachments/storage/attachment-store';
import { createFolderStore } from '../src/attachments/storage/folder-store';
import { createS3Store } from '../src/attachments/storage/s3-store';

export interface TestStore {
  store: AttachmentStore;
  close(): Promise<unknown>;
}

const startFolderStore = async (): Promise<TestStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'obieg-store-'));
  return {
    store: createFolderStore(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Starts a real S3-compatible server with an empty bucket. */
export const startS3Store = async (): Promise<TestStore> => {
  const directory = await mkdtemp(join(tmpdir(), 'obieg-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'attachments', configs: [] }],
  });
  const { port } = await server.run();
  const store = createS3Store({
    bucketUrl: `http://127.0.0.1:${port}/attachments`,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
  return {
    store,
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** Both store types, for tests that must pass with each of them. */
export const stores: [name: string, start: () => Promise<TestStore>][] = [
  ['a folder', startFolderStore],
  ['a bucket', startS3Store],
];

/** Writes a file to the incoming folder, like an upload. @returns its path */
export const writeIncomingFile = async (store: AttachmentStore, content: Buffer): Promise<string> => {
  await mkdir(store.incomingFolder, { recursive: true });
  const path = join(store.incomingFolder, randomUUID());
  await writeFile(path, content);
  return path;
};

/** Whether an object is missing or unreadable. */
export const isMissing = (store: AttachmentStore, name: string): Promise<boolean> =>
  store.open(name).then(
    async (stream) => {
      await buffer(stream);
      return false;
    },
    () => true,
  );
