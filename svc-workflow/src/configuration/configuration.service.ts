import type { Language, RenamedValue } from '@obieg/contracts';
import {
  createRepublishPace,
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
import type { Configuration } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { completeChange } from './complete-change';
import { loadConfiguration } from './configuration.repo';
import { checkSize } from './configuration-size';
import { writeDifference } from './write-difference';

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

/**
 * Publishes values to rename in answers. Each revision is an aggregate of its own, because consumers skip all but the
 * newest event of an aggregate.
 */
const publishRenamed = (
  tx: Tx,
  organizationId: number,
  number: number,
  { renamedValues = [] }: Change,
  traceparent?: string,
): void => {
  if (renamedValues.length > 0)
    recordEvent(tx, {
      type: 'obieg.workflow.values.renamed',
      organizationId,
      aggregateId: `${organizationId}-${number}`,
      data: { organizationId, renamedValues: [...renamedValues] },
      traceparent,
    });
};

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

/** A change of the configuration in memory. It can have more properties, which the result repeats. */
interface Change {
  wanted: Configuration;
  /** Values that are also renamed in the answers of open tasks. */
  renamedValues?: readonly RenamedValue[] | undefined;
}

type Changed<C extends Change> = C & LockedConfiguration & { after: Configuration };

interface ChangeOptions extends RevisionCause {
  traceparent?: string | undefined;
  /** The language of an error about a limit. Without it, no limit is checked. */
  language?: Language;
  /** Whether nothing is written. */
  isDryRun?: boolean;
}

/**
 * Changes the configuration under its lock: the only way to write one. Writes the rows that differ, a revision and the
 * event. An unchanged configuration gets neither, because an event has up to 1 MB and NATS stores it for days.
 * @returns the new configuration with the number of the newest revision @throws 413, 422 if it exceeds a limit
 */
export const changeInTransaction = async <C extends Change>(
  tx: Tx,
  organizationId: number,
  { traceparent, language, isDryRun = false, ...cause }: ChangeOptions,
  change: (locked: LockedConfiguration) => Promise<C>,
): Promise<Changed<C>> => {
  const locked = await openConfiguration(tx, organizationId);
  const { before, revision } = locked;
  const changed = await change(locked);
  const after = completeChange(before, changed.wanted);
  const unsaved = { ...changed, ...locked, after };
  if (language) checkSize(language, before, after);
  if (isDryRun) return unsaved;
  await writeDifference(tx, before, after);
  if (toComparedText(after) === toComparedText(before)) return unsaved;
  await tx('workflow_configurations').where({ organization_id: organizationId }).increment('revision', 1);
  await recordRevision(tx, before, after, { ...cause, number: revision + 1 });
  publish(tx, after, traceparent);
  publishRenamed(tx, organizationId, revision + 1, changed, traceparent);
  return { ...unsaved, revision: revision + 1 };
};

type CallersChange<C extends Change> = (tx: Tx, before: Configuration) => Promise<C>;

/** Changes the configuration for a caller within a transaction. @throws 413, 422 if it exceeds a limit */
export const changeForCaller = <C extends Change>(
  tx: Tx,
  { organizationId, userId, traceparent, language }: Caller,
  change: CallersChange<C>,
): Promise<Changed<C>> =>
  changeInTransaction(
    tx,
    organizationId,
    { kind: 'EDITED', authorId: userId, traceparent, language },
    ({ before }) => change(tx, before),
  ).catch(translateTooLarge(language));

/** Changes the configuration for a caller. @throws 413, 422 if it exceeds a limit */
export const changeConfiguration = <C extends Change>(
  db: Database,
  caller: Caller,
  change: CallersChange<C>,
): Promise<Changed<C>> =>
  withOrganization(db, caller.organizationId, (tx) => changeForCaller(tx, caller, change));

/** Republishes every organization's configuration. @throws after all others if an organization failed */
export const republishConfigurations = async (db: Database, log: Logger): Promise<void> => {
  const ids = await withEveryOrganization(db, (tx) =>
    tx('workflow_configurations').whereNull('deleted_at').pluck<number[]>('organization_id'),
  );
  const pace = createRepublishPace(db);
  await forEachOrganizationOrThrow(ids, { work: 'republish the workflow', log }, async (id) => {
    await pace();
    await withOrganization(db, id, async (tx) => {
      await lockConfiguration(tx, id);
      publish(tx, await loadConfiguration(tx, id));
    });
  });
};
