import type { Task } from '@obieg/contracts';
import { type Database, sendWithCommit, type Tx, withOrganization } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { hasActiveTargets } from '../target-clocks/clock-rules';
import { type CachedConfiguration, getConfiguration } from '../workflow-model/configuration.repo';
import { type OpenedTask, type OpenedTaskDetails, openTaskDetailsForUpdate } from './open-task';
import { presentTask } from './tasks.presenter';
import {
  type ReaderTaskDetailsRow,
  selectTaskDetails,
  type TaskDetailsRow,
  type TaskLock,
  type TaskRow,
} from './tasks.repo';

/** A locked task, as changes of one task and of several need it. */
export interface LockedTask extends OpenedTask {
  configuration: CachedConfiguration;
}

/** Checks permissions and writes the change. @returns the updated row; undefined if the row is unchanged */
export type LockedTaskChange = (tx: Tx, task: LockedTask) => Promise<TaskRow | undefined>;

export interface ChangeableTask<Extra = undefined> extends OpenedTaskDetails {
  configuration: CachedConfiguration;
  extra: Extra;
}

interface TaskChange<Extra> {
  lock?: TaskLock;
  /** Reads further data for the change, in the same round trip as the task. */
  readExtra?(tx: Tx): Promise<Extra>;
  /** Checks permissions and writes the change. @returns the updated row; undefined if the row is unchanged */
  change(tx: Tx, task: ChangeableTask<Extra>): Promise<TaskRow | undefined>;
}

export const isReassigned = (before: TaskRow, after: TaskRow): boolean =>
  before.assigned_user_id !== after.assigned_user_id || before.assigned_group_id !== after.assigned_group_id;

/**
 * Builds the task details from the updated row. Valid only if the assignee and the targets are unchanged, because the row
 * does not contain them.
 */
const buildUpdatedDetails = (
  before: ReaderTaskDetailsRow,
  after: TaskRow,
  { statuses }: CachedConfiguration,
): TaskDetailsRow => {
  const status =
    after.status_id === before.status_id ? undefined : statuses.find(({ id }) => id === after.status_id);
  return {
    ...before,
    ...after,
    summary: {
      ...before.summary,
      priority: after.priority,
      dueAt: after.due_at?.toISOString() ?? null,
      lastUpdatedAt: after.updated_at.toISOString(),
      ...(status ? { statusName: status.name, statusType: status.statusType } : {}),
    },
  };
};

/**
 * Locks a task, changes it and returns the result. Presents the result with the caller's view from before the change:
 * a caller who reassigns a task may no longer see it, but still gets a response. Reads the task details once, before
 * the change, and a second time only if the assignee or a target may have changed.
 */
export const changeTask = async <Extra = undefined>(
  db: Database,
  caller: Caller,
  publicTaskId: number,
  { lock = 'change', readExtra, change }: TaskChange<Extra>,
): Promise<Task> => {
  let reloaded: TaskDetailsRow | undefined;
  const { view, configuration, details } = await withOrganization(db, caller.tenantScope, async (tx) => {
    const [opened, configuration, extra] = await Promise.all([
      openTaskDetailsForUpdate(tx, caller, publicTaskId, lock),
      getConfiguration(tx, caller),
      readExtra?.(tx),
    ]);
    const { row, view } = opened;
    const after = await change(tx, { ...opened, configuration, extra: extra as Extra });
    // The row contains neither the name of the assignee nor the targets.
    if (after && (isReassigned(row, after) || hasActiveTargets(configuration)))
      sendWithCommit(tx, selectTaskDetails(tx, publicTaskId, caller.actor), ([details]) => {
        reloaded = details as unknown as TaskDetailsRow | undefined;
      });
    return { view, configuration, details: after ? buildUpdatedDetails(row, after, configuration) : row };
  });
  return presentTask(reloaded ?? details, view, caller.actor, configuration);
};
