import {
  type DeliveryAction,
  type PublishedManifest,
  type ReleasePointer,
  remoteContractVersion,
} from '@obieg/contracts';
import { ReleaseRefusedError, VersionRefusedError } from './errors';
import type { RemoteKeys } from './keys';
import { findManifest, listRemoteIds } from './manifests';
import type { ObjectStore } from './object-store';
import { findPreviousVersion } from './release-history';
import { changePointer, readPointer } from './release-pointer';
import { findTakenRoute } from './routes';

const historyMax = 200;

export interface ChangeOptions {
  /** E-mail address, or the user and host of the command line. */
  by: string;
  at: Date;
  reason?: string | null | undefined;
  /** Revision that the caller saw; 0 if nothing was released yet. */
  expectedRevision?: number | undefined;
  /** Undefined: signatures are not checked here. The gateway checks them in any case. */
  keys?: RemoteKeys | undefined;
}

export interface ReleaseOptions extends ChangeOptions {
  version: string;
  /** With `percent` or `organizations` the version becomes the canary, otherwise the stable version. */
  percent?: number | undefined;
  organizations?: readonly string[] | undefined;
  /** Adds the organizations and the share to those of a canary of the same version. Otherwise they replace them. */
  isWidened?: boolean;
}

export interface RollbackOptions extends ChangeOptions {
  /** Undefined: ends a canary, otherwise returns to the previous version. */
  version?: string | undefined;
}

/** Manifests that other remotes serve. One that cannot be read serves nothing and claims no route. */
const readOtherManifests = async (store: ObjectStore, id: string): Promise<PublishedManifest[]> => {
  const ids = (await listRemoteIds(store)).filter((other) => other !== id);
  const readAll = async (other: string): Promise<(PublishedManifest | undefined)[]> => {
    try {
      const current = await readPointer(store, other);
      const versions = [current?.pointer.stable, current?.pointer.canary?.version];
      return await Promise.all(
        versions.map((version) => (version ? findManifest(store, other, version, undefined) : undefined)),
      );
    } catch (error) {
      if (error instanceof VersionRefusedError) return [];
      throw error;
    }
  };
  const manifests = await Promise.all(ids.map(readAll));
  return manifests.flat().filter((manifest) => manifest !== undefined);
};

/** @throws ReleaseRefusedError, VersionRefusedError */
const checkReleasable = async (
  store: ObjectStore,
  id: string,
  version: string,
  keys: RemoteKeys | undefined,
): Promise<void> => {
  const manifest = await findManifest(store, id, version, keys);
  if (!manifest)
    throw new ReleaseRefusedError(
      'UNKNOWN_VERSION',
      `${id} ${version} is not in ${store.address}. Publish it first, or choose a version that status lists.`,
    );
  if (manifest.contractVersion !== remoteContractVersion)
    throw new ReleaseRefusedError(
      'CONTRACT_VERSION',
      `${id} ${version} is built for contract ${manifest.contractVersion}, the shell has ${remoteContractVersion}. Rebuild the remote with the shell's packages.`,
    );
  const route = findTakenRoute(manifest, await readOtherManifests(store, id));
  if (route !== undefined)
    throw new ReleaseRefusedError(
      'ROUTE_TAKEN',
      `Another remote already has the route ${route}. Change the route in remote.json, or release the other remote without it first.`,
    );
};

const addHistory = (
  pointer: ReleasePointer,
  action: DeliveryAction,
  version: string,
  { by, at, reason }: ChangeOptions,
  isCanary?: boolean,
): ReleasePointer['history'] => [
  { at: at.toISOString(), by, action, version, reason: reason ?? null, ...(isCanary ? { isCanary } : {}) },
  ...pointer.history.slice(0, historyMax - 1),
];

