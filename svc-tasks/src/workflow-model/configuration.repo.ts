import {
  defaultTimeZone,
  isTimeZone,
  type Language,
  type PublicParameter,
  type WorkflowConfiguration,
  type WorkflowParameter,
} from '@obieg/contracts';
import { type Database, problem, type TenantScope, type Tx, withOrganization } from '@obieg/service-kit';
import { publicQuestionnaire } from '@obieg/workflow-rules';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { translate } from '../messages/server-messages';

interface ConfigurationRequest {
  organizationId: number;
  tenantScope: TenantScope;
  language: Language;
}

/** The fields of a deleted question that its answers still need. */
export type RetiredParameter = Pick<
  WorkflowParameter,
  'id' | 'displayName' | 'parameterType' | 'sortOrder'
> & {
  /** Absent from rows of the previous release. */
  parameterStage?: WorkflowParameter['parameterStage'];
};

/** The current workflow with data that is derived from it once. */
export interface CachedConfiguration extends WorkflowConfiguration {
  /** Time zone of the organization, to which dates and times in answers belong. */
  timeZone: string;
  /** The questions of the wizard. */
  questionnaire: readonly PublicParameter[];
  /** Current and deleted questions by id. */
  knownQuestions: ReadonlyMap<number, RetiredParameter>;
}

interface ConfigurationRow {
  configuration: WorkflowConfiguration;
  retired_parameters: readonly RetiredParameter[];
}

const deriveConfiguration = (
  { configuration, retired_parameters }: ConfigurationRow,
  timeZone: string,
): CachedConfiguration => ({
  ...configuration,
  timeZone,
  questionnaire: publicQuestionnaire(configuration.parameters),
  knownQuestions: new Map(
    [...retired_parameters, ...configuration.parameters].map((parameter) => [parameter.id, parameter]),
  ),
});

/**
 * Every request for a task needs the configuration, which rarely changes. Entries never become stale, because the key
 * contains the version, which each request reads. Configurations have some kilobytes of JSON, at most one megabyte.
 */
const cache = new LRUCache<string, CachedConfiguration>({ maxSize: 16 * 1024 * 1024 });

/** The key of each organization's workflow that this process used last. */
const lastKeys = new LRUCache<number, string>({ max: 10_000 });

/** Returns the workflow that this process used last. It can be outdated: use it to guess what a read needs. */
export const recallConfiguration = (organizationId: number): CachedConfiguration | undefined =>
  cache.get(lastKeys.get(organizationId) ?? '');

interface ConfigurationVersion {
  version: number;
  time_zone: string | null;
}

const cacheKeyOf = (organizationId: number, { version, time_zone }: ConfigurationVersion): string =>
  `${organizationId}/${version}/${time_zone}`;

const findCached = (
  organizationId: number,
  version: ConfigurationVersion,
): CachedConfiguration | undefined => {
  const key = cacheKeyOf(organizationId, version);
  const known = cache.get(key);
  if (known) lastKeys.set(organizationId, key);
  return known;
};

/** Selects the current version. Send it with other queries, and pass the rows to `getConfigurationOfVersion`. */
export const selectConfigurationVersion = (knex: Knex): Knex.Raw<{ rows: ConfigurationVersion[] }> =>
  knex.raw(
    `select c.version, o.time_zone from configurations c
     left join organizations o on o.organization_id = c.organization_id`,
    {},
  );

/** Returns the workflow that svc-workflow published last. Needs the tenant scope. @throws 503 if none has arrived */
export const getConfiguration = async (
  tx: Tx,
  { organizationId, language }: ConfigurationRequest,
): Promise<CachedConfiguration> => {
  const {
    rows: [row],
  } = await selectConfigurationVersion(tx);
  if (!row) throw problem.unavailable(translate(language, 'workflowMissing'));
  const known = findCached(organizationId, row);
  if (known) return known;
  const stored = await tx('configurations').first(
    'version',
    'configuration',
    'retired_parameters',
    tx.raw('octet_length(configuration::text) + octet_length(retired_parameters::text) as bytes'),
  );
  if (!stored) throw problem.unavailable(translate(language, 'workflowMissing'));
  // The organization's event can arrive after that of its workflow, and name a zone that only a newer version knows.
  const timeZone = row.time_zone !== null && isTimeZone(row.time_zone) ? row.time_zone : defaultTimeZone;
  const configuration = deriveConfiguration(stored, timeZone);
  cache.set(cacheKeyOf(organizationId, { ...row, version: stored.version }), configuration, {
    size: stored.bytes,
  });
  return configuration;
};

/** Like `getConfiguration`, for rows of `selectConfigurationVersion`. Queries the database only on a cache miss. */
export const getConfigurationOfVersion = async (
  db: Database,
  request: ConfigurationRequest,
  [version]: Record<string, unknown>[] = [],
): Promise<CachedConfiguration> =>
  (version && findCached(request.organizationId, version as unknown as ConfigurationVersion)) ??
  withOrganization(db, request.tenantScope, (tx) => getConfiguration(tx, request));
