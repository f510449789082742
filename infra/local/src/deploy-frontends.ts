import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createKeyPair,
  deployFolders,
  openStore,
  parseRemoteKeys,
  pruneVersions,
  type RemoteKeys,
} from '@obieg/delivery';

interface FrontendsOptions {
  dataDir: string;
  /** Store of the gateway. */
  staticRoot: string;
  shellDist: string;
  remoteDists: readonly string[];
  /** REMOTE_KEYS of the caller: keys of teams that release on their own. */
  teamKeys: string | undefined;
}

/** Reads the key that signs the local builds. Creates it at the first start. */
const readKey = (dataDir: string) => {
  const folder = join(dataDir, 'keys');
  const file = join(folder, 'delivery.key.pem');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.part`, createKeyPair().privateKey, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
  return createPrivateKey(readFileSync(file, 'utf8'));
};

/** Removes what releases before the pointers left. Their versions have no digests, so nothing can serve them. */
const removeOldLayout = (staticRoot: string): void => {
  if (existsSync(join(staticRoot, 'remotes', 'registry.json'))) rmSync(staticRoot, { recursive: true });
};

/** REMOTE_KEYS of the gateway: the local key of each built frontend, and the keys of teams that the caller names. */
const listKeys = (ids: readonly string[], privateKey: KeyObject, teamKeys: string | undefined): string => {
  const teams: RemoteKeys = teamKeys === undefined ? new Map() : parseRemoteKeys(teamKeys);
  const local = createPublicKey(privateKey);
  const keysOf = (id: string) => [...(ids.includes(id) ? [local] : []), ...(teams.get(id) ?? [])].slice(0, 2);
  const entries = [...new Set([...ids, ...teams.keys()])].map((id) => [
    id,
    keysOf(id).map((key) => key.export({ format: 'pem', type: 'spki' })),
  ]);
  return JSON.stringify(Object.fromEntries(entries));
};

/**
 * Publishes and releases the built frontends, so that the product runs what its checkout contains.
 *
 * @returns REMOTE_KEYS of the gateway
 */
export const deployFrontends = async (options: FrontendsOptions): Promise<string> => {
  const { dataDir, staticRoot, shellDist, remoteDists, teamKeys } = options;
  removeOldLayout(staticRoot);
  const store = openStore(staticRoot);
  const privateKey = readKey(dataDir);
  const at = new Date();
  const deployed = await deployFolders({
    store,
    folders: [shellDist, ...remoteDists.toSorted()],
    privateKey,
    by: 'npm start',
    at,
    isRepeated: true,
  });
  for (const { id, isNew } of deployed) if (isNew) await pruneVersions(store, id, at);
  return listKeys(
    deployed.map(({ id }) => id),
    privateKey,
    teamKeys,
  );
};
