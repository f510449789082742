export { copyDatabase, dropDatabase, ensureDatabase, type ServiceDatabase } from './databases';
export { lockDataFolder, markUnfinishedRestore } from './launch-lock';
export { requestLoopback } from './loopback';
export { type MailInbox, startMailInbox } from './mail/mail-inbox';
export { type RunningNats, startNats } from './nats';
export { type Obieg, type ObiegOptions, startObieg } from './obieg';
export {
  checkBuilt,
  type DatabaseName,
  nodeProgram,
  type ObiegPorts,
  runToEnd,
  services,
} from './obieg-parts';
export { ensureDatabases } from './obieg-servers';
export { repositoryRoot } from './paths';
export { findFreePort } from './ports';
export { preparePostgres, type RunningPostgres, startPostgres } from './postgres';
export { readLastRelease } from './release-build';
export { isServiceReady, requestSite, type SiteRequest, type SiteResponse } from './site-client';
export {
  type LocalIdentityProvider,
  type ProviderPerson,
  startIdentityProvider,
} from './sso/identity-provider';
export { createSupervisor } from './supervisor';
