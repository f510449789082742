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
import { say } from '../messages/server-messages';
import type { Caller } from '../people/caller';
import type { Configuration, Stored } from './configuration.model';
import { loadConfiguration } from './configuration.repo';
import { getById } from './rows';

/** Locks the organization's configuration: writers wait for each other, so circles and uses are judged without races. */
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

/** Publishes the whole configuration as it is after the change (one aggregate: nobody ever sees half of it). */
export const publishConfiguration = async (tx: Tx, organizationId: number): Promise<void> =>
  publish(tx, await loadConfiguration(tx, organizationId));

/** What the others know of it: a save raises the revision of what it saves even where it changes nothing else. */
const publishedText = (configuration: Configuration): string =>
  JSON.stringify(configuration, (key, value: unknown) => (key === 'revision' ? undefined : value));

/** A configuration that no event can carry is refused in words of its own. */
const tooLarge = (language: Language) => (error: unknown) => {
  throw isProblem(error) && error.status === 413
    ? problem.tooLarge(say(language, 'configurationTooLarge'))
    : error;
};

/**
 * Changes the configuration under its lock and publishes it, if it is another then: an event is up to a megabyte, and the
 * stream keeps it for days. Answers the whole as it is then. @throws 413
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
    if (publishedText(after) !== publishedText(before))
      await publish(tx, after, traceparent).catch(tooLarge(language));
    return { after, changed };
  });

/** The entity that the caller wants to change. @throws 404, 412 when somebody else saved it in between */
export const openForChange = <T extends { id: number }>(
  { ifMatch, language }: Caller,
  entities: readonly Stored<T>[],
  id: number,
): void => checkRevision(getById(entities, id), ifMatch, say(language, 'savedInBetween'));

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
