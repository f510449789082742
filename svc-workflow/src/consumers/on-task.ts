import { defineReaction } from '@obieg/service-kit';
import { keepHeldStatus } from '../statuses/deleted-statuses';

/** Which statuses tasks hold, so that none of them is deleted; one that was deleted meanwhile comes back. */
export const onTaskChanged = defineReaction({
  type: 'obieg.tasks.task.changed',
  apply: async (tx, { data: { organizationId, publicTaskId, statusId } }) => {
    await tx('task_uses')
      .insert({ organization_id: organizationId, public_task_id: publicTaskId, status_id: statusId })
      .onConflict(['organization_id', 'public_task_id'])
      .merge();
    await keepHeldStatus(tx, organizationId, statusId);
  },
});

export const onTaskDeleted = defineReaction({
  type: 'obieg.tasks.task.deleted',
  apply: async (tx, { data: { publicTaskId } }) => {
    await tx('task_uses').where({ public_task_id: publicTaskId }).delete();
  },
});
