import { type Canary, type ReleasePointer, remoteContractVersion, shellId } from '@obieg/contracts';
import { findTakenRoute } from '@obieg/delivery';
import type { CachedVersion } from './version-cache';

/** What a pointer names, as far as it could be verified. */
export interface WantedRelease {
  id: string;
  pointer: ReleasePointer;
  /** Undefined if the pointer names none, or if it was refused. */
  stable: CachedVersion | undefined;
  canary: CachedVersion | undefined;
  /** Newest earlier version that was verified. Undefined unless the stable version was refused. */
  fallback: CachedVersion | undefined;
  /** Why a version that the pointer names was refused. */
  refusal: string | null;
}

interface ServedCanary {
  rule: Canary;
  version: CachedVersion;
}

/** What pages get. */
export interface ServedRelease {
  id: string;
  pointer: ReleasePointer;
  stable: CachedVersion | undefined;
  canary: ServedCanary | undefined;
  /** Why pages do not get what the pointer names. */
  problem: string | null;
}

type Slot = 'stable' | 'canary';

interface Candidate {
  id: string;
  slot: Slot;
  version: CachedVersion;
  releasedAt: string;
}

/** A version without an entry was released before the oldest entry of the history. */
const releasedAtOf = ({ history }: ReleasePointer, version: string): string =>
  history.find((entry) => entry.version === version && entry.action !== 'end-canary')?.at ?? '';

const candidatesOf = (
  { id, pointer, stable, canary, fallback }: WantedRelease,
  hasStable: boolean,
): Candidate[] =>
  (
    [
      ['stable', stable ?? (hasStable ? undefined : fallback)],
      ['canary', canary],
    ] as const
  ).flatMap(([slot, version]) =>
    version ? [{ id, slot, version, releasedAt: releasedAtOf(pointer, version.manifest.version) }] : [],
  );

const byRelease = (one: Candidate, other: Candidate): number =>
  one.releasedAt.localeCompare(other.releasedAt) || one.id.localeCompare(other.id);

const describeContract = ({ id, stable }: WantedRelease): string | null => {
  const version = stable?.manifest.contractVersion;
  if (version === undefined || version === remoteContractVersion || id === shellId) return null;
  return `${id} is built for contract ${version}, the shell has ${remoteContractVersion}. Browsers refuse it.`;
};

/**
 * Decides which versions pages get, so that each route belongs to one remote. A version that is already served keeps
 * its routes: a pointer with an earlier date cannot take them. Otherwise the earlier release keeps them. A remote whose
 * stable version is refused keeps the version that it had; a gateway that has just started serves the newest earlier
 * version. A refused canary is left out.
 */
export const resolveClaims = (
  wanted: readonly WantedRelease[],
  previous: ReadonlyMap<string, ServedRelease>,
): ServedRelease[] => {
  const claims = new Map<string, CachedVersion>();
  const problems = new Map<string, string>();
  for (const { id, pointer, refusal } of wanted) {
    const served = previous.get(id);
    if (served?.stable && pointer.stable !== null) claims.set(`${id} stable`, served.stable);
    if (served?.canary && pointer.canary !== null) claims.set(`${id} canary`, served.canary.version);
    if (refusal !== null) problems.set(id, refusal);
  }
  for (const release of wanted) if (!release.canary) claims.delete(`${release.id} canary`);
  const candidates = wanted.flatMap((release) => candidatesOf(release, claims.has(`${release.id} stable`)));
  for (const { id, slot, version } of candidates.sort(byRelease)) {
    const others = [...claims.values()].map(({ manifest }) => manifest);
    const route = findTakenRoute(version.manifest, others);
    if (route === undefined) {
      claims.set(`${id} ${slot}`, version);
      continue;
    }
    if (slot === 'canary') claims.delete(`${id} canary`);
    const owner = others.find((other) => other.id !== id && findTakenRoute(version.manifest, [other]))?.id;
    problems.set(
      id,
      `${version.manifest.version} claims the route ${route}, which ${owner} already has. It is not served.`,
    );
  }
  for (const { id, pointer, refusal } of wanted) {
    const served = claims.get(`${id} stable`)?.manifest.version;
    if (refusal === null || problems.get(id) !== refusal || served === undefined || served === pointer.stable)
      continue;
    problems.set(id, `${refusal} Pages get ${served}.`);
  }
  return wanted.map((release) => {
    const { id, pointer } = release;
    const canary = claims.get(`${id} canary`);
    return {
      id,
      pointer,
      stable: claims.get(`${id} stable`),
      canary: canary && pointer.canary ? { rule: pointer.canary, version: canary } : undefined,
      problem: problems.get(id) ?? describeContract(release),
    };
  });
};
