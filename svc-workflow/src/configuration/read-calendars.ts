import type { WorkCalendar } from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Stored } from '../model/configuration.model';

interface CalendarRow {
  id: number;
  name: string;
  is_default: boolean;
  week: WorkCalendar['week'];
  holidays: WorkCalendar['holidays'];
  revision: number;
}

/** Builds the query for all calendars, oldest first, or for one. `readCalendars` reads the result. */
export const calendarQuery = (knex: Knex, id?: number): Knex.QueryBuilder => {
  const calendars = knex('work_calendars').orderBy('id');
  return id === undefined ? calendars : calendars.where({ id });
};

/** PostgreSQL orders the keys of `jsonb` by length. An equal configuration needs equal texts. */
export const readCalendars = (rows: unknown): Stored<WorkCalendar>[] =>
  (rows as CalendarRow[]).map((row) => ({
    id: row.id,
    name: row.name,
    isDefault: row.is_default,
    week: row.week.map(({ day, from, to }) => ({ day, from, to })),
    holidays: row.holidays.map(({ date, name }) => ({ date, name })),
    revision: row.revision,
  }));
