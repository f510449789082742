import { parseRemoteKeys, type RemoteKeys } from './keys';
import { remotesPrefix } from './layout';
import type { ObjectStore } from './object-store';

/** Every team can read it, and none can write it: a team writes only below its own id. */
const publishedKeysKey = `${remotesPrefix}gateway-keys.json`;

const format = (keys: RemoteKeys): Buffer => {
  const entries = [...keys].map(([id, all]) => [
    id,
    all.map((key) => key.export({ format: 'der', type: 'spki' }).toString('base64')),
  ]);
  return Buffer.from(`${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
};

/**
 * Writes the public keys of a gateway into the store, where the tools of teams find them. No gateway reads them: what it
 * trusts comes only from its own settings.
 *
 * @param keys undefined removes keys that were written earlier, because this gateway accepts unsigned versions
 */
export const publishRemoteKeys = async (store: ObjectStore, keys: RemoteKeys | undefined): Promise<void> => {
  const stored = await store.read(publishedKeysKey);
  if (!keys) {
    if (stored) await store.remove(publishedKeysKey);
    return;
  }
  const content = format(keys);
  if (!stored) await store.create(publishedKeysKey, content);
  else if (!stored.content.equals(content)) await store.replace(publishedKeysKey, content, stored.tag);
};

/** @returns the keys that the gateways use; undefined if no gateway has written them */
export const readPublishedRemoteKeys = async (store: ObjectStore): Promise<RemoteKeys | undefined> => {
  const stored = await store.read(publishedKeysKey);
  return stored && parseRemoteKeys(stored.content.toString('utf8'));
};
