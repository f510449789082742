import type {
  Priority,
  StatusType,
  StuckCounts,
  TaskListResponse,
  User,
  WorkflowCheck,
} from '@obieg/contracts';
import {
  http,
  readItems,
  readList,
  sharedKeys,
  useLiveChanges,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';

/** One page. Priorities are counted in it, so with more open tasks the counts are partial. */
const countedTasks = 200;

interface AssigneeFilter {
  assignedToMe?: true;
  assignedToMyGroups?: true;
}
interface TaskFilter extends AssigneeFilter {
  limit?: number;
}

const openStatuses: readonly StatusType[] = ['INITIAL', 'INTERMEDIATE'];
const openTasks = { statusTypes: openStatuses.join(',') };

/** Address of the task list with a card's filter. The list uses the API's parameter names. */
export const buildTaskListAddress = (
  assignee: AssigneeFilter,
  filters: { priorities?: Priority } = {},
): string => {
  const flags = Object.entries(assignee).map(([name, value]) => [name, String(value)]);
  return `/tasks?${new URLSearchParams({ ...Object.fromEntries(flags), ...openTasks, ...filters })}`;
};

const tasksKey = ['dashboard', 'tasks'] as const;

/** Refetches the task cards on live changes. Failed queries wait for a manual retry. */
export const useLiveTasks = (): void => {
  const client = useQueryClient();
  const refetchLoaded = (): void =>
    void client.invalidateQueries({ queryKey: tasksKey, predicate: ({ state }) => state.data !== undefined });
  useLiveChanges(refetchLoaded);
};

/** Open tasks visible to the user, newest first (spec 3 §7). */
export const useOpenTasks = (filter: TaskFilter, isEnabled: boolean) =>
  useQuery({
    queryKey: [...tasksKey, 'open', filter],
    queryFn: async () => {
      const params = { limit: countedTasks, ...filter, ...openTasks };
      return readList(await http.get<TaskListResponse>('/tasks', { params }), 'tasks');
    },
    enabled: isEnabled,
  });

/** Visible tasks by last change, including finished ones (spec 3 §7). */
export const useRecentTasks = (limit: number) =>
  useQuery({
    queryKey: [...tasksKey, 'recent', limit],
    queryFn: async () => {
      const params = { limit, sortBy: 'lastUpdatedAt', sortDirection: 'desc' };
      return readList(await http.get<TaskListResponse>('/tasks', { params }), 'tasks');
    },
  });

/** Findings of the workflow check, errors first. The key is that of the administration pages, which refetch it. */
export const useWorkflowFindings = () =>
  useQuery({
    queryKey: sharedKeys.workflowCheck,
    queryFn: async () => (await http.get<WorkflowCheck>('/workflow-check')).data,
    select: ({ findings, unchecked = [] }) => ({ findings, isComplete: unchecked.length === 0 }),
  });

/** How many open tasks are stuck now. The key is that of the administration pages. */
export const useStuckTasks = () =>
  useQuery({
    queryKey: sharedKeys.stuckTasks,
    queryFn: async () => (await http.get<StuckCounts>('/tasks/stuck-counts')).data,
    // Tasks move all the time.
    staleTime: 0,
    select: ({ stuck, unchecked }) => ({
      count: stuck.reduce((total, { tasks }) => total + tasks, 0),
      isComplete: unchecked.length === 0,
    }),
  });

/** Whether a list has fewer than `minimum` entries. False while unknown. */
export const useHasFewerThan = (path: string, minimum: number, isEnabled: boolean): boolean =>
  useQuery({
    queryKey: ['dashboard', 'fewer-than', path],
    queryFn: async () => readItems(await http.get<unknown[]>(path)).length < minimum,
    enabled: isEnabled,
  }).data ?? false;

/** The members of the organization if it has at most one. Undefined otherwise and while unknown. */
export const useFewMembers = (isEnabled: boolean): User[] | undefined => {
  const { data } = useQuery({
    queryKey: ['dashboard', 'members'],
    queryFn: async () => readItems(await http.get<User[]>('/users', { params: { limit: 2 } })),
    enabled: isEnabled,
  });
  return data && data.length < 2 ? data : undefined;
};
