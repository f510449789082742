import type { RevisionKind } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Configuration } from '../model/configuration.model';
import { type GroupPaths, loadGroupPaths } from '../workflow-file/group-paths';
import { nameConfiguration } from '../workflow-file/to-file';
import { compareConfigurations } from './compare';
import { findNewestSnapshot, hasRevision, insertRevision } from './revisions.repo';
import { summarizeChanges, summarizeState } from './summarize';

/** Why a state was saved. */
export interface RevisionCause {
  kind: RevisionKind;
  /** Absent if the service made the change. */
  authorId?: number;
  restoredFrom?: number;
}

const summarize = (before: Configuration, after: Configuration, paths: GroupPaths) =>
  summarizeChanges(compareConfigurations(nameConfiguration(before, paths), nameConfiguration(after, paths)));

/** Stores a saved configuration as a revision. */
export const recordRevision = async (
  tx: Tx,
  before: Configuration,
  after: Configuration,
  { number, kind, authorId, restoredFrom }: RevisionCause & { number: number },
): Promise<void> => {
  const paths = await loadGroupPaths(tx);
  const summary = kind === 'DEFAULT' ? summarizeState(after) : summarize(before, after, paths);
  await insertRevision(
    tx,
    { number, kind, authorId: authorId ?? null, restoredFrom: restoredFrom ?? null, summary },
    { configuration: after, paths },
  );
};

/**
 * Stores the locked configuration as revision `number` if it has none: before the first change with revisions, and
 * after a process of an earlier version has saved during a rolling update.
 */
export const recordUnsaved = async (tx: Tx, present: Configuration, number: number): Promise<void> => {
  if (number === 0 || (await hasRevision(tx, number))) return;
  const newest = await findNewestSnapshot(tx);
  const paths = await loadGroupPaths(tx);
  const summary = newest ? summarize(newest.configuration, present, paths) : summarizeState(present);
  await insertRevision(
    tx,
    { number, kind: 'RECORDED', authorId: null, restoredFrom: null, summary },
    { configuration: present, paths },
  );
};
