import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the key that encrypts the secrets of webhooks. Creates it for a new data folder. */
export const readWebhookKey = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'webhook-key');
  const key = randomBytes(32).toString('base64');
  // Fails if the file exists.
  await writeFile(file, key, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
};
