import type { WorkflowImpact } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { findFreeName } from '../configuration/deleted-statuses';
import type { Configuration } from '../model/configuration.model';
import { foldName } from '../model/names';

/** Lists the statuses that tasks have. Counts nothing, because the caller may not see all tasks. */
const listUsedStatuses = async (tx: Tx, statusIds: readonly number[]): Promise<ReadonlySet<number>> => {
  if (statusIds.length === 0) return new Set();
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select s.id from statuses s
      where s.organization_id = app_organization_id() and s.id = any(?)
        and exists (select from task_uses u where u.organization_id = s.organization_id and u.status_id = s.id)`,
    [[...statusIds]],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Locks statuses, so that no task enters one unseen before it is deleted. */
const lockStatuses = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0)
    await tx.raw(
      `select from statuses where organization_id = app_organization_id() and id = any(?) order by id for update`,
      [[...ids]],
    );
};

const listStatusesWithExit = ({ transitions }: Configuration): ReadonlySet<number | null> =>
  new Set(transitions.flatMap(({ isActive, fromStatusId }) => (isActive ? [fromStatusId] : [])));

/** Statuses of the new workflow that lose their last active transition. Tasks in a FINAL status are closed. */
const listStatusesWithoutExit = (before: Configuration, after: Configuration) => {
  const [withExit, stillWithExit] = [listStatusesWithExit(before), listStatusesWithExit(after)];
  return after.statuses.filter(
    ({ id, statusType }) => statusType !== 'FINAL' && withExit.has(id) && !stillWithExit.has(id),
  );
};

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
  const used = await listUsedStatuses(
    tx,
    [...missing, ...stuck].map(({ id }) => id),
  );
  const after = { ...wanted, statuses: [...wanted.statuses] };
  const taken = new Set(after.statuses.map(({ name }) => foldName(name)));
  for (const status of missing.filter(({ id }) => used.has(id))) {
    const name = findFreeName(status.name, taken);
    taken.add(foldName(name));
    // Its transitions are gone, and with them the ways of its approval.
    after.statuses.push({ ...status, name, approval: null });
  }
  const affect =
    (effect: 'KEPT' | 'LOSES_EXITS') =>
    ({ id, name }: { id: number; name: string }) =>
      used.has(id) ? [{ statusId: id, name, effect }] : [];
  return { after, statuses: [...missing.flatMap(affect('KEPT')), ...stuck.flatMap(affect('LOSES_EXITS'))] };
};
