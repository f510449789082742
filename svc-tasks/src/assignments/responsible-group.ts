import type { TaskRow } from '../tasks/tasks.repo';

/** The group that has the task, directly or through a member who has it on the group's behalf. */
export const responsibleGroupOf = ({
  assigned_group_id,
  assigned_for_group_id,
}: Pick<TaskRow, 'assigned_group_id' | 'assigned_for_group_id'>): number | null =>
  assigned_group_id ?? assigned_for_group_id;
