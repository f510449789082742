import { type TaskListResponse, type TaskResponse, taskSearchMaxLength, type User } from '@obieg/contracts';
import { useDebounced } from '@obieg/ui';
import {
  http,
  isApiError,
  isMainDomain,
  keepPreviousData,
  readBody,
  readItems,
  readList,
  usePermissions,
  useQueries,
  useQuery,
} from '@obieg/web-kit';
import { type Entry, filterByText, toPersonEntry, toTaskEntry } from './entries';

export const queryMaxLength = taskSearchMaxLength;
/** As in the pickers: fewer letters find too much. */
const searchMinLength = 2;
const debounceMs = 200;
const foundMax = 7;

interface Found {
  entries: Entry[];
  isSearching: boolean;
  hasFailed: boolean;
}

const useSearch = (
  name: string,
  query: string,
  isAllowed: boolean,
  search: (text: string, signal: AbortSignal) => Promise<Entry[]>,
): Found => {
  const text = query.trim();
  const settled = useDebounced(text, debounceMs);
  const isEnabled = isAllowed && text.length >= searchMinLength;
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: ['palette', name, settled],
    queryFn: ({ signal }) => search(settled, signal),
    enabled: isEnabled && settled.length >= searchMinLength,
    placeholderData: keepPreviousData,
  });
  const isStale = isPlaceholderData || settled !== text;
  const entries = isEnabled ? (data ?? []) : [];
  return {
    // Until the newer results arrive, Enter must not open what does not match.
    entries: isStale ? filterByText(entries, text) : entries,
    isSearching: isEnabled && (isFetching || settled !== text),
    hasFailed: isEnabled && isError && !isStale,
  };
};

/** Finds tasks like the search of the list. */
export const useTaskSearch = (query: string): Found =>
  useSearch('tasks', query, usePermissions().hasBasePermission && !isMainDomain(), async (search, signal) => {
    const response = await http.get<TaskListResponse>('/tasks', {
      params: { search, limit: foundMax },
      signal,
    });
    return readList(response, 'tasks').tasks.map(toTaskEntry);
  });

/** Finds members, for those who may list them. */
export const usePeopleSearch = (query: string): Found =>
  useSearch('people', query, usePermissions().canManageUsers && !isMainDomain(), async (search, signal) => {
    const response = await http.get<User[]>('/users', { params: { search, limit: foundMax }, signal });
    return readItems(response).map(toPersonEntry);
  });

const loadEntry = async (id: string, signal: AbortSignal): Promise<Entry | null> => {
  const [kind, number] = id.split(':');
  try {
    if (kind === 'person') return toPersonEntry((await http.get<User>(`/users/${number}`, { signal })).data);
    const { task } = readBody(await http.get<TaskResponse>(`/tasks/${number}`, { signal }));
    return task ? toTaskEntry(task) : null;
  } catch (error) {
    // Deleted, or no longer visible.
    if (isApiError(error) && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
};

/** Loads recent tasks and people with the present rights. What cannot be loaded is left out. */
export const useRecentEntries = (ids: readonly string[]): Entry[] =>
  useQueries({
    queries: ids.map((id) => ({
      queryKey: ['palette', 'recent', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadEntry(id, signal),
    })),
  }).flatMap(({ data }) => data ?? []);
