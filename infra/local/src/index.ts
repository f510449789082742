export { dropDatabase, ensureDatabase, type ServiceDatabase } from './databases';
export { type RunningNats, startNats } from './nats';
export { findFreePort } from './ports';
export { type RunningPostgres, startPostgres } from './postgres';
