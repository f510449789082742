import type { StatusType, TaskListResponse } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';

/** One call instead of pages; who has more open tasks than this needs the list, not a count. */
const countedTasks = 200;

interface TaskFilter {
  assignedToMe?: true;
  assignedToMyGroups?: true;
  limit?: number;
}

const openStatuses: readonly StatusType[] = ['INITIAL', 'INTERMEDIATE'];

/** Open tasks that the person sees, newest first (spec 3 §7). */
export const useOpenTasks = (filter: TaskFilter, isEnabled: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'tasks', filter],
    queryFn: async () => {
      const params = { limit: countedTasks, ...filter, statusTypes: openStatuses.join(',') };
      return (await http.get<TaskListResponse>('/tasks', { params })).data;
    },
    enabled: isEnabled,
  });

/** What the person sees that changed last, finished tasks, too (spec 3 §7). */
export const useRecentTasks = (limit: number) =>
  useQuery({
    queryKey: ['dashboard', 'recent', limit],
    queryFn: async () => {
      const params = { limit, sortBy: 'lastUpdatedAt', sortDirection: 'desc' };
      return (await http.get<TaskListResponse>('/tasks', { params })).data;
    },
  });

/** Whether a list of the administration has nothing, or only the one person who looks. */
export const useIsScarce = (path: string, fewest: number, isEnabled: boolean): boolean =>
  useQuery({
    queryKey: ['dashboard', 'scarce', path],
    queryFn: async () => (await http.get<readonly unknown[]>(path)).data.length < fewest,
    enabled: isEnabled,
  }).data ?? false;
