import { defineReaction } from '@obieg/service-kit';

/** Which groups tasks are assigned to, so that none of them is deleted. */
export const onTaskChanged = defineReaction({
  type: 'obieg.tasks.task.changed',
  apply: async (tx, { data: { organizationId, publicTaskId, assignedGroupId } }) => {
    if (assignedGroupId === null) {
      await tx('task_groups').where({ public_task_id: publicTaskId }).delete();
      return;
    }
    await tx('task_groups')
      .insert({ organization_id: organizationId, public_task_id: publicTaskId, group_id: assignedGroupId })
      .onConflict(['organization_id', 'public_task_id'])
      .merge();
  },
});

export const onTaskDeleted = defineReaction({
  type: 'obieg.tasks.task.deleted',
  apply: async (tx, { data: { publicTaskId } }) => {
    await tx('task_groups').where({ public_task_id: publicTaskId }).delete();
  },
});
