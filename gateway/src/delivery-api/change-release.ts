import type { ReleasePointer } from '@obieg/contracts';
import {
  type ChangeOptions,
  type ObjectStore,
  promoteCanary,
  ReleaseConflictError,
  ReleaseRefusedError,
  type RemoteKeys,
  releaseVersion,
  rollBack,
  VersionRefusedError,
} from '@obieg/delivery';
import { problem } from '@obieg/service-kit';

/** A change that the API offers. */
export type ReleaseChange =
  | { action: 'release'; version: string; percent?: number | undefined; organizations?: string[] | undefined }
  | { action: 'promote' }
  | { action: 'rollback'; version?: string | undefined };

interface ChangeReleaseOptions {
  store: ObjectStore;
  keys: RemoteKeys | undefined;
  id: string;
  by: string;
  /** `If-Match` of the request. */
  ifMatch: string | undefined;
}

const revisionPattern = /^(?:W\/)?"?(\d{1,15})"?$/;

/** @returns the revision that the change is based on; undefined for any @throws 412 for a tag of something else */
const readRevision = (ifMatch: string | undefined): number | undefined => {
  const tag = ifMatch?.trim();
  if (tag === undefined || tag === '*') return undefined;
  const revision = revisionPattern.exec(tag)?.[1];
  if (revision === undefined) throw problem.preconditionFailed();
  return Number(revision);
};

const apply = (
  { store, id }: ChangeReleaseOptions,
  change: ReleaseChange,
  options: ChangeOptions,
): Promise<ReleasePointer> => {
  switch (change.action) {
    case 'release':
      return releaseVersion(store, id, { ...options, ...change });
    case 'promote':
      return promoteCanary(store, id, options);
    case 'rollback':
      return rollBack(store, id, { ...options, version: change.version });
  }
};

/**
 * Changes a pointer. @throws 409 with the code of the refusal, 412 if `ifMatch` is not the current revision, 503 if the
 * store is unavailable
 */
export const changeRelease = async (
  change: ReleaseChange,
  target: ChangeReleaseOptions,
): Promise<ReleasePointer> => {
  const expectedRevision = readRevision(target.ifMatch);
  const { by, keys } = target;
  try {
    return await apply(target, change, { by, keys, at: new Date(), expectedRevision });
  } catch (error) {
    if (error instanceof ReleaseConflictError) {
      if (expectedRevision !== undefined) throw problem.preconditionFailed(error.message);
      throw problem.conflict('CONFLICT', error.message);
    }
    if (error instanceof ReleaseRefusedError) throw problem.conflict(error.code, error.message);
    if (error instanceof VersionRefusedError) throw problem.conflict('VERSION_REFUSED', error.message);
    throw problem.unavailable(undefined, error);
  }
};
