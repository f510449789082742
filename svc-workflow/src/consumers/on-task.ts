import { defineBulkReaction, defineReaction } from '@obieg/service-kit';
import { keepHeldStatuses } from '../statuses/deleted-statuses';

/** Which statuses tasks hold, so that none of them is deleted; one that was deleted meanwhile comes back. */
export const onTaskChanged = defineBulkReaction({
  type: 'obieg.tasks.task.changed',
  applyAll: async (tx, events) => {
    const tasks = events.map(({ data }) => data);
    const statusIds = tasks.map(({ statusId }) => statusId);
    const [{ organizationId } = { organizationId: 0 }] = tasks;
    // What a task has held already is not deleted, so neither written nor looked after again.
    const { rows } = await tx.raw<{ rows: { status_id: number }[] }>(
      `insert into task_uses as held (organization_id, public_task_id, status_id)
       select ?, * from unnest(?::bigint[], ?::bigint[])
       on conflict (organization_id, public_task_id) do update set status_id = excluded.status_id
        where held.status_id <> excluded.status_id
       returning status_id`,
      [organizationId, tasks.map(({ publicTaskId }) => publicTaskId), statusIds],
    );
    const newIds = rows.map(({ status_id }) => status_id);
    await keepHeldStatuses(tx, organizationId, newIds);
  },
});

export const onTaskDeleted = defineReaction({
  type: 'obieg.tasks.task.deleted',
  apply: async (tx, { data: { publicTaskId } }) => {
    await tx('task_uses').where({ public_task_id: publicTaskId }).delete();
  },
});
