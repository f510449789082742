import type { WorkflowConfiguration } from '@obieg/contracts';
import {
  type Database,
  problem,
  recordEvent,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { loadConfiguration } from './configuration.repo';

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
): Promise<WorkflowConfiguration> => {
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

/** Changes the configuration under its lock and publishes it; answers the entity that the change names. */
export const changeConfiguration = <T>(
  db: Database,
  organizationId: number,
  traceparent: string | undefined,
  change: (tx: Tx, before: WorkflowConfiguration) => Promise<number>,
  pick: (after: WorkflowConfiguration, tx: Tx, id: number) => Promise<T | undefined> | T | undefined,
): Promise<T> =>
  withOrganization(db, organizationId, async (tx) => {
    await lockConfiguration(tx, organizationId);
    const id = await change(tx, await loadConfiguration(tx, organizationId));
    const picked = await pick(await publishConfiguration(tx, organizationId, traceparent), tx, id);
    if (picked === undefined) throw problem.notFound();
    return picked;
  });

/** Like `changeConfiguration`, for a deletion. */
export const deleteFromConfiguration = (
  db: Database,
  organizationId: number,
  traceparent: string | undefined,
  remove: (tx: Tx, before: WorkflowConfiguration) => Promise<void>,
): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await lockConfiguration(tx, organizationId);
    await remove(tx, await loadConfiguration(tx, organizationId));
    await publishConfiguration(tx, organizationId, traceparent);
  });

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
