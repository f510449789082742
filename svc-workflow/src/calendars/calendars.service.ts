import type { WorkCalendar } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { buildWithIds } from '../configuration/build-with-ids';
import { deleteEntity, saveEntity } from '../configuration/change-entity';
import { calendarQuery, readCalendars } from '../configuration/read-calendars';
import { getById } from '../configuration/rows';
import type { Configuration, Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { type CalendarInput, checkCalendar, checkUnused } from './calendar-rules';

type Calendar = Stored<WorkCalendar>;

const read = async (db: Database, organizationId: number, id?: number): Promise<Calendar[]> => {
  const [rows] = await readOrganization(db, organizationId, (knex) => [calendarQuery(knex, id)]);
  return readCalendars(rows);
};

const withoutDefault = (before: Configuration): Configuration => ({
  ...before,
  calendars: before.calendars.map((calendar) => ({ ...calendar, isDefault: false })),
});

/** The first calendar of an organization is its default one. */
export const createCalendars = (db: Database) => {
  const save = (caller: Caller, input: CalendarInput, id?: number): Promise<Calendar> =>
    saveEntity(db, caller, {
      kind: 'calendars',
      id,
      present: (saved) => saved,
      build: (tx, before) => {
        checkCalendar(before, caller.language, input, id);
        const isDefault = input.isDefault || before.calendars.length === 0;
        const holidays = [...input.holidays].sort((one, other) => (one.date < other.date ? -1 : 1));
        return buildWithIds(tx, ({ takeId }) => ({
          entity: {
            id: id ?? takeId('work_calendars'),
            name: input.name,
            isDefault,
            week: input.week,
            holidays,
          },
          others: isDefault ? withoutDefault(before) : before,
        }));
      },
    });

  return {
    list: (organizationId: number) => read(db, organizationId),

    /** @throws 404 */
    get: async (organizationId: number, id: number): Promise<Calendar> =>
      getById(await read(db, organizationId, id), id),

    /** @throws 409 NAME_TAKEN */
    create: (caller: Caller, input: CalendarInput) => save(caller, input),

    /** @throws 404, 412, 409 NAME_TAKEN, 422 */
    update: (caller: Caller, id: number, input: CalendarInput) => save(caller, input, id),

    /** @throws 404, 412, 409 IN_USE */
    delete: (caller: Caller, id: number): Promise<void> =>
      deleteEntity(db, caller, {
        kind: 'calendars',
        id,
        check: (_, before) => checkUnused(before, caller.language, id),
      }),
  };
};
export type Calendars = ReturnType<typeof createCalendars>;
