import type { WorkflowImpact, WorkflowPreview } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { toProposedWorkflow } from '@obieg/workflow-rules';
import type { CheckInput } from '../check/check-messages';
import type { RunCheck } from '../check/check-runner';
import { loadCheckedGroups } from '../check/checked-groups';
import { changeInTransaction, translateTooLarge } from '../configuration/configuration.service';
import { loadTimeZone } from '../configuration/time-zone';
import { compareConfigurations } from '../history/compare';
import type { RevisionCause } from '../history/record-revision';
import { translate } from '../messages/server-messages';
import type { Configuration } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { type GroupPaths, loadGroupPaths } from '../workflow-file/group-paths';
import { nameConfiguration } from '../workflow-file/to-file';
import { keepUsedStatuses } from './impact';

export interface ChangeContext {
  tx: Tx;
  before: Configuration;
  /** Of the organization. */
  timeZone: string | undefined;
  /** Number of the newest revision. */
  revision: number;
  paths: GroupPaths;
}

/** A complete workflow that shall replace the present one. */
interface WantedWorkflow {
  configuration: Configuration;
  missingGroups: string[];
  lostGroups?: WorkflowImpact['lostGroups'];
  transitions: WorkflowImpact['transitions'];
}

/** What a change of the whole workflow needs. */
export interface ChangeDependencies {
  db: Database;
  runCheck: RunCheck;
}

interface ReplaceOptions {
  /** The newest revision that the caller has seen. */
  baseRevision?: number | undefined;
  isDryRun: boolean;
  cause: Omit<RevisionCause, 'authorId'>;
  build(context: ChangeContext): Promise<WantedWorkflow>;
}

/** Bytes of a configuration that its event cannot carry. Larger ones are refused before they are checked. */
const configurationBytesMax = 1_000_000;

const checkBase = (
  { language }: Caller,
  revision: number,
  { baseRevision, isDryRun }: ReplaceOptions,
): void => {
  if (baseRevision === undefined) {
    if (isDryRun) return;
    throw problem.validation([
      { field: 'baseRevision', message: translate(language, 'baseRevisionMissing') },
    ]);
  }
  if (baseRevision !== revision) throw problem.conflict('CONFLICT', translate(language, 'revisionNewer'));
};

type Plan = Omit<WorkflowPreview, 'findings' | 'isComplete' | 'unchecked'> & { input: CheckInput };

/** Replaces the locked workflow, or only plans it. @throws 409, 413, 422 */
const replaceInTransaction = async (tx: Tx, caller: Caller, options: ReplaceOptions): Promise<Plan> => {
  const { organizationId, userId: authorId, traceparent, language } = caller;
  const cause = { ...options.cause, authorId, traceparent, language, isDryRun: options.isDryRun };
  const changed = await changeInTransaction(tx, organizationId, cause, async ({ before, revision }) => {
    checkBase(caller, revision, options);
    const paths = await loadGroupPaths(tx);
    const timeZone = await loadTimeZone(tx, organizationId);
    const { configuration, ...left } = await options.build({ tx, before, timeZone, revision, paths });
    if (Buffer.byteLength(JSON.stringify(configuration)) > configurationBytesMax)
      throw problem.tooLarge(translate(language, 'configurationTooLarge'));
    const kept = await keepUsedStatuses(tx, before, configuration);
    return { wanted: kept.after, impact: { statuses: kept.statuses, ...left }, paths, timeZone };
  });
  const { before, after, revision, wanted, impact, paths, timeZone } = changed;
  const { scenarios, ...configuration } = wanted;
  return {
    revision,
    changes: compareConfigurations(nameConfiguration(before, paths), nameConfiguration(after, paths)),
    impact,
    ...(options.isDryRun ? { workflow: toProposedWorkflow(after) } : {}),
    input: {
      configuration: { ...configuration, timeZone },
      groups: await loadCheckedGroups(tx),
      scenarios,
    },
  };
};

/**
 * Replaces the whole workflow in one transaction, or only tells what that would change. Restore and import share it.
 * Checks the workflow after the transaction: a check takes seconds at worst, and a finding never blocks the change.
 * @throws 409 if there is a newer revision than the caller has seen, 413, 422 if the workflow is too large
 */
export const replaceWorkflow = async (
  { db, runCheck }: ChangeDependencies,
  caller: Caller,
  options: ReplaceOptions,
): Promise<WorkflowPreview> => {
  const { input, ...plan } = await withOrganization(db, caller.organizationId, (tx) =>
    replaceInTransaction(tx, caller, options),
  ).catch(translateTooLarge(caller.language));
  const { hasRun: _, ...result } = await runCheck(caller.organizationId, input);
  return { ...plan, ...result };
};
