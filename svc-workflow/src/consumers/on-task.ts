import { defineReaction } from '@obieg/service-kit';

/** Which statuses tasks hold, so that none of them is deleted. */
export const onTaskChanged = defineReaction({
  type: 'obieg.tasks.task.changed',
  apply: async (tx, { data: { organizationId, publicTaskId, statusId } }) => {
    await tx('task_uses')
      .insert({ organization_id: organizationId, public_task_id: publicTaskId, status_id: statusId })
      .onConflict(['organization_id', 'public_task_id'])
      .merge();
  },
});

export const onTaskDeleted = defineReaction({
  type: 'obieg.tasks.task.deleted',
  apply: async (tx, { data: { publicTaskId } }) => {
    await tx('task_uses').where({ public_task_id: publicTaskId }).delete();
  },
});
