import type { WorkflowImpact, WorkflowPreview } from '@obieg/contracts';
import { getStoredSnapshot, type Snapshot } from '../history/revisions.repo';
import type { Configuration } from '../model/configuration.model';
import { keepUnnamedTimes } from '../model/keep-times';
import { type ChangeContext, type ChangeDependencies, replaceWorkflow } from '../replacement/plan-change';
import type { Caller } from '../requests/caller';
import type { GroupPaths } from '../workflow-file/group-paths';

/**
 * Leaves out groups that were deleted since. A transition that would lose all its executors becomes inactive, because
 * without executors every member could run it.
 */
const leaveOutGroups = ({ configuration, paths }: Snapshot, present: GroupPaths) => {
  const missing = new Set<number>();
  const deactivated: WorkflowImpact['transitions'] = [];
  const exists = (id: number): boolean => {
    if (!present.has(id)) missing.add(id);
    return present.has(id);
  };
  const transitions = configuration.transitions.map((transition) => {
    const executorGroupIds = transition.executorGroupIds.filter(exists);
    const losesExecutors = transition.executorGroupIds.length > 0 && executorGroupIds.length === 0;
    if (losesExecutors && transition.isActive)
      deactivated.push({ name: transition.name, effect: 'DEACTIVATED' });
    const { targetGroupId } = transition;
    return {
      ...transition,
      executorGroupIds,
      targetGroupId: targetGroupId !== null && exists(targetGroupId) ? targetGroupId : null,
      isActive: transition.isActive && !losesExecutors,
    };
  });
  const statuses = configuration.statuses.map(({ approval, ...status }) => ({
    ...status,
    approval: approval ? { ...approval, approverGroupIds: approval.approverGroupIds.filter(exists) } : null,
  }));
  return {
    configuration: { ...configuration, statuses, transitions },
    missingGroups: [...missing].map((id) => paths.get(id) ?? String(id)),
    transitions: deactivated,
  };
};

/**
 * Gives entities that do not exist now a revision that no client holds: higher than what the entity reached before it
 * was deleted.
 */
const renewRevisions = (before: Configuration, wanted: Configuration, newest: number): Configuration => {
  const renew = <E extends { id: number; revision: number }>(present: readonly E[], entities: E[]): E[] => {
    const presentIds = new Set(present.map(({ id }) => id));
    return entities.map((entity) => ({
      ...entity,
      revision: presentIds.has(entity.id) ? 0 : entity.revision + newest + 1,
    }));
  };
  return {
    ...wanted,
    parameters: renew(before.parameters, wanted.parameters),
    statuses: renew(before.statuses, wanted.statuses),
    transitions: renew(before.transitions, wanted.transitions),
    scenarios: renew(before.scenarios, wanted.scenarios),
    calendars: renew(before.calendars, wanted.calendars),
    targets: renew(before.targets, wanted.targets),
  };
};

export interface RestoreRequest {
  number: number;
  baseRevision?: number | undefined;
  isDryRun: boolean;
}

/**
 * Makes the workflow of an older revision the present one, as a new revision. Entities keep their ids.
 * @throws 404, 409 if there is a newer revision than the caller has seen
 */
export const restoreRevision = (
  dependencies: ChangeDependencies,
  caller: Caller,
  { number, ...options }: RestoreRequest,
): Promise<WorkflowPreview> =>
  replaceWorkflow(dependencies, caller, {
    ...options,
    cause: { kind: 'RESTORED', restoredFrom: number },
    build: async ({ tx, before, revision, paths }: ChangeContext) => {
      const { configuration, paths: storedPaths } = await getStoredSnapshot(tx, number);
      const stored = { configuration: keepUnnamedTimes(before, configuration), paths: storedPaths };
      const wanted = leaveOutGroups(stored, paths);
      return { ...wanted, configuration: renewRevisions(before, wanted.configuration, revision) };
    },
  });
