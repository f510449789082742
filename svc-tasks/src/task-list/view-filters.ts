/** Filters of saved views: assignees, author, times and answers. */
import type { taskListQuerySchema } from '@obieg/contracts';
import type * as z from 'zod';
import { assignedGroupKey, assignedUserKey, authorKey } from './list-order';

type ViewQuery = Omit<z.output<typeof taskListQuerySchema>, 'sortBy'>;

const dayMs = 24 * 60 * 60_000;

interface TimeFilter {
  days: number | undefined;
  from: string | undefined;
  before: string | undefined;
}

const isRestricted = ({ days, from, before }: TimeFilter): boolean =>
  days !== undefined || from !== undefined || before !== undefined;

const createdFilter = ({ createdDays, createdFrom, createdBefore }: ViewQuery): TimeFilter => ({
  days: createdDays,
  from: createdFrom,
  before: createdBefore,
});
const updatedFilter = ({ updatedDays, updatedFrom, updatedBefore }: ViewQuery): TimeFilter => ({
  days: updatedDays,
  from: updatedFrom,
  before: updatedBefore,
});

/** The later of both starts; PostgreSQL reads the text as `timestamptz`. */
const startOf = ({ days, from }: TimeFilter): string => {
  const starts = [
    ...(days === undefined ? [] : [Date.now() - days * dayMs]),
    ...(from === undefined ? [] : [Date.parse(from)]),
  ];
  return starts.length === 0 ? '-infinity' : new Date(Math.max(...starts)).toISOString();
};
const endOf = ({ before }: TimeFilter): string =>
  before === undefined ? 'infinity' : new Date(Date.parse(before)).toISOString();

/** A range of an indexed time. The end is excluded. */
const timeFilter = (column: 'created_at' | 'updated_at', filter: TimeFilter) => {
  if (!isRestricted(filter)) return [];
  const comparison = `between cast(:${column}From as timestamptz)
    and cast(:${column}Before as timestamptz) - interval '1 microsecond'`;
  return [{ column, values: '', comparison, range: `t.${column} ${comparison}` }];
};

/** SQL: the ids of users, of groups as negative numbers, and 0 for no assignee, as one array. */
const assigneeCodes = `array(
  select unnest(cast(:assigneeUserIds as bigint[])) union all
  select -unnest(cast(:assigneeGroupIds as bigint[])) union all
  select 0 where :isNoAssigneeIncluded)`;

const assigneesFilter = ({ assignees }: ViewQuery) =>
  assignees
    ? [
        {
          column: 'assignees',
          values: assigneeCodes,
          matchesValue: `${assignedUserKey} = case when v.value > 0 then v.value else 0 end
            and ${assignedGroupKey} = case when v.value < 0 then -v.value else 0 end`,
          comparison: '',
          condition: `(t.assigned_user_id = any(cast(:assigneeUserIds as bigint[]))
            or t.assigned_group_id = any(cast(:assigneeGroupIds as bigint[]))
            or (:isNoAssigneeIncluded and t.assigned_user_id is null and t.assigned_group_id is null))`,
        },
      ]
    : [];

const authorFilter = ({ createdBy }: ViewQuery) =>
  createdBy
    ? [
        {
          column: 'author_email',
          values: 'array[cast(:createdBy as text)]',
          indexed: authorKey,
          comparison: '= cast(:createdBy as text)',
        },
      ]
    : [];

/** Filters of people. They usually match the fewest tasks. */
export const peopleFilters = (query: ViewQuery) => [...assigneesFilter(query), ...authorFilter(query)];

/** Filters of creation and last update. */
export const timeFilters = (query: ViewQuery) => [
  ...timeFilter('created_at', createdFilter(query)),
  ...timeFilter('updated_at', updatedFilter(query)),
];

const answersOf = ({ answers = {} }: ViewQuery): [id: string, value: string][] => Object.entries(answers);

/** SQL: conditions on the answers of `t`. No index contains answers. */
export const answerConditions = (query: ViewQuery): string[] =>
  answersOf(query).map(
    (_, index) => `(t.answers ->> cast(:answerId${index} as text)) = :answerValue${index}`,
  );

/** Values of the named parameters in these filters. */
export const viewFilterBindings = (query: ViewQuery) => {
  const { assignees, createdBy } = query;
  return {
    assigneeUserIds: assignees?.userIds ?? [],
    assigneeGroupIds: assignees?.groupIds ?? [],
    isNoAssigneeIncluded: assignees?.isNoneIncluded ?? false,
    createdBy: createdBy ?? null,
    created_atFrom: startOf(createdFilter(query)),
    created_atBefore: endOf(createdFilter(query)),
    updated_atFrom: startOf(updatedFilter(query)),
    updated_atBefore: endOf(updatedFilter(query)),
    ...Object.fromEntries(
      answersOf(query).flatMap(([id, value], index) => [
        [`answerId${index}`, id],
        [`answerValue${index}`, value],
      ]),
    ),
  };
};
