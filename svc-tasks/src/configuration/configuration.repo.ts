import type { Language, PublicParameter, WorkflowConfiguration, WorkflowParameter } from '@obieg/contracts';
import {
  type Database,
  type OrganizationEntry,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { publicQuestionnaire } from '@obieg/workflow-rules';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { translate } from '../messages/server-messages';

interface Wanted {
  organizationId: number;
  entry: OrganizationEntry;
  language: Language;
}

/** What an answer is read with when its question is gone. */
export type RetiredParameter = Pick<WorkflowParameter, 'id' | 'displayName' | 'parameterType' | 'sortOrder'>;

/** The workflow in force, and what follows from it for every task alike. */
export interface CachedConfiguration extends WorkflowConfiguration {
  /** What visitors are asked. */
  questionnaire: readonly PublicParameter[];
  /** Every question that an answer may belong to, by id, those included that were in the workflow once. */
  knownQuestions: ReadonlyMap<number, RetiredParameter>;
}

interface ConfigurationRow {
  configuration: WorkflowConfiguration;
  retired_parameters: readonly RetiredParameter[];
}

const deriveConfiguration = ({
  configuration,
  retired_parameters,
}: ConfigurationRow): CachedConfiguration => ({
  ...configuration,
  questionnaire: publicQuestionnaire(configuration.parameters),
  knownQuestions: new Map(
    [...retired_parameters, ...configuration.parameters].map((parameter) => [parameter.id, parameter]),
  ),
});

/**
 * Configurations are read for each task and change rarely: kept by version, which is asked for each time. As a rule one
 * is some kilobytes of JSON, so thousands of organizations fit; it may be a megabyte.
 */
const cache = new LRUCache<string, CachedConfiguration>({ maxSize: 16 * 1024 * 1024 });

const keyOf = (organizationId: number, version: unknown): string => `${organizationId}/${version}`;

/** The version that is in force, to be asked for together with other reads; then `getConfigurationOfVersion`. */
export const selectConfigurationVersion = (knex: Knex): Knex.Raw<{ rows: { version: number }[] }> =>
  knex.raw('select version from configurations', {});

/** The organization's workflow as svc-workflow last published it. 503 until it has arrived. Needs its scope. */
export const getConfiguration = async (
  tx: Tx,
  { organizationId, language }: Wanted,
): Promise<CachedConfiguration> => {
  const {
    rows: [row],
  } = await selectConfigurationVersion(tx);
  const known = row && cache.get(keyOf(organizationId, row.version));
  if (known) return known;
  const held = await tx('configurations').first(
    'version',
    'configuration',
    'retired_parameters',
    tx.raw('octet_length(configuration::text) + octet_length(retired_parameters::text) as bytes'),
  );
  if (!held) throw problem.unavailable(translate(language, 'workflowMissing'));
  const configuration = deriveConfiguration(held);
  cache.set(keyOf(organizationId, held.version), configuration, { size: held.bytes });
  return configuration;
};

/** The same for a reader who has asked for the version already. */
export const getConfigurationOfVersion = async (
  db: Database,
  wanted: Wanted,
  versions: Record<string, unknown>[] = [],
): Promise<CachedConfiguration> =>
  cache.get(keyOf(wanted.organizationId, versions[0]?.['version'])) ??
  withOrganization(db, wanted.entry, (tx) => getConfiguration(tx, wanted));
