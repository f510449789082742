import { shellId } from '@obieg/contracts';
import { resolveClaims, type ServedRelease, type WantedRelease } from './claims';

/** What the last read of a pointer gave. */
export interface FollowedRelease {
  /** Tag of the pointer in the store. Empty if the pointer is damaged. */
  tag: string;
  release: WantedRelease;
  /** When to verify again. Undefined if everything that the pointer names was verified. */
  recheckAt: number | undefined;
}

/** One read of the store, by id. A remote without a pointer is in neither map. */
export interface ReleaseReads {
  found: ReadonlyMap<string, FollowedRelease>;
  /** The store did not return these pointers. */
  failed: ReadonlyMap<string, unknown>;
}

export interface ReleaseState {
  followed: ReadonlyMap<string, FollowedRelease>;
  /** What pages get. The same map as before if nothing has changed. */
  served: ReadonlyMap<string, ServedRelease>;
  /** Remotes without a pointer in the last read. */
  missing: ReadonlySet<string>;
  /** Whether the store has lost the shell. Such a read removes nothing and changes nothing that pages get. */
  isShellLost: boolean;
}

export const initialState: ReleaseState = {
  followed: new Map(),
  served: new Map(),
  missing: new Set(),
  isShellLost: false,
};

const isSame = (one: ServedRelease, other: ServedRelease | undefined): boolean =>
  one.pointer === other?.pointer &&
  one.stable === other.stable &&
  one.canary?.version === other.canary?.version &&
  one.problem === other.problem;

const serve = (
  followed: ReadonlyMap<string, FollowedRelease>,
  served: ReleaseState['served'],
): ReleaseState['served'] => {
  const wanted = [...followed.values()].map(({ release }) => release);
  const next = resolveClaims(
    wanted.sort((one, other) => one.id.localeCompare(other.id)),
    served,
  );
  const isUnchanged =
    next.length === served.size && next.every((release) => isSame(release, served.get(release.id)));
  return isUnchanged ? served : new Map(next.map((release) => [release.id, release]));
};

/**
 * Returns the state after a read of the store. A remote is removed after two reads without its pointer: a folder that
 * is being unmounted looks like a store whose remotes were removed. The shell can never be removed.
 */
export const nextState = (state: ReleaseState, { found, failed }: ReleaseReads): ReleaseState => {
  const followed = new Map([...state.followed, ...found]);
  const missing = new Set([...followed.keys()].filter((id) => !found.has(id) && !failed.has(id)));
  if (missing.has(shellId)) return { ...state, followed, missing: new Set(), isShellLost: true };
  for (const id of missing) if (state.missing.has(id)) followed.delete(id);
  return { followed, served: serve(followed, state.served), missing, isShellLost: false };
};
