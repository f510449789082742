import type {
  SavedTaskView,
  SaveTaskView,
  TaskFilterOptions,
  TaskViewResponse,
  TaskViewsResponse,
} from '@obieg/contracts';
import { http, readBody, readList, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';

const viewsKey = ['task-views'] as const;

/** The caller's views and the shared ones, by name. */
export const useTaskViews = () =>
  useQuery({
    queryKey: viewsKey,
    queryFn: async ({ signal }) =>
      readList(await http.get<TaskViewsResponse>('/task-views', { signal }), 'views').views,
  });

/** Replaces a view in the cache, or removes it, before the refetch. */
const useViewChange = <Input, Result>(
  change: (input: Input) => Promise<Result>,
  apply: (views: readonly SavedTaskView[], input: Input, result: Result) => SavedTaskView[],
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result, input) => {
      client.setQueryData<SavedTaskView[]>(viewsKey, (views) => views && apply(views, input, result));
      return client.invalidateQueries({ queryKey: viewsKey });
    },
    // Another user may have changed or deleted the view.
    onError: () => client.invalidateQueries({ queryKey: viewsKey }),
  });
};

interface SaveInput {
  view: SaveTaskView;
  /** The view to replace; absent for a new one. */
  replaces?: Pick<SavedTaskView, 'id' | 'revision'> | undefined;
}

const saveView = async ({ view, replaces }: SaveInput): Promise<SavedTaskView> => {
  const response = replaces
    ? await http.put<TaskViewResponse>(`/task-views/${replaces.id}`, view, {
        headers: { 'If-Match': `"${replaces.revision}"` },
      })
    : await http.post<TaskViewResponse>('/task-views', view);
  return readBody(response, 'view').view;
};

export const useSaveView = () =>
  useViewChange(saveView, (views, { replaces }, saved) => [
    ...views.filter(({ id }) => id !== replaces?.id),
    saved,
  ]);

export const useDeleteView = () =>
  useViewChange(
    ({ id, revision }: SavedTaskView) =>
      http.delete(`/task-views/${id}`, { headers: { 'If-Match': `"${revision}"` } }),
    (views, { id }) => views.filter((view) => view.id !== id),
  );

/** The options rarely change. */
const optionsStaleMs = 5 * 60_000;

/** What the filters offer, with the names of some users. */
export const useFilterOptions = (userIds: readonly number[], isNeeded: boolean) =>
  useQuery({
    queryKey: ['task-filters', userIds.join()],
    queryFn: async ({ signal }) =>
      readList(
        await http.get<TaskFilterOptions>('/tasks/filters', {
          params: userIds.length > 0 ? { userIds: userIds.join() } : {},
          signal,
        }),
        'statuses',
      ),
    staleTime: optionsStaleMs,
    enabled: isNeeded,
  });
