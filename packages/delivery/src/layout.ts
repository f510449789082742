import { remoteIdSchema, remoteVersionSchema } from '@obieg/contracts';
import { VersionRefusedError } from './errors';

export const remotesPrefix = 'remotes/';
const pointerName = 'release.json';
export const manifestName = 'remote.json';
export const signatureName = 'remote.json.sig';

export const isRemoteId = (id: string): boolean => remoteIdSchema.safeParse(id).success;
/** The pointer is beside the versions, so none can have its name. */
export const isVersion = (version: string): boolean =>
  version !== pointerName && remoteVersionSchema.safeParse(version).success;

/** Prefix of everything that a team writes. @throws VersionRefusedError for an invalid id */
export const remotePrefix = (id: string): string => {
  if (!isRemoteId(id))
    throw new VersionRefusedError(`"${id}" is not a remote id: use lower-case letters and hyphens only.`);
  return `${remotesPrefix}${id}/`;
};

export const pointerKey = (id: string): string => `${remotePrefix(id)}${pointerName}`;

/** @throws VersionRefusedError for an invalid id or version */
export const versionPrefix = (id: string, version: string): string => {
  if (!isVersion(version))
    throw new VersionRefusedError(
      `"${version}" is not a version: use lower-case letters, digits, dots and hyphens, 64 at most.`,
    );
  return `${remotePrefix(id)}${version}/`;
};
