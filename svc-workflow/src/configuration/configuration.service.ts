import type { Language } from '@obieg/contracts';
import {
  checkRevision,
  type Database,
  forEachOrganizationOrThrow,
  isProblem,
  type Logger,
  problem,
  recordEvent,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { type RevisionCause, recordRevision, recordUnsaved } from '../history/record-revision';
import { translate } from '../messages/server-messages';
import type { Configuration, Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { loadConfiguration } from './configuration.repo';
import { checkSize } from './configuration-size';
import { getById } from './rows';

/**
 * Locks the organization's configuration, so that checks for cycles and uses have no races.
 * @returns the number of its newest revision
 */
const lockConfiguration = async (tx: Tx, organizationId: number): Promise<number> => {
  await tx('workflow_configurations')
    .insert({ organization_id: organizationId })
    .onConflict('organization_id')
    .ignore();
  const row: { revision: number } | undefined = await tx('workflow_configurations')
    .where({ organization_id: organizationId })
    .forUpdate()
    .first('revision');
  return row?.revision ?? 0;
};

const publish = (tx: Tx, configuration: Configuration, traceparent?: string): void =>
  recordEvent(tx, {
    type: 'obieg.workflow.configuration.changed',
    organizationId: configuration.organizationId,
    aggregateId: configuration.organizationId,
    data: configuration,
    traceparent,
  });

/** Serializes a configuration without the revisions of entities, which a save without changes increments, too. */
const toComparedText = (configuration: Configuration): string =>
  JSON.stringify(configuration, (key, value: unknown) => (key === 'revision' ? undefined : value));

/** Translates the error of an event that is too large. */
export const translateTooLarge = (language: Language) => (error: unknown) => {
  throw isProblem(error) && error.status === 413
    ? problem.tooLarge(translate(language, 'configurationTooLarge'))
    : error;
};

export interface LockedConfiguration {
  before: Configuration;
  /** Number of the newest revision. */
  revision: number;
}

/** Locks and loads the configuration. Stores its state as a revision if an earlier version saved it without one. */
export const openConfiguration = async (tx: Tx, organizationId: number): Promise<LockedConfiguration> => {
  const revision = await lockConfiguration(tx, organizationId);
  const before = await loadConfiguration(tx, organizationId);
  await recordUnsaved(tx, before, revision);
  return { before, revision };
};

interface ChangeCause extends RevisionCause {
  traceparent?: string | undefined;
}

/**
 * Publishes a changed configuration and stores it as a revision. Ignores an unchanged one, because an event has up to
 * 1 MB and NATS stores it for days. @returns the number of the newest revision @throws 413
 */
export const saveRevision = async (
  tx: Tx,
  { before, revision }: LockedConfiguration,
  after: Configuration,
  { traceparent, ...cause }: ChangeCause,
): Promise<number> => {
  if (toComparedText(after) === toComparedText(before)) return revision;
  const { organizationId } = after;
  await tx('workflow_configurations').where({ organization_id: organizationId }).increment('revision', 1);
  await recordRevision(tx, before, after, { ...cause, number: revision + 1 });
  publish(tx, after, traceparent);
  return revision + 1;
};

/** Changes the configuration in a transaction of the caller. `check` may reject the new configuration. */
export const changeInTransaction = async <T>(
  tx: Tx,
  organizationId: number,
  cause: ChangeCause,
  change: (before: Configuration) => Promise<T>,
  check?: (before: Configuration, after: Configuration) => void,
): Promise<{ after: Configuration; changed: T }> => {
  const locked = await openConfiguration(tx, organizationId);
  const changed = await change(locked.before);
  const after = await loadConfiguration(tx, organizationId);
  check?.(locked.before, after);
  await saveRevision(tx, locked, after, cause);
  return { after, changed };
};

/** Changes the configuration under its lock. @returns the new configuration @throws 413, 422 if it exceeds a limit */
export const changeConfiguration = <T>(
  db: Database,
  { organizationId, userId, traceparent, language }: Caller,
  change: (tx: Tx, before: Configuration) => Promise<T>,
): Promise<{ after: Configuration; changed: T }> =>
  withOrganization(db, organizationId, (tx) =>
    changeInTransaction(
      tx,
      organizationId,
      { kind: 'EDITED', authorId: userId, traceparent },
      (before) => change(tx, before),
      (before, after) => checkSize(language, before, after),
    ),
  ).catch(translateTooLarge(language));

/** Checks `If-Match` before a change. @throws 404, 412 if another user saved the entity in the meantime */
export const checkExpectedRevision = <T extends { id: number }>(
  { ifMatch, language }: Caller,
  entities: readonly Stored<T>[],
  id: number,
): void => checkRevision(getById(entities, id), ifMatch, translate(language, 'savedMeanwhile'));

/** Republishes every organization's configuration. @throws after all others if an organization failed */
export const republishConfigurations = async (db: Database, log: Logger): Promise<void> => {
  const ids = await withEveryOrganization(db, (tx) =>
    tx('workflow_configurations').whereNull('deleted_at').pluck<number[]>('organization_id'),
  );
  await forEachOrganizationOrThrow(ids, { work: 'republish the workflow', log }, (id) =>
    withOrganization(db, id, async (tx) => {
      await lockConfiguration(tx, id);
      publish(tx, await loadConfiguration(tx, id));
    }),
  );
};
