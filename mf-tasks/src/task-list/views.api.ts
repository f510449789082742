import type {
  SavedTaskView,
  SaveTaskView,
  TaskFilterOptions,
  TaskViewResponse,
  TaskViewsResponse,
} from '@obieg/contracts';
import {
  type CreateOnce,
  http,
  readBody,
  readList,
  useCreateOnce,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { ownKey } from '../query-keys';

const viewsKey = ownKey('task-views');

const fetchViews = async (signal?: AbortSignal): Promise<SavedTaskView[]> =>
  readList(await http.get<TaskViewsResponse>('/task-views', signal ? { signal } : {}), 'views').views;

/** The caller's views and the shared ones, by name. */
export const useTaskViews = () =>
  useQuery({ queryKey: viewsKey, queryFn: ({ signal }) => fetchViews(signal) });

/** Loads one view, past the cache. @throws if it is deleted or no longer shared */
export const loadView = async (id: number): Promise<SavedTaskView> => {
  const view = (await fetchViews()).find((one) => one.id === id);
  if (!view) throw new Error('The view is deleted');
  return view;
};

/** ETag of a view of the list. */
export const etagOf = ({ revision }: Pick<SavedTaskView, 'revision'>): string => `"${revision}"`;

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
  replaces?: { id: number; etag: string | undefined } | undefined;
}

const saveView = async ({ view, replaces }: SaveInput, createOnce: CreateOnce): Promise<SavedTaskView> => {
  const response = replaces
    ? await http.put<TaskViewResponse>(`/task-views/${replaces.id}`, view, {
        headers: replaces.etag === undefined ? {} : { 'If-Match': replaces.etag },
      })
    : await createOnce((headers) => http.post<TaskViewResponse>('/task-views', view, { headers }));
  return readBody(response, 'view').view;
};

export const useSaveView = () => {
  const createOnce = useCreateOnce();
  return useViewChange(
    (input: SaveInput) => saveView(input, createOnce),
    (views, { replaces }, saved) => [...views.filter(({ id }) => id !== replaces?.id), saved],
  );
};

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
    queryKey: ownKey('task-filters', userIds.join()),
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
