import { manifestName, remotePrefix, versionPrefix } from './layout';
import { findManifest, listVersions } from './manifests';
import type { ObjectStore } from './object-store';
import { findVersionsServedSince } from './release-history';
import { readPointer } from './release-pointer';

/** Tabs that were opened before a release still request the files of their version. */
const retainedDays = 14;
const retainedVersions = 10;
const dayMs = 24 * 60 * 60 * 1_000;

/** @returns versions to keep; those without a valid `remote.json` may be uploads in progress */
const findRetained = async (store: ObjectStore, id: string, now: Date): Promise<Set<string>> => {
  const since = new Date(now.getTime() - retainedDays * dayMs);
  const current = await readPointer(store, id);
  const retained = current ? findVersionsServedSince(current.pointer, since) : new Set<string>();
  const built: { version: string; builtAt: number }[] = [];
  for (const version of await listVersions(store, id)) {
    const manifest = await findManifest(store, id, version, undefined).catch(() => undefined);
    if (manifest) built.push({ version, builtAt: Date.parse(manifest.builtAt) });
    else retained.add(version);
  }
  built.sort((one, other) => other.builtAt - one.builtAt);
  for (const [index, { version, builtAt }] of built.entries())
    if (index < retainedVersions || builtAt >= since.getTime()) retained.add(version);
  return retained;
};

/** Removes `remote.json` first: a version without it cannot be released. @returns false if it was released meanwhile */
const removeVersion = async (store: ObjectStore, id: string, version: string): Promise<boolean> => {
  const prefix = versionPrefix(id, version);
  const manifestKey = `${prefix}${manifestName}`;
  const manifest = await store.read(manifestKey);
  await store.remove(manifestKey);
  const current = await readPointer(store, id);
  if (current && [current.pointer.stable, current.pointer.canary?.version].includes(version)) {
    if (manifest) await store.create(manifestKey, manifest.content);
    return false;
  }
  for (const key of await store.list(prefix)) await store.remove(key);
  return true;
};

/**
 * Removes versions of a remote that no page can have open. Keeps what the pointer names, what pages got in the last 14
 * days, what was built in the last 14 days, and the ten newest.
 *
 * @returns the removed versions
 */
export const pruneVersions = async (store: ObjectStore, id: string, now: Date): Promise<string[]> => {
  remotePrefix(id);
  const retained = await findRetained(store, id, now);
  const removed: string[] = [];
  for (const version of await listVersions(store, id))
    if (!retained.has(version) && (await removeVersion(store, id, version))) removed.push(version);
  return removed.sort();
};
