import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { AttachmentStore } from './attachment-store';

/** Makes sure that what a folder lists survives a power failure. */
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

/** Keeps attachments in a folder; replicas of the service share it. A file appears there whole or not at all. */
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
      return 'attachments go to a folder';
    },
  };
};
