import type { Priority, StatusType, TaskListResponse } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';

/** One call instead of pages; who has more open tasks than this needs the list, not a count. */
const countedTasks = 200;

interface OwnTasks {
  assignedToMe?: true;
  assignedToMyGroups?: true;
}
interface TaskFilter extends OwnTasks {
  limit?: number;
}

const openStatuses: readonly StatusType[] = ['INITIAL', 'INTERMEDIATE'];
const openTasks = { statusTypes: openStatuses.join(',') };

/** The list with just those open tasks that a card counts; its filters are named as the API's. */
export const openTasksAddress = (own: OwnTasks, narrower: { priorities?: Priority } = {}): string => {
  const chosen = Object.entries(own).map(([name, is]) => [name, String(is)]);
  return `/tasks?${new URLSearchParams({ ...Object.fromEntries(chosen), ...openTasks, ...narrower })}`;
};

/** Open tasks that the person sees, newest first (spec 3 §7). */
export const useOpenTasks = (filter: TaskFilter, isEnabled: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'tasks', filter],
    queryFn: async () => {
      const params = { limit: countedTasks, ...filter, ...openTasks };
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
