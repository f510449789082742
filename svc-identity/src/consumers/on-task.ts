import { defineBulkReaction, defineReaction, type Logger } from '@obieg/service-kit';
import { restoreUsedGroups } from '../groups/deleted-groups';

/** Records the groups that tasks are assigned to, so that they are not deleted. Restores one that was. */
const onTaskChanged = (log: Logger) =>
  defineBulkReaction({
    type: 'obieg.tasks.task.changed',
    applyAll: async (tx, events) => {
      const tasks = events.map(({ data }) => data);
      const [{ organizationId } = { organizationId: 0 }] = tasks;
      const ofGroups = tasks.filter(({ assignedGroupId }) => assignedGroupId !== null);
      const others = tasks.filter(({ assignedGroupId }) => assignedGroupId === null);
      if (others.length > 0)
        await tx('task_groups')
          .whereRaw('public_task_id = any(?)', [others.map(({ publicTaskId }) => publicTaskId)])
          .delete();
      if (ofGroups.length === 0) return;
      const groupIds = ofGroups.flatMap(({ assignedGroupId }) => assignedGroupId ?? []);
      // A group that the task already used cannot have been deleted.
      const { rows } = await tx.raw<{ rows: { group_id: number }[] }>(
        `insert into task_groups as held (organization_id, public_task_id, group_id)
         select ?, * from unnest(?::bigint[], ?::bigint[])
         on conflict (organization_id, public_task_id) do update set group_id = excluded.group_id
          where held.group_id <> excluded.group_id
         returning group_id`,
        [organizationId, ofGroups.map(({ publicTaskId }) => publicTaskId), groupIds],
      );
      const newIds = rows.map(({ group_id }) => group_id);
      await restoreUsedGroups(tx, organizationId, newIds, log);
    },
  });

/** Records the groups that may read tasks, for the same purpose. */
const onVisibilityChanged = (log: Logger) =>
  defineBulkReaction({
    type: 'obieg.tasks.task-visibility.changed',
    applyAll: async (tx, events) => {
      const tasks = events.map(({ data }) => data);
      const [{ organizationId } = { organizationId: 0 }] = tasks;
      await tx('visible_task_groups')
        .whereRaw('public_task_id = any(?)', [tasks.map(({ publicTaskId }) => publicTaskId)])
        .delete();
      const uses = tasks.flatMap(({ publicTaskId, groupIds }) =>
        groupIds.map((groupId) => ({ publicTaskId, groupId })),
      );
      if (uses.length === 0) return;
      const groupIds = uses.map(({ groupId }) => groupId);
      await tx.raw(
        `insert into visible_task_groups (organization_id, public_task_id, group_id)
         select ?, * from unnest(?::bigint[], ?::bigint[])`,
        [organizationId, uses.map(({ publicTaskId }) => publicTaskId), groupIds],
      );
      await restoreUsedGroups(tx, organizationId, [...new Set(groupIds)], log);
    },
  });

/** The event about the readers of a deleted task can be lost, while the one about its deletion is republished. */
const onTaskDeleted = defineReaction({
  type: 'obieg.tasks.task.deleted',
  apply: async (tx, { data: { publicTaskId } }) => {
    for (const table of ['task_groups', 'visible_task_groups'])
      await tx(table).where({ public_task_id: publicTaskId }).delete();
  },
});

export const taskReactions = (log: Logger) => [onTaskChanged(log), onVisibilityChanged(log), onTaskDeleted];
