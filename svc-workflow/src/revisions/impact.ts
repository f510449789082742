import type { WorkflowImpact } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Configuration } from '../configuration/configuration.model';
import { findFreeName } from '../statuses/deleted-statuses';

/**
 * Counts the tasks in each status, including tasks that the caller may not see: a lower number would hide that they
 * get stuck. The caller learns no more than the number.
 */
const countTasks = async (tx: Tx, statusIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  if (statusIds.length === 0) return new Map();
  const { rows } = await tx.raw<{ rows: { status_id: number; tasks: number }[] }>(
    `select status_id, count(*)::int as tasks from task_uses
      where organization_id = app_organization_id() and status_id = any(?) group by status_id`,
    [[...statusIds]],
  );
  return new Map(rows.map(({ status_id, tasks }) => [status_id, tasks]));
};

/** Locks statuses, so that no task enters one unseen before it is deleted. */
const lockStatuses = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0)
    await tx.raw(
      `select from statuses where organization_id = app_organization_id() and id = any(?) order by id for update`,
      [[...ids]],
    );
};

const hasExit = ({ transitions }: Configuration, statusId: number): boolean =>
  transitions.some(({ isActive, fromStatusId }) => isActive && fromStatusId === statusId);

/** Statuses of the new workflow that lose their last active transition. Tasks in a FINAL status are closed. */
const listStatusesWithoutExit = (before: Configuration, after: Configuration) =>
  after.statuses.filter(
    ({ id, statusType }) => statusType !== 'FINAL' && hasExit(before, id) && !hasExit(after, id),
  );

interface KeptStatuses {
  /** The wanted workflow with the statuses that tasks have. */
  after: Configuration;
  statuses: WorkflowImpact['statuses'];
}

/**
 * Keeps statuses that tasks have, because a status in use is not deleted, and says which tasks a change affects. A
 * kept status gets a number if the new workflow uses its name for another one.
 */
export const keepUsedStatuses = async (
  tx: Tx,
  before: Configuration,
  wanted: Configuration,
): Promise<KeptStatuses> => {
  const wantedIds = new Set(wanted.statuses.map(({ id }) => id));
  const missing = before.statuses.filter(({ id }) => !wantedIds.has(id));
  await lockStatuses(
    tx,
    missing.map(({ id }) => id),
  );
  const stuck = listStatusesWithoutExit(before, wanted);
  const tasks = await countTasks(
    tx,
    [...missing, ...stuck].map(({ id }) => id),
  );
  const after = { ...wanted, statuses: [...wanted.statuses] };
  for (const status of missing.filter(({ id }) => tasks.has(id))) {
    const taken = after.statuses.map(({ name }) => name);
    after.statuses.push({ ...status, name: findFreeName(status.name, taken) });
  }
  const affect =
    (effect: 'KEPT' | 'LOSES_EXITS') =>
    ({ id, name }: { id: number; name: string }) => {
      const count = tasks.get(id);
      return count === undefined ? [] : [{ name, tasks: count, effect }];
    };
  return { after, statuses: [...missing.flatMap(affect('KEPT')), ...stuck.flatMap(affect('LOSES_EXITS'))] };
};
