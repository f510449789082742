import type { DueFilter } from '@obieg/contracts';
import { dueKey, type ListOrder, noDueDate } from './list-order';

interface DueQuery {
  due?: DueFilter | undefined;
  sortBy: ListOrder;
}

const timeZone = `(select o.time_zone from organizations o where o.organization_id = app_organization_id())`;
/** SQL: the beginning of the day, some days from today, in the organization's time zone. */
const startOfDay = (days: number): string =>
  `((date_trunc('day', now() at time zone ${timeZone}) + interval '${days} days') at time zone ${timeZone})`;
const justBefore = (moment: string): string => `(${moment} - interval '1 microsecond')`;

/** SQL: comparisons to the right of a due date. A missing due date is after all ranges. */
const ranges: Record<Exclude<DueFilter, 'none'>, string> = {
  overdue: '< now()',
  today: `between ${startOfDay(0)} and ${justBefore(startOfDay(1))}`,
  week: `between ${startOfDay(0)} and ${justBefore(startOfDay(7))}`,
};

/** Column filters of `due`. The filter of statuses excludes FINAL from `overdue`. */
export const dueFilters = ({ due }: DueQuery) => {
  if (due === undefined) return [];
  const filter = { column: 'due_at', indexed: dueKey, values: `array[${noDueDate}]` };
  if (due === 'none') return [{ ...filter, comparison: 'is null' }];
  return [{ ...filter, comparison: ranges[due], range: `${dueKey} ${ranges[due]}` }];
};

/** SQL: the part of the index to read, if the list is sorted by it. */
export const dueBounds = ({ due, sortBy }: DueQuery): string[] => {
  if (due === undefined || sortBy !== 'dueAt') return [];
  return [due === 'none' ? `${dueKey} = ${noDueDate}` : `${dueKey} ${ranges[due]}`];
};
