import { defineBulkReaction, defineReaction } from '@obieg/service-kit';
import { restoreUsedStatuses } from '../configuration/deleted-statuses';

/** Records the statuses that tasks use, to prevent their deletion. Restores a status that was deleted concurrently. */
export const onTaskChanged = defineBulkReaction({
  type: 'obieg.tasks.task.changed',
  applyAll: async (tx, events) => {
    const tasks = events.map(({ data }) => data);
    const statusIds = tasks.map(({ statusId }) => statusId);
    const [{ organizationId } = { organizationId: 0 }] = tasks;
    // A status that the task already had cannot have been deleted.
    const { rows } = await tx.raw<{ rows: { status_id: number }[] }>(
      `insert into task_uses as existing (organization_id, public_task_id, status_id)
       select ?, * from unnest(?::bigint[], ?::bigint[])
       on conflict (organization_id, public_task_id) do update set status_id = excluded.status_id
        where existing.status_id <> excluded.status_id
       returning status_id`,
      [organizationId, tasks.map(({ publicTaskId }) => publicTaskId), statusIds],
    );
    const newIds = rows.map(({ status_id }) => status_id);
    await restoreUsedStatuses(tx, organizationId, newIds);
  },
});

export const onTaskDeleted = defineReaction({
  type: 'obieg.tasks.task.deleted',
  apply: async (tx, { data: { publicTaskId } }) => {
    await tx('task_uses').where({ public_task_id: publicTaskId }).delete();
  },
});
