import type { Task } from '@obieg/contracts';
import { type Database, sendWithCommit, type Tx, withOrganization } from '@obieg/service-kit';
import { getConfiguration, type HeldConfiguration } from '../configuration/configuration.repo';
import type { Caller } from '../people/caller';
import { type OpenedPage, openPageForUpdate } from './open-task';
import { presentTask } from './tasks.presenter';
import {
  selectWholeTask,
  type TaskLock,
  type TaskPageRow,
  type TaskRow,
  type WholeTaskRow,
} from './tasks.repo';

export interface ChangeableTask<Beside = undefined> extends OpenedPage {
  configuration: HeldConfiguration;
  beside: Beside;
}

interface TaskChange<Beside> {
  lock?: TaskLock;
  /** Reads what else the change needs, in the round trip of the opening. */
  readBeside?(tx: Tx): Promise<Beside>;
  /** Judges whether the caller may, and writes. Answers the row as it is then; undefined where it is as it was. */
  change(tx: Tx, task: ChangeableTask<Beside>): Promise<TaskRow | undefined>;
}

/** Whether somebody else has the task afterwards. */
export const isHandedOver = (before: TaskRow, after: TaskRow): boolean =>
  before.assigned_user_id !== after.assigned_user_id || before.assigned_group_id !== after.assigned_group_id;

/** The page of a task that has been changed, from its row alone: who has it must be the same, whose name no row tells. */
const describeAfter = (page: TaskPageRow, after: TaskRow, { statuses }: HeldConfiguration): WholeTaskRow => {
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
  { lock = 'change', readBeside, change }: TaskChange<Beside>,
): Promise<Task> => {
  const { view, configuration, page, anew } = await withOrganization(db, caller.entry, async (tx) => {
    const [opened, configuration, beside] = await Promise.all([
      openPageForUpdate(tx, caller, publicTaskId, lock),
      getConfiguration(tx, caller),
      readBeside?.(tx),
    ]);
    const { row, view } = opened;
    const after = await change(tx, { ...opened, configuration, beside: beside as Beside });
    return {
      view,
      configuration,
      page: after ? describeAfter(row, after, configuration) : row,
      anew:
        after && isHandedOver(row, after) ? sendWithCommit(tx, selectWholeTask(tx, publicTaskId)) : undefined,
    };
  });
  const [row = page] = ((await anew) ?? []) as unknown as WholeTaskRow[];
  return presentTask(row, view, configuration);
};
