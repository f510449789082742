export { isInCanary } from './canary';
export { type DeployOptions, type DeployResult, deployFolders } from './deploy-folders';
export {
  ReleaseConflictError,
  type ReleaseRefusal,
  ReleaseRefusedError,
  VersionRefusedError,
} from './errors';
export { forEachLimited } from './for-each-limited';
export { isAlive } from './is-alive';
export { createKeyPair, parseRemoteKeys, type RemoteKeys } from './keys';
export { listRemoteIds, listVersions, readManifest, readVersionFile } from './manifests';
export type { BucketCredentials, ObjectStore } from './object-store';
export { openStore } from './open-store';
export { pruneVersions } from './prune';
export {
  type PublishOptions,
  type PublishProgress,
  type PublishResult,
  publishFolder,
} from './publish-folder';
export { publishRemoteKeys, readPublishedRemoteKeys } from './published-keys';
export { listStableVersions } from './release-history';
export { readPointer } from './release-pointer';
export {
  type ChangeOptions,
  endCanary,
  promoteCanary,
  type ReleaseOptions,
  type RollbackOptions,
  releaseVersion,
  rollBack,
} from './releases';
export { findTakenRoute } from './routes';
