export { dropDatabase, ensureDatabase, type ServiceDatabase } from './databases';
export { deployStatic } from './deploy-static';
export { type MailInbox, startMailInbox } from './mail/mail-inbox';
export { type RunningNats, startNats } from './nats';
export { type Obieg, type ObiegOptions, startObieg } from './obieg';
export type { ObiegPorts } from './obieg-parts';
export { findFreePort } from './ports';
export { type RunningPostgres, startPostgres } from './postgres';
export { requestSite, type SiteAnswer, type SiteRequest } from './site-client';
