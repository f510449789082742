import type { WorkflowConfiguration } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

/** Configurations are read for each task and change rarely: kept by version, which is asked for each time. */
const cache = new LRUCache<string, WorkflowConfiguration>({ max: 500 });

/** The organization's workflow as svc-workflow last published it. 503 until it has arrived. Needs its scope. */
export const getConfiguration = async (tx: Tx, organizationId: number): Promise<WorkflowConfiguration> => {
  const row = await tx('configurations').where({ organization_id: organizationId }).first('version');
  if (!row) throw problem.unavailable('The workflow of this organization is not here yet.');
  const key = `${organizationId}/${row.version}`;
  const known = cache.get(key);
  if (known) return known;
  const { configuration } = (await tx('configurations')
    .where({ organization_id: organizationId })
    .first('configuration')) as { configuration: WorkflowConfiguration };
  cache.set(key, configuration);
  return configuration;
};
