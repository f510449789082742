import type { TaskReaders } from '@obieg/contracts';
import { http, keepPreviousData, readBody, useQuery } from '@obieg/web-kit';
import { taskKey } from '../../../task/task.api';
import type { EditValues } from './edit-values';

/** Who would see the task with the visibility of the form, as the server decides it. */
export const useTaskReaders = (taskId: number, { users, groupIds }: EditValues, isNeeded: boolean) => {
  const params = {
    ...(users.length > 0 ? { visibleUserIds: users.map(({ id }) => id).join(',') } : {}),
    ...(groupIds.length > 0 ? { visibleGroupIds: groupIds.join(',') } : {}),
  };
  return useQuery({
    queryKey: [...taskKey(taskId), 'readers', params],
    queryFn: async ({ signal }) =>
      readBody(await http.get<TaskReaders>(`/tasks/${taskId}/readers`, { params, signal }), 'success'),
    enabled: isNeeded,
    placeholderData: keepPreviousData,
  });
};
