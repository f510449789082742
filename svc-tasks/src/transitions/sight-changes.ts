import type { TransitionOption, WorkflowConfiguration } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { type DraftAssignment, parseLostDrafts, selectLostDrafts } from '../policy/lost-sight';
import type { TaskRow } from '../tasks/tasks.repo';

type AssignedTask = Pick<
  TaskRow,
  'public_task_id' | 'is_restricted' | 'assigned_user_id' | 'assigned_group_id'
>;
type Target = Pick<WorkflowConfiguration['transitions'][number], 'id' | 'targetGroupId'>;

/** The assignee after the transition. Undefined if it does not change who sees the task. */
export const draftTarget = (task: AssignedTask, { targetGroupId }: Target): DraftAssignment | undefined =>
  task.is_restricted &&
  targetGroupId !== null &&
  (task.assigned_user_id !== null || task.assigned_group_id !== targetGroupId)
    ? { publicTaskId: task.public_task_id, userId: null, groupId: targetGroupId }
    : undefined;

/**
 * Finds the transitions that change who sees the task. Only restricted tasks with such a transition need a query.
 *
 * @returns the change by id of the transition
 */
export const findSightChanges = async (
  db: Database,
  { tenantScope, actor }: Caller,
  task: AssignedTask,
  transitions: readonly Target[],
): Promise<ReadonlyMap<number, TransitionOption['sightChange']>> => {
  const changes = transitions.flatMap((transition) => {
    const draft = draftTarget(task, transition);
    return draft ? [{ id: transition.id, draft }] : [];
  });
  if (changes.length === 0) return new Map();
  const [rows] = await readOrganization(db, tenantScope, (knex) => [
    selectLostDrafts(
      knex,
      actor,
      changes.map(({ draft }) => draft),
    ),
  ]);
  const lost = parseLostDrafts(rows);
  return new Map(changes.map(({ id }, index) => [id, lost.has(index) ? 'LOST' : 'OTHERS']));
};
