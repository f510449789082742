import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RemoteRegistry, remoteRegistrySchema } from '@obieg/contracts';
import type { Logger } from '@obieg/service-kit';

/** Reloads the file when it changes. Falls back to the last valid content if parsing fails. */
export const createReloadedFile = <T>(file: string, parse: (text: string) => T, log: Logger) => {
  let cached: { stamp: string; value: T } | undefined;
  let failedStamp: string | undefined;
  return {
    /** Undefined until the first valid content. */
    read: async (): Promise<T | undefined> => {
      const stats = await stat(file).catch(() => undefined);
      if (!stats) return cached?.value;
      const stamp = `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
      if (cached?.stamp === stamp || failedStamp === stamp) return cached?.value;
      try {
        cached = { stamp, value: parse(await readFile(file, 'utf8')) };
      } catch (error) {
        failedStamp = stamp;
        log.error({ err: error, file }, 'cannot read a deployed file; using the last valid content');
      }
      return cached?.value;
    },
  };
};

/** Reads the deployed remotes from `remotes/registry.json` below the static root. */
export const createRemoteRegistry = (root: string, log: Logger) =>
  createReloadedFile<RemoteRegistry>(
    join(root, 'remotes', 'registry.json'),
    (text) => remoteRegistrySchema.parse(JSON.parse(text)),
    log,
  );
