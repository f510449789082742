import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { withFileLock } from './file-lock';
import { checkKey, checkPrefix, type ObjectStore, objectBytesMax } from './object-store';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

const tagOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Persists new names. Windows cannot open a folder. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes a hidden file beside its final place. Keys cannot name hidden files. @returns its path */
const writePart = async (file: string, content: Buffer): Promise<string> => {
  await mkdir(dirname(file), { recursive: true });
  const part = join(dirname(file), `.part-${randomUUID()}`);
  const handle = await open(part, 'wx', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return part;
};

/** Removes the folders that a removed object leaves without content, except the root. */
const removeEmptyFolders = async (root: string, folder: string): Promise<void> => {
  if (folder === root || !folder.startsWith(root)) return;
  const names = await readdir(folder).catch(() => ['']);
  if (names.some((name) => !name.startsWith('.part-'))) return;
  for (const name of names) await rm(join(folder, name), { force: true });
  try {
    await rmdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) return;
    throw error;
  }
  await removeEmptyFolders(root, dirname(folder));
};

/** Stores objects as files of a folder. Each becomes visible complete, and survives a power failure. */
export const createFolderStore = (folder: string): ObjectStore => {
  const root = resolve(folder);
  const fileOf = (key: string): string => {
    checkKey(key);
    return join(root, ...key.split('/'));
  };
  const folderOf = (prefix: string): string => {
    checkPrefix(prefix);
    return join(root, ...prefix.split('/'));
  };
  const read: ObjectStore['read'] = async (key) => {
    const file = fileOf(key);
    try {
      const { size } = await stat(file);
      if (size > objectBytesMax) throw new Error(`${file} is larger than ${objectBytesMax} bytes`);
      const content = await readFile(file);
      return { content, tag: tagOf(content) };
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
      throw error;
    }
  };
  const readFolder = async (path: string, isRecursive: boolean) =>
    readdir(path, { recursive: isRecursive, withFileTypes: true }).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });

  return {
    address: root,
    read,
    list: async (prefix) =>
      (await readFolder(folderOf(prefix), true))
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
    listFolders: async (prefix) =>
      (await readFolder(folderOf(prefix), false))
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map((entry) => entry.name),
    create: async (key, content) => {
      const file = fileOf(key);
      const part = await writePart(file, content);
      try {
        await link(part, file);
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return false;
        throw error;
      } finally {
        await rm(part, { force: true });
      }
      await syncFolder(dirname(file));
      return true;
    },
    replace: async (key, content, tag) => {
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true });
      return withFileLock(join(dirname(file), `.${key.split('/').at(-1)}.lock`), async (isHeld) => {
        if ((await read(key))?.tag !== tag) return false;
        const part = await writePart(file, content);
        try {
          if (!(await isHeld())) return false;
          await rename(part, file);
        } finally {
          await rm(part, { force: true });
        }
        await syncFolder(dirname(file));
        return true;
      });
    },
    remove: async (key) => {
      const file = fileOf(key);
      await rm(file, { force: true });
      await removeEmptyFolders(root, dirname(file));
    },
  };
};
