import { posix } from 'node:path';
import {
  type DeployedRemote,
  deployedRemoteSchema,
  type PublishedManifest,
  type RemoteRegistry,
  shellId,
} from '@obieg/contracts';
import { isInCanary } from '@obieg/delivery';
import { LRUCache } from 'lru-cache';
import type { ServedRelease } from './claims';
import type { CachedVersion } from './version-cache';

/** Versions that the pages of an organization get. */
export interface OrganizationVersions {
  registry: RemoteRegistry;
  /** Undefined if no version of the shell can be served. */
  shell: CachedVersion | undefined;
  /** By id. */
  remotes: ReadonlyMap<string, CachedVersion>;
}

/** Folder of a version on the shell's origin. */
export const versionPath = ({ id, version }: Pick<PublishedManifest, 'id' | 'version'>): string =>
  `/remotes/${id}/${version}/`;

/** Manifests name files relative to the version's folder; the registry names them on the shell's origin. */
const toDeployedRemote = (manifest: PublishedManifest): DeployedRemote => {
  const toPublicPath = (file: string): string => posix.join(versionPath(manifest), file);
  return deployedRemoteSchema.parse({
    ...manifest,
    entry: toPublicPath(manifest.entry),
    preload: manifest.preload.map(toPublicPath),
    integrity: Object.fromEntries(
      Object.entries(manifest.integrity).map(([file, digest]) => [toPublicPath(file), digest]),
    ),
  });
};

/** Which of the running canaries an organization is in. Few combinations exist at a time. */
const canaryKey = (releases: readonly ServedRelease[], codeNames: readonly string[]): string =>
  releases
    .filter(({ id, canary }) => canary && isInCanary(canary.rule, id, codeNames))
    .map(({ id }) => id)
    .join();

const combinationsMax = 50;

/** Composes the registry of each organization from the served releases. */
export const createOrganizationRegistry = () => {
  const composed = new LRUCache<string, OrganizationVersions>({ max: combinationsMax });
  let releases: readonly ServedRelease[] = [];

  const compose = (inCanary: ReadonlySet<string>): OrganizationVersions => {
    const chosen = releases.flatMap(({ id, stable, canary }) => {
      const version = inCanary.has(id) ? canary?.version : stable;
      return version ? [version] : [];
    });
    const shell = chosen.find(({ manifest }) => manifest.id === shellId);
    const remotes = chosen.filter((version) => version !== shell);
    return {
      registry: {
        ...(shell ? { shell: shell.manifest.version } : {}),
        remotes: remotes.map(({ manifest }) => toDeployedRemote(manifest)),
      },
      shell,
      remotes: new Map(remotes.map((version) => [version.manifest.id, version])),
    };
  };

  return {
    update: (served: readonly ServedRelease[]): void => {
      releases = served;
      composed.clear();
    },
    hasCanaries: (): boolean => releases.some(({ canary }) => canary !== undefined),
    /**
     * Returns the versions of an organization. Undefined if nothing can be served.
     *
     * @param codeNames as for `isInCanary`
     */
    find: (codeNames: readonly string[]): OrganizationVersions | undefined => {
      const key = canaryKey(releases, codeNames);
      const known = composed.get(key) ?? compose(new Set(key.split(',')));
      composed.set(key, known);
      return known.shell || known.registry.remotes.length > 0 ? known : undefined;
    },
  };
};
