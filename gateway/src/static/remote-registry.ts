import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RemoteRegistry, remoteRegistrySchema } from '@obieg/contracts';
import type { Logger } from '@obieg/service-kit';

/** Reloads the file when it changes. Falls back to the last valid content if parsing fails. */
export const createReloadedFile = <T>(file: string, parse: (text: string) => T, log: Logger) => {
  let held: { stamp: string; value: T } | undefined;
  let failedStamp: string | undefined;
  return {
    /** Undefined until the first valid content. */
    read: async (): Promise<T | undefined> => {
      const stats = await stat(file).catch(() => undefined);
      if (!stats) return held?.value;
      const stamp = `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
      if (held?.stamp === stamp || failedStamp === stamp) return held?.value;
      try {
        held = { stamp, value: parse(await readFile(file, 'utf8')) };
      } catch (error) {
        failedStamp = stamp;
        log.error({ err: error, file }, 'a deployed file cannot be read, the last good one stays in use');
      }
      return held?.value;
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
