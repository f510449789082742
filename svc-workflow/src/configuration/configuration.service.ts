import {
  type Database,
  problem,
  recordEvent,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import type { Caller } from '../people/caller';
import { type Configuration, loadConfiguration } from './configuration.repo';

/** Locks the organization's configuration: writers wait for each other, so circles and uses are judged without races. */
export const lockConfiguration = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx('workflow_configurations')
    .insert({ organization_id: organizationId })
    .onConflict('organization_id')
    .ignore();
  await tx('workflow_configurations').where({ organization_id: organizationId }).forUpdate().first();
};

/** Publishes the whole configuration as it is after the change (one aggregate: nobody ever sees half of it). */
export const publishConfiguration = async (
  tx: Tx,
  organizationId: number,
  traceparent?: string,
): Promise<Configuration> => {
  await tx('workflow_configurations').where({ organization_id: organizationId }).increment('revision', 1);
  const configuration = await loadConfiguration(tx, organizationId);
  await recordEvent(tx, {
    type: 'obieg.workflow.configuration.changed',
    organizationId,
    aggregateId: organizationId,
    data: configuration,
    traceparent,
  });
  return configuration;
};

/** Changes the configuration under its lock and publishes it; answers the whole as it is then. */
export const changeConfiguration = <T>(
  db: Database,
  { organizationId, traceparent }: Caller,
  change: (tx: Tx, before: Configuration) => Promise<T>,
): Promise<{ after: Configuration; changed: T }> =>
  withOrganization(db, organizationId, async (tx) => {
    await lockConfiguration(tx, organizationId);
    const changed = await change(tx, await loadConfiguration(tx, organizationId));
    return { after: await publishConfiguration(tx, organizationId, traceparent), changed };
  });

/** @throws 404 */
export const getById = <T extends { id: number }>(entities: readonly T[], id: number): T => {
  const entity = entities.find((candidate) => candidate.id === id);
  if (!entity) throw problem.notFound();
  return entity;
};

/** Publishes every organization's configuration again, so that a read model can be rebuilt. */
export const republishConfigurations = async (db: Database): Promise<void> => {
  const ids = await withEveryOrganization(db, (tx) =>
    tx('workflow_configurations').whereNull('deleted_at').pluck<number[]>('organization_id'),
  );
  for (const id of ids) {
    await withOrganization(db, id, async (tx) => {
      await lockConfiguration(tx, id);
      await publishConfiguration(tx, id);
    });
  }
};
