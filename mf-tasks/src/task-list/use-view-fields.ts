import type { SaveTaskView } from '@obieg/contracts';
import { usePersonFormat, usePriorityLabels } from '@obieg/ui';
import { type JoinedFields, joinRecords, joinSets } from '@obieg/ui/conflicts';
import { useTaskMessages } from '../i18n/messages';
import { useGroups } from '../people/people.api';
import { conditionNames, readAssigneeIds, splitList } from './conditions';
import { describeCondition } from './FilterChips';
import { columnLabelKeys, sortLabelKeys } from './task-columns';
import { useFilterOptions } from './views.api';

type Query = SaveTaskView['query'];

/** Joins filter by filter. */
const joinQueries = (base: Query, mine: Query, theirs: Query): Query | undefined => {
  const names = Object.keys({ ...base, ...mine, ...theirs });
  const complete = (query: Query): Query =>
    Object.fromEntries(names.map((name) => [name, query[name] ?? '']));
  const joined = joinRecords(complete(base), complete(mine), complete(theirs));
  return joined && Object.fromEntries(Object.entries(joined).filter(([, text]) => text !== ''));
};

/** Returns a function that puts the filters of a view into words, one line for each. */
const useQueryTexts = (queries: readonly (Query | undefined)[], isNeeded: boolean) => {
  const t = useTaskMessages();
  const labels = usePriorityLabels();
  const assignees = queries.flatMap((query) => query?.['assignees'] ?? []).join();
  const userIds = [...new Set(readAssigneeIds(assignees, 'user'))];
  const names = {
    formatPerson: usePersonFormat(),
    groups: useGroups(isNeeded && assignees !== ''),
    options: useFilterOptions(userIds, isNeeded).data,
  };
  return (query: Query): string[] => {
    const list = (name: string, nameOf: (text: string) => string): string =>
      splitList(query[name] ?? '')
        .map(nameOf)
        .join(', ');
    return [
      ...(query['search'] ? [`${t('list.search')}: ${query['search']}`] : []),
      ...['assignedToMe', 'assignedToMyGroups']
        .filter((name) => query[name])
        .map((name) => t(`list.${name}`)),
      ...(query['statusTypes']
        ? [`${t('list.statusTypes')}: ${list('statusTypes', (type) => t(`list.statusType.${type}`))}`]
        : []),
      ...(query['priorities']
        ? [
            `${t('list.columns.priority')}: ${list('priorities', (name) => labels[name as keyof typeof labels])}`,
          ]
        : []),
      ...conditionNames
        .filter((name) => query[name])
        .map((name) => describeCondition(name, query[name] ?? '', names, t)),
    ];
  };
};

/**
 * How changes of a view are joined and shown.
 *
 * @param queries with the users and groups to name
 * @param isNeeded whether to load the names
 */
export const useViewFields = (
  queries: readonly (Query | undefined)[],
  isNeeded: boolean,
): JoinedFields<SaveTaskView> => {
  const t = useTaskMessages();
  const describeQuery = useQueryTexts(queries, isNeeded);
  return {
    name: { label: t('views.name') },
    isShared: {
      label: t('views.share'),
      describe: (isShared) => [t(`filters.boolean.${isShared}`)],
    },
    query: { label: t('filters.open'), describe: describeQuery, join: joinQueries },
    sort: {
      label: t('list.sortBy'),
      describe: ({ by, direction }) => [
        `${t(sortLabelKeys[by])}, ${t(direction === 'asc' ? 'list.sortAscending' : 'list.sortDescending')}`,
      ],
    },
    columns: {
      label: t('views.columns'),
      describe: (columns) => [columns.map((column) => t(columnLabelKeys[column])).join(', ')],
      join: joinSets,
    },
  };
};
