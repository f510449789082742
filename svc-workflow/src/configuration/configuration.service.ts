import type { Language } from '@obieg/contracts';
import {
  checkRevision,
  type Database,
  isProblem,
  problem,
  recordEvent,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import type { Caller } from '../people/caller';
import type { Configuration, Stored } from './configuration.model';
import { loadConfiguration } from './configuration.repo';
import { getById } from './rows';

/** Locks the organization's configuration, so that checks for cycles and uses have no races. */
export const lockConfiguration = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx('workflow_configurations')
    .insert({ organization_id: organizationId })
    .onConflict('organization_id')
    .ignore();
  await tx('workflow_configurations').where({ organization_id: organizationId }).forUpdate().first();
};

const publish = async (tx: Tx, configuration: Configuration, traceparent?: string): Promise<void> => {
  const { organizationId } = configuration;
  await tx('workflow_configurations').where({ organization_id: organizationId }).increment('revision', 1);
  recordEvent(tx, {
    type: 'obieg.workflow.configuration.changed',
    organizationId,
    aggregateId: organizationId,
    data: configuration,
    traceparent,
  });
};

/** Publishes the complete configuration as one aggregate. */
export const publishConfiguration = async (tx: Tx, organizationId: number): Promise<void> =>
  publish(tx, await loadConfiguration(tx, organizationId));

/**
 * Serializes a configuration without revisions, which are not published. A save without changes still increments a
 * revision.
 */
const toPublishedText = (configuration: Configuration): string =>
  JSON.stringify(configuration, (key, value: unknown) => (key === 'revision' ? undefined : value));

/** Translates the error of an event that is too large. */
const translateTooLarge = (language: Language) => (error: unknown) => {
  throw isProblem(error) && error.status === 413
    ? problem.tooLarge(translate(language, 'configurationTooLarge'))
    : error;
};

/**
 * Changes the configuration under its lock and publishes it if it differs. Unchanged configurations are not
 * published, because an event has up to 1 MB and NATS stores it for days. @returns the new configuration @throws 413
 */
export const changeConfiguration = <T>(
  db: Database,
  { organizationId, traceparent, language }: Caller,
  change: (tx: Tx, before: Configuration) => Promise<T>,
): Promise<{ after: Configuration; changed: T }> =>
  withOrganization(db, organizationId, async (tx) => {
    await lockConfiguration(tx, organizationId);
    const before = await loadConfiguration(tx, organizationId);
    const changed = await change(tx, before);
    const after = await loadConfiguration(tx, organizationId);
    if (toPublishedText(after) !== toPublishedText(before))
      await publish(tx, after, traceparent).catch(translateTooLarge(language));
    return { after, changed };
  });

/** Checks `If-Match` before a change. @throws 404, 412 if another user saved the entity in the meantime */
export const checkExpectedRevision = <T extends { id: number }>(
  { ifMatch, language }: Caller,
  entities: readonly Stored<T>[],
  id: number,
): void => checkRevision(getById(entities, id), ifMatch, translate(language, 'savedMeanwhile'));

/** Republishes every organization's configuration. */
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
