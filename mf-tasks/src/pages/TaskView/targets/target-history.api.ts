import type { TargetHistoryEntry } from '@obieg/contracts';
import { http, readList, useQuery } from '@obieg/web-kit';
import { taskKey } from '../../../task/task.api';

/** When the clocks of a task started, stood still and ended. Refetched with the task. */
export const useTargetHistory = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'target-history'],
    queryFn: async () =>
      readList(
        await http.get<{ targetHistory: TargetHistoryEntry[] }>(`/tasks/${id}/target-history`),
        'targetHistory',
      ).targetHistory,
  });