const releaseCanary = (id: string, pointer: ReleasePointer, options: ReleaseOptions): ReleasePointer => {
  const { version, percent = 0, organizations = [], at } = options;
  if (!(percent > 0 || organizations.length > 0))
    throw new ReleaseRefusedError('EMPTY_CANARY', 'Name organizations, or a share above 0 percent.');
  if (pointer.stable === version)
    throw new ReleaseRefusedError(
      'VERSION_RELEASED',
      `All organizations already get ${id} ${version}. Choose another version for the canary.`,
    );
  const present = pointer.canary?.version === version ? pointer.canary : undefined;
  const kept = options.isWidened ? present : undefined;
  return {
    ...pointer,
    canary: {
      version,
      percent: Math.max(percent, kept?.percent ?? 0),
      organizations: [...new Set([...organizations, ...(kept?.organizations ?? [])])].sort(),
      since: present?.since ?? at.toISOString(),
    },
    history: addHistory(pointer, 'release', version, options, true),
  };
};

/**
 * Releases a version to all organizations, or to some organizations as the canary. A release to all organizations ends a canary. It
 * changes nothing if all organizations have the version already.
 *
 * @throws ReleaseConflictError, ReleaseRefusedError, VersionRefusedError
 */
export const releaseVersion = (
  store: ObjectStore,
  id: string,
  options: ReleaseOptions,
): Promise<ReleasePointer> =>
  changePointer(store, id, options.expectedRevision, async (pointer) => {
    const { version, percent, organizations, keys } = options;
    await checkReleasable(store, id, version, keys);
    if (percent !== undefined || organizations !== undefined) return releaseCanary(id, pointer, options);
    if (pointer.stable === version && pointer.canary === null) return pointer;
    return {
      ...pointer,
      stable: version,
      canary: null,
      history: addHistory(pointer, 'release', version, options),
    };
  });

/** Releases the canary to all organizations. @throws ReleaseConflictError, ReleaseRefusedError, VersionRefusedError */
export const promoteCanary = (
  store: ObjectStore,
  id: string,
  options: ChangeOptions,
): Promise<ReleasePointer> =>
  changePointer(store, id, options.expectedRevision, async (pointer) => {
    if (!pointer.canary)
      throw new ReleaseRefusedError(
        'NOTHING_TO_PROMOTE',
        `${id} has no canary. Release a version to some organizations first.`,
      );
    const { version } = pointer.canary;
    await checkReleasable(store, id, version, options.keys);
    return {
      ...pointer,
      stable: version,
      canary: null,
      history: addHistory(pointer, 'promote', version, options),
    };
  });

/**
 * Ends a canary, or returns all organizations to the previous or the given version.
 *
 * @throws ReleaseConflictError, ReleaseRefusedError, VersionRefusedError
 */
export const rollBack = (store: ObjectStore, id: string, options: RollbackOptions): Promise<ReleasePointer> =>
  changePointer(store, id, options.expectedRevision, async (pointer) => {
    if (options.version === undefined && pointer.canary) return withoutCanary(id, pointer, options);
    const version = options.version ?? findPreviousVersion(pointer);
    if (version === undefined)
      throw new ReleaseRefusedError(
        'NO_PREVIOUS_VERSION',
        `${id} has no earlier version to return to. Name a version that status lists.`,
      );
    if (pointer.stable === version && pointer.canary === null) return pointer;
    await checkReleasable(store, id, version, options.keys);
    return {
      ...pointer,
      stable: version,
      canary: null,
      history: addHistory(pointer, 'rollback', version, options),
    };
  });

const withoutCanary = (id: string, pointer: ReleasePointer, options: ChangeOptions): ReleasePointer => {
  if (!pointer.canary) throw new ReleaseRefusedError('NO_CANARY', `${id} has no canary to end.`);
  return {
    ...pointer,
    canary: null,
    history: addHistory(pointer, 'end-canary', pointer.canary.version, options),
  };
};

/** Ends the canary; all organizations get the stable version. @throws ReleaseConflictError, ReleaseRefusedError */
export const endCanary = (store: ObjectStore, id: string, options: ChangeOptions): Promise<ReleasePointer> =>
  changePointer(store, id, options.expectedRevision, async (pointer) => withoutCanary(id, pointer, options));
