import type { Task } from '@obieg/contracts';
import { type Database, sendWithCommit, type Tx, withOrganization } from '@obieg/service-kit';
import { type CachedConfiguration, getConfiguration } from '../configuration/configuration.repo';
import type { Caller } from '../people/caller';
import { type OpenedTaskDetails, openTaskDetailsForUpdate } from './open-task';
import { presentTask } from './tasks.presenter';
import {
  type ReaderTaskDetailsRow,
  selectTaskDetails,
  type TaskDetailsRow,
  type TaskLock,
  type TaskRow,
} from './tasks.repo';

export interface ChangeableTask<Beside = undefined> extends OpenedTaskDetails {
  configuration: CachedConfiguration;
  beside: Beside;
}

interface TaskChange<Beside> {
  lock?: TaskLock;
  /** Reads what else the change needs, in the round trip of the opening. */
  readExtra?(tx: Tx): Promise<Beside>;
  /** Judges whether the caller may, and writes. Answers the row as it is then; undefined where it is as it was. */
  change(tx: Tx, task: ChangeableTask<Beside>): Promise<TaskRow | undefined>;
}

/** Whether somebody else has the task afterwards. */
export const isReassigned = (before: TaskRow, after: TaskRow): boolean =>
  before.assigned_user_id !== after.assigned_user_id || before.assigned_group_id !== after.assigned_group_id;

/** The page of a task that has been changed, from its row alone: who has it must be the same, whose name no row tells. */
const buildUpdatedRow = (
  page: ReaderTaskDetailsRow,
  after: TaskRow,
  { statuses }: CachedConfiguration,
): TaskDetailsRow => {
  const status =
    after.status_id === page.status_id ? undefined : statuses.find(({ id }) => id === after.status_id);
  return {
    ...page,
    ...after,
    summary: {
      ...page.summary,
      priority: after.priority,
      lastUpdatedAt: after.updated_at.toISOString(),
      ...(status ? { statusName: status.name, statusType: status.statusType } : {}),
    },
  };
};

/**
 * Opens a task, changes it and answers it as it is then, as the caller saw it before: who hands a task on may lose sight
 * of it by that, and still gets an answer. The page is read once, before the change, and again only where somebody else
 * has the task then.
 */
export const changeTask = async <Beside = undefined>(
  db: Database,
  caller: Caller,
  publicTaskId: number,
  { lock = 'change', readExtra, change }: TaskChange<Beside>,
): Promise<Task> => {
  const { view, configuration, page, anew } = await withOrganization(db, caller.entry, async (tx) => {
    const [opened, configuration, beside] = await Promise.all([
      openTaskDetailsForUpdate(tx, caller, publicTaskId, lock),
      getConfiguration(tx, caller),
      readExtra?.(tx),
    ]);
    const { row, view } = opened;
    const after = await change(tx, { ...opened, configuration, beside: beside as Beside });
    return {
      view,
      configuration,
      page: after ? buildUpdatedRow(row, after, configuration) : row,
      anew:
        after && isReassigned(row, after)
          ? sendWithCommit(tx, selectTaskDetails(tx, publicTaskId))
          : undefined,
    };
  });
  const [row = page] = ((await anew) ?? []) as unknown as TaskDetailsRow[];
  return presentTask(row, view, configuration);
};
