import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { AttachmentStore } from './attachment-store';

/** Makes new directory entries survive a power failure. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Stores attachments in a folder that all replicas share. Files appear there atomically. */
export const createFolderStore = (folder: string): AttachmentStore => {
  const root = resolve(folder);
  const incomingFolder = join(root, 'incoming');
  const pathOf = (name: string): string => join(root, 'kept', name);
  return {
    incomingFolder,
    put: async (name, path) => {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true });
      await syncFile(path);
      await rename(path, target);
      await syncFolder(dirname(target));
    },
    open: async (name) => {
      const handle = await open(pathOf(name), 'r');
      return handle.createReadStream();
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    check: async () => {
      await mkdir(incomingFolder, { recursive: true });
      await access(incomingFolder, constants.W_OK);
      return 'attachments are stored in a folder';
    },
  };
};
