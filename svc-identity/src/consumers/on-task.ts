import { defineBulkReaction, defineReaction } from '@obieg/service-kit';

/** Which groups tasks are assigned to, so that none of them is deleted. */
export const onTaskChanged = defineBulkReaction({
  type: 'obieg.tasks.task.changed',
  applyAll: async (tx, events) => {
    const tasks = events.map(({ data }) => data);
    const ofGroups = tasks.filter(({ assignedGroupId }) => assignedGroupId !== null);
    const others = tasks.filter(({ assignedGroupId }) => assignedGroupId === null);
    if (others.length > 0)
      await tx('task_groups')
        .whereRaw('public_task_id = any(?)', [others.map(({ publicTaskId }) => publicTaskId)])
        .delete();
    if (ofGroups.length > 0)
      await tx.raw(
        `insert into task_groups (organization_id, public_task_id, group_id)
         select * from unnest(?::bigint[], ?::bigint[], ?::bigint[])
         on conflict (organization_id, public_task_id) do update set group_id = excluded.group_id`,
        [
          ofGroups.map(({ organizationId }) => organizationId),
          ofGroups.map(({ publicTaskId }) => publicTaskId),
          ofGroups.flatMap(({ assignedGroupId }) => assignedGroupId ?? []),
        ],
      );
  },
});

export const onTaskDeleted = defineReaction({
  type: 'obieg.tasks.task.deleted',
  apply: async (tx, { data: { publicTaskId } }) => {
    await tx('task_groups').where({ public_task_id: publicTaskId }).delete();
  },
});
