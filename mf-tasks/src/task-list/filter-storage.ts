import {
  priorities,
  type SavedTaskView,
  type StatusType,
  sortDirections,
  statusTypes,
  storageKeys,
  type TaskColumn,
  taskColumns,
  taskSortKeys,
} from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';
import { persistentStorage, readStoredJson, writeStored } from '@obieg/web-kit';
import { conditionNames, readConditions } from './conditions';
import {
  defaultColumns,
  defaultFilters,
  hasDefaultColumns,
  isDefaultSort,
  noFilters,
  type TaskListFilters,
} from './task-list-filters';

const parseOption = <T extends string>(known: readonly T[], value: unknown, fallback: T): T =>
  known.find((one) => one === value) ?? fallback;

const filterKnown = <T extends string>(known: readonly T[], values: unknown): T[] =>
  known.filter((one) => Array.isArray(values) && values.includes(one));

/** An empty list is a valid choice. A list with only unknown values falls back to the default. */
const readStatusTypes = (stored: unknown): readonly StatusType[] => {
  if (!Array.isArray(stored)) return defaultFilters.statusTypes;
  const known = filterKnown(statusTypes, stored);
  return known.length === 0 && stored.length > 0 ? defaultFilters.statusTypes : known;
};

/** The title has the link to the task, so it is always shown. */
const readColumns = (names: unknown): readonly TaskColumn[] => {
  const known = Array.isArray(names)
    ? [...new Set(names)].flatMap((name) => taskColumns.find((column) => column === name) ?? [])
    : [];
  return known.includes('title') ? known : defaultColumns;
};

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const readViewReference = (view: unknown): TaskListFilters['view'] =>
  isRecord(view) && isId(view['id']) && isId(view['revision'])
    ? { id: view['id'], revision: view['revision'] }
    : undefined;

/** Reads the stored filters. Each missing or invalid filter falls back to its default. */
export const readStored = (): TaskListFilters => {
  const stored = (readStoredJson(persistentStorage, storageKeys.taskListFilters) ?? {}) as Partial<
    Record<keyof TaskListFilters, unknown>
  >;
  const assignedToMe =
    typeof stored.assignedToMe === 'boolean' ? stored.assignedToMe : defaultFilters.assignedToMe;
  return {
    assignedToMe,
    // A task cannot be assigned to a user and to a group.
    assignedToMyGroups: stored.assignedToMyGroups === true && !assignedToMe,
    statusTypes: readStatusTypes(stored.statusTypes),
    priorities: filterKnown(priorities, stored.priorities),
    conditions: readConditions((name) => isRecord(stored.conditions) && stored.conditions[name]),
    sortBy: parseOption(taskSortKeys, stored.sortBy, defaultFilters.sortBy),
    sortDirection: parseOption(sortDirections, stored.sortDirection, defaultFilters.sortDirection),
    columns: readColumns(stored.columns),
    view: readViewReference(stored.view),
  };
};

/** Omits default values of filters that the specification does not name. */
export const writeStoredFilters = (filters: TaskListFilters): void => {
  const { assignedToMe, assignedToMyGroups, statusTypes, priorities, conditions, sortBy, sortDirection } =
    filters;
  const stored = {
    assignedToMe,
    statusTypes,
    ...(assignedToMyGroups ? { assignedToMyGroups } : {}),
    ...(priorities.length > 0 ? { priorities } : {}),
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    ...(isDefaultSort(filters) ? {} : { sortBy, sortDirection }),
    ...(hasDefaultColumns(filters) ? {} : { columns: filters.columns }),
    ...(filters.view ? { view: filters.view } : {}),
  };
  writeStored(persistentStorage, storageKeys.taskListFilters, JSON.stringify(stored));
};

/** Parameters of the API without order and search. Also the query of a saved view. */
export const toFilterQuery = ({
  assignedToMe,
  assignedToMyGroups,
  statusTypes,
  priorities,
  conditions,
}: TaskListFilters): Record<string, string> => ({
  ...(assignedToMe ? { assignedToMe: 'true' } : {}),
  ...(assignedToMyGroups ? { assignedToMyGroups: 'true' } : {}),
  ...(statusTypes.length > 0 ? { statusTypes: statusTypes.join() } : {}),
  ...(priorities.length > 0 ? { priorities: priorities.join() } : {}),
  ...conditions,
});

/** Reads parameters of the API. An omitted filter does not restrict the list. */
const readFilterQuery = (read: (name: string) => unknown) => {
  const readText = (name: string): string => String(read(name) ?? '');
  return {
    ...noFilters,
    assignedToMe: read('assignedToMe') === 'true',
    assignedToMyGroups: read('assignedToMyGroups') === 'true',
    statusTypes: filterKnown(statusTypes, readText('statusTypes').split(',')),
    priorities: filterKnown(priorities, readText('priorities').split(',')),
    conditions: readConditions(read),
  };
};

/** Parameters of the URL. `useTaskSearch` handles the search. */
const urlParameters: readonly string[] = [
  'assignedToMe',
  'assignedToMyGroups',
  'statusTypes',
  'priorities',
  ...conditionNames,
  'sortBy',
  'sortDirection',
  'columns',
  'view',
];

const readUrlView = (text: string | null): TaskListFilters['view'] => {
  const [id, revision] = (text ?? '').split('.').map(Number);
  return readViewReference({ id, revision });
};

/** Reads the filters of a link. */
export const readUrlFilters = (parameters: URLSearchParams): TaskListFilters | undefined => {
  if (!urlParameters.some((name) => parameters.has(name))) return undefined;
  return {
    ...readFilterQuery((name) => parameters.get(name)),
    sortBy: parseOption(taskSortKeys, parameters.get('sortBy'), defaultFilters.sortBy),
    sortDirection: parseOption(sortDirections, parameters.get('sortDirection'), defaultFilters.sortDirection),
    columns: readColumns(parameters.get('columns')?.split(',')),
    view: readUrlView(parameters.get('view')),
  };
};

/** Writes filters for `readUrlFilters`. One parameter is always present, so that the link never uses stored filters. */
export const writeUrlFilters = (parameters: URLSearchParams, filters: TaskListFilters): URLSearchParams => {
  const written = new URLSearchParams(parameters);
  for (const name of urlParameters) written.delete(name);
  written.set('assignedToMe', String(filters.assignedToMe));
  for (const [name, text] of Object.entries(toFilterQuery(filters))) written.set(name, text);
  if (!isDefaultSort(filters)) {
    written.set('sortBy', filters.sortBy);
    written.set('sortDirection', filters.sortDirection);
  }
  if (!hasDefaultColumns(filters)) written.set('columns', filters.columns.join());
  if (filters.view) written.set('view', `${filters.view.id}.${filters.view.revision}`);
  return written;
};

/** The filters of a saved view. */
export const readView = ({ id, revision, query, sort, columns }: SavedTaskView): TaskListFilters => ({
  ...readFilterQuery((name) => query[name]),
  sortBy: sort.by,
  sortDirection: sort.direction,
  columns: readColumns(columns),
  view: { id, revision },
});

/** Whether both lists have the same filters, order and columns. */
export const isSameList = (one: TaskListFilters, other: TaskListFilters): boolean =>
  writeUrlFilters(new URLSearchParams(), { ...one, view: undefined }).toString() ===
  writeUrlFilters(new URLSearchParams(), { ...other, view: undefined }).toString();
