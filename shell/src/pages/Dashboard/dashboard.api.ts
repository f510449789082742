import type { Priority, StatusType, TaskListResponse } from '@obieg/contracts';
import { http, useLiveChanges, useQuery, useQueryClient } from '@obieg/web-kit';

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

const tasksKey = ['dashboard', 'tasks'] as const;

/** Keeps the cards of tasks up to date. What could not be had so far is left to who asks for it. */
export const useLiveTasks = (): void => {
  const client = useQueryClient();
  const readAnew = (): void =>
    void client.invalidateQueries({ queryKey: tasksKey, predicate: ({ state }) => state.data !== undefined });
  useLiveChanges(readAnew);
};

/** Open tasks that the person sees, newest first (spec 3 §7). */
export const useOpenTasks = (filter: TaskFilter, isEnabled: boolean) =>
  useQuery({
    queryKey: [...tasksKey, 'open', filter],
    queryFn: async () => {
      const params = { limit: countedTasks, ...filter, ...openTasks };
      return (await http.get<TaskListResponse>('/tasks', { params })).data;
    },
    enabled: isEnabled,
  });

/** What the person sees that changed last, finished tasks, too (spec 3 §7). */
export const useRecentTasks = (limit: number) =>
  useQuery({
    queryKey: [...tasksKey, 'recent', limit],
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
