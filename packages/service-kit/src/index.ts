export type { Authenticate, Session } from './auth/authenticator';
export { createAuthenticator } from './auth/authenticator';
export { createIdentityClient, type IdentitySource } from './auth/identity-source';
export { createKeySet } from './auth/key-set';
export { createKeyStore, publishedKeysMigration } from './auth/key-store';
export { createSessionRevocations } from './auth/revocations';
export {
  databaseEnvironment,
  env,
  loadConfig,
  natsEnvironment,
  restrictRateLimitScale,
  serviceEnvironment,
} from './config/config';
export { type ConcurrencyLimit, createConcurrencyLimit } from './database/concurrency-limit';
export { translateConstraint } from './database/constraints';
export {
  createDatabase,
  type Database,
  type Planning,
  readOrganization,
  type TenantScope,
  withEveryOrganization,
  withOrganization,
  withTransaction,
} from './database/database';
export { quietOutboxMigration, serviceKitMigration } from './database/kit-migration';
export { type Migration, rollbackMigrations, runMigrations } from './database/migrations';
export { restoreUsedRows } from './database/restore-used-rows';
export { sweepAlone } from './database/sweep';
export { appRoleOf, createGlobalTable, createTenantTable, grantTable } from './database/tables';
export { isKnownTimeZone, resolveTimeZone } from './database/time-zones';
export { afterCommit, sendWithCommit, type Tx, transactionTime } from './database/transaction';
export { describeProblem, isProblem, logTemporaryProblem, ProblemError, problem } from './errors/problems';
export { readLanguage } from './errors/standard-messages';
export { applyMessage } from './events/inbox';
export { connectEventBus, type EventBus } from './events/nats';
export { parseNatsAddress } from './events/nats-address';
export { recordEvent, relayLock } from './events/outbox';
export { defineBulkReaction, defineReaction, type EventSource, type Reaction } from './events/reaction';
export { removalsMigration, republishRemovals } from './events/removals';
export { createServiceApp, type ServiceAppOptions } from './http/app';
export type { FindPermissions, MemberPermissions } from './http/caller';
export {
  fetchJson,
  fetchJsonFrom,
  type Origins,
  postJsonTo,
  requestJson,
  requestJsonFrom,
} from './http/fetch-json';
export { type Refusal, runRoute } from './http/guard';
export { toLimitKey, toNetworkKey } from './http/limit-key';
export { describeRoutes } from './http/openapi';
export { checkRevision, entityTagOf, ifMatchHeaders } from './http/revisions';
export {
  type Actor,
  type Caller,
  defineRoute,
  eventStreamSchema,
  fileBodySchema,
  type JsonText,
  type OrganizationContext,
  type Route,
} from './http/route';
export { nextTraceparent } from './http/trace-context';
export { groupMemberReactions } from './members/group-members';
export {
  createMemberLookUp,
  memberEntryMigration,
  memberLanguageMigration,
  memberLookUpMigration,
  memberReactions,
  memberReadModelMigration,
  memberShownNameMigration,
} from './members/read-model';
export { type Command, deadLetterCommands, migrationCommands, runCommandLine } from './process/command-line';
export { trackRequest } from './process/event-loop';
export { forEachOrganization, forEachOrganizationOrThrow } from './process/for-each-organization';
export { type HealthCheck, reportHealth } from './process/health';
export { createHttpServer } from './process/http-server';
export { createLog, type Logger } from './process/log';
export { createMetrics, type Metrics } from './process/metrics';
export { retryUntilDone } from './process/retry-until-done';
export { runService } from './process/run-service';
export { createServiceParts } from './process/service-parts';
