import { setImmediate } from 'node:timers/promises';
import type { BulkTransition, TransitionOption } from '@obieg/contracts';
import { type Database, type Tx, withOrganization } from '@obieg/service-kit';
import { type OfferedTransition, readAnswers } from '@obieg/workflow-rules';
import type { SignedInCaller } from '../callers/caller';
import { parseGroupIds, selectActingGroups } from '../groups/effective-groups';
import { findTasksWithOpenWork } from '../links/links.repo';
import { type DraftAssignment, parseLostDrafts, selectLostDrafts } from '../policy/lost-sight';
import { readerCte } from '../policy/reader-sql';
import { isOpened, requestedTaskOf } from '../policy/requested-task';
import { hasBasePermission, readerBindings } from '../policy/tasks.policy';
import type { TaskRow } from '../tasks/tasks.repo';
import { listOfferedTransitions, presentOption } from '../transitions/offered-transitions';
import { draftTarget } from '../transitions/sight-changes';
import { type CachedConfiguration, getConfiguration } from '../workflow-model/configuration.repo';

type OfferedTask = Pick<
  TaskRow,
  'public_task_id' | 'status_id' | 'answers' | 'is_restricted' | 'assigned_user_id' | 'assigned_group_id'
>;
type Required = TransitionOption['requiredParameters'][number];

const findVisibleTasks = async (
  tx: Tx,
  { actor }: SignedInCaller,
  publicTaskIds: readonly number[],
): Promise<OfferedTask[]> => {
  const { rows } = await tx.raw<{ rows: OfferedTask[] }>(
    `with ${readerCte}, opened as materialized (
       select t.id from unnest(cast(:publicTaskIds as bigint[])) n (number) cross join lateral ${requestedTaskOf('n.number')}
        where ${isOpened(true)})
     select t.public_task_id, t.status_id, t.answers, t.is_restricted, t.assigned_user_id, t.assigned_group_id
       from opened o cross join lateral (select * from tasks t where t.id = o.id offset 0) t`,
    { ...readerBindings(actor), publicTaskIds: [...publicTaskIds] },
  );
  return rows;
};

/** An answer or a default of this task makes a question optional. */
const requiredOf = (option: TransitionOption, task: OfferedTask): Required[] => {
  const answers = readAnswers(task.answers);
  return option.requiredParameters.map((parameter) => ({
    ...parameter,
    isMandatory:
      parameter.isMandatory && !answers.has(parameter.parameterId) && parameter.defaultValue === null,
  }));
};

const mergeRequired = (known: readonly Required[], more: readonly Required[]): Required[] => {
  const byId = new Map(known.map((parameter) => [parameter.parameterId, parameter]));
  for (const parameter of more) {
    const earlier = byId.get(parameter.parameterId);
    byId.set(
      parameter.parameterId,
      earlier
        ? {
            ...earlier,
            isMandatory: earlier.isMandatory || parameter.isMandatory,
            defaultValue: earlier.defaultValue === parameter.defaultValue ? earlier.defaultValue : null,
          }
        : parameter,
    );
  }
  return [...byId.values()];
};

const addOption = (
  known: BulkTransition | undefined,
  option: TransitionOption,
  task: OfferedTask,
  hasOpenWork: boolean,
): BulkTransition => ({
  transitionName: option.transitionName,
  toStatusNames: [...new Set([...(known?.toStatusNames ?? []), option.toStatusName])],
  taskCount: (known?.taskCount ?? 0) + 1,
  openWorkCount: (known?.openWorkCount ?? 0) + (hasOpenWork && option.toStatusType === 'FINAL' ? 1 : 0),
  requiredParameters: mergeRequired(known?.requiredParameters ?? [], requiredOf(option, task)),
});

/** The transitions that the caller may run on the task, one of each name: the one that a bulk action runs. */
const listRunnable = (
  configuration: CachedConfiguration,
  task: OfferedTask,
  { actor }: SignedInCaller,
  groups: ReadonlySet<number>,
): OfferedTransition[] => {
  const byName = new Map<string, OfferedTransition>();
  for (const offered of listOfferedTransitions(configuration, task, actor, groups)) {
    const { name } = offered.transition;
    if (offered.reasons.length === 0 && !byName.has(name)) byName.set(name, offered);
  }
  return [...byName.values()];
};

/** What transitions would do to the assignees of restricted tasks. */
type NamedDraft = DraftAssignment & { transitionName: string };

/** Counts by name of the transition the tasks that the caller would no longer see. */
const countLost = async (
  tx: Tx,
  { actor }: SignedInCaller,
  drafts: readonly NamedDraft[],
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  if (drafts.length === 0) return counts;
  const { rows } = await selectLostDrafts(tx, actor, drafts);
  for (const index of parseLostDrafts(rows)) {
    const name = drafts[index]?.transitionName ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

/** Other requests get their turn after this number of tasks. Each task evaluates up to 5,000 conditions. */
const tasksPerTurn = 20;

/** Transitions by name that the caller may run on at least one of the tasks, those of most tasks first. */
export const listBulkTransitions = (
  db: Database,
  caller: SignedInCaller,
  publicTaskIds: readonly number[],
): Promise<BulkTransition[]> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    if (!hasBasePermission(caller.actor)) return [];
    const [tasks, configuration, { rows }, withOpenWork] = await Promise.all([
      findVisibleTasks(tx, caller, publicTaskIds),
      getConfiguration(tx, caller),
      selectActingGroups(tx, caller.actor.userId),
      findTasksWithOpenWork(tx, caller.actor, publicTaskIds),
    ]);
    const groups = parseGroupIds(rows);
    const transitions = new Map<string, BulkTransition>();
    const drafts: NamedDraft[] = [];
    const present = presentOption(configuration, []);
    for (const [index, task] of tasks.entries()) {
      if (index % tasksPerTurn === tasksPerTurn - 1) await setImmediate();
      for (const offered of listRunnable(configuration, task, caller, groups)) {
        const option = present(offered);
        const draft = draftTarget(task, offered.transition);
        if (draft) drafts.push({ ...draft, transitionName: option.transitionName });
        transitions.set(
          option.transitionName,
          addOption(
            transitions.get(option.transitionName),
            option,
            task,
            withOpenWork.has(task.public_task_id),
          ),
        );
      }
    }
    const lost = await countLost(tx, caller, drafts);
    return [...transitions.values()]
      .map((transition) => ({ ...transition, lostCount: lost.get(transition.transitionName) ?? 0 }))
      .sort((one, other) => other.taskCount - one.taskCount);
  });
