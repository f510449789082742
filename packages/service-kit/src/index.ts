export { generateApiToken, hasApiToken, readApiToken } from './auth/api-token';
export type { Authenticate, Session } from './auth/authenticator';
export { createAuthenticator } from './auth/authenticator';
export { createIdentityClient, type IdentitySource } from './auth/identity-source';
export { createKeySet } from './auth/key-set';
export { createKeyStore, publishedKeysMigration } from './auth/key-store';
export { createSessionRevocations } from './auth/revocations';
export { createSecretBox, type SecretBox } from './auth/secret-box';
export { createWorkerLoop } from './background/worker-loop';
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
  readOrganization,
  readOrganizationAtOnce,
  withEveryOrganization,
  withOrganization,
  withTransaction,
} from './database/database';
export { isBusyDatabase } from './database/driver-errors';
export { forEachOrganization, forEachOrganizationOrThrow } from './database/for-each-organization';
export { quietOutboxMigration, serviceKitMigration } from './database/kit-migration';
export { knownValueIn } from './database/known-value';
export {
  listNewerMigrations,
  type Migration,
  rollbackMigrations,
  runMigrations,
} from './database/migrations';
export { restoreUsedRows } from './database/restore-used-rows';
export type { Planning, TenantScope } from './database/scope';
export { sweepAlone } from './database/sweep';
export { appRoleOf, createGlobalTable, createTenantTable, grantTable } from './database/tables';
export { isKnownTimeZone, resolveTimeZone } from './database/time-zones';
export { afterCommit, sendWithCommit, type Tx, transactionTime } from './database/transaction';
export { renderProblem } from './errors/error-response';
export { describeProblem, isProblem, logTemporaryProblem, ProblemError, problem } from './errors/problems';
export { readLanguage } from './errors/standard-messages';
export { createTranslate } from './errors/translate';
export { applyMessage } from './events/inbox';
export { connectEventBus, type EventBus } from './events/nats';
export { parseNatsAddress } from './events/nats-address';
export { recordEvent, relayLock } from './events/outbox';
export { defineBulkReaction, defineReaction, type EventSource, type Reaction } from './events/reaction';
export { removalsMigration, republishRemovals } from './events/removals';
export { createRepublishPace } from './events/republish-pace';
export { createServiceApp, type ServiceAppOptions } from './http/app';
export type { FindPermissions, MemberPermissions } from './http/caller';
export { csvHeaders } from './http/csv';
export { type Refusal, runRoute } from './http/guard';
export { toLimitKey, toNetworkKey } from './http/limit-key';
export { describeRoutes } from './http/openapi';
export {
  checkRevision,
  contentTagOf,
  entityTagOf,
  ifMatchHeaders,
  matchesRevision,
  matchesTag,
} from './http/revisions';
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
export {
  type Creation,
  createOnce,
  creationOf,
  creationsMigration,
  sweepCreations,
} from './idempotency/create-once';
export {
  hashRequest,
  idempotencyHeaders,
  idempotencyKeyHours,
  parseIdempotencyKey,
} from './idempotency/idempotency-key';
export { groupMemberReactions } from './members/group-members';
export { groupPathIn } from './members/group-path';
export {
  createMemberLookUp,
  memberEntryMigration,
  memberIntegrationMigration,
  memberLanguageMigration,
  memberLookUpMigration,
  memberReactions,
  memberReadModelMigration,
  memberShownNameMigration,
  memberSignInNameMigration,
} from './members/read-model';
export { trackRequest } from './observability/event-loop';
export { type HealthCheck, reportHealth } from './observability/health';
export { createLog, type Logger } from './observability/log';
export { createMetrics, type Metrics } from './observability/metrics';
export { nextTraceparent } from './observability/trace-context';
export {
  fetchJsonFrom,
  type Origins,
  requestJson,
  requestJsonFrom,
} from './outgoing-calls/fetch-json';
export { retryUntilDone } from './outgoing-calls/retry-until-done';
export { type Command, migrationCommands, runCommandLine } from './process/command-line';
export { deadLetterCommands } from './process/dead-letter-commands';
export { createHttpServer } from './process/http-server';
export { runService } from './process/run-service';
export { createServiceParts } from './process/service-parts';
export { type BatchLane, createBatchLane } from './queues/batch-lane';
export type { Queue } from './queues/queue';
export { isOutage, setAside, setAsideMigration } from './queues/set-aside';
