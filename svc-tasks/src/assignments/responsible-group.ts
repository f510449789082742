import type { TaskRow } from '../tasks/tasks.repo';

/** The group whose task it is: assigned to it, or to one of its people on its behalf. */
export const responsibleGroupOf = ({
  assigned_group_id,
  assigned_for_group_id,
}: Pick<TaskRow, 'assigned_group_id' | 'assigned_for_group_id'>): number | null =>
  assigned_group_id ?? assigned_for_group_id;
