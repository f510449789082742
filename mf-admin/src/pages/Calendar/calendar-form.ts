import type { SaveWorkCalendar, WorkCalendar } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import * as z from 'zod';
import { loadCalendar, useCalendar, useSaveCalendar } from '../../api/calendars.api';
import type { EntityKind } from '../../workflow-entities/entity-kind';

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;

const valuesSchema = z.object({
  name: z.string().trim().min(1, 'calendar.nameRequired').max(limits.nameMaxLength, 'calendar.nameTooLong'),
  isDefault: z.boolean(),
  week: z
    .array(
      z.object({
        day: z.string(),
        from: z.string().regex(timeOfDay, 'calendar.timeInvalid'),
        to: z.string().regex(timeOfDay, 'calendar.timeInvalid'),
      }),
    )
    .min(1, 'calendar.weekRequired'),
  holidays: z.array(
    z.object({
      date: z.iso.date('calendar.dateRequired'),
      name: z.string().trim().min(1, 'calendar.nameRequired'),
    }),
  ),
});
export type CalendarValues = z.input<typeof valuesSchema>;
type Span = CalendarValues['week'][number];

const isOverlap = (one: Span, other: Span): boolean =>
  one.day === other.day && one.from < other.to && other.from < one.to;

/** Validates the form like the server. Error messages are message keys. */
export const calendarSchema = valuesSchema
  .superRefine(({ week, holidays }, { addIssue }) => {
    for (const [index, span] of week.entries()) {
      if (span.from >= span.to)
        addIssue({ code: 'custom', path: ['week', index, 'to'], message: 'calendar.spanReversed' });
      else if (week.slice(0, index).some((other) => isOverlap(span, other)))
        addIssue({ code: 'custom', path: ['week', index, 'from'], message: 'calendar.spanOverlaps' });
    }
    for (const [index, { date }] of holidays.entries())
      if (holidays.findIndex((other) => other.date === date) < index)
        addIssue({ code: 'custom', path: ['holidays', index, 'date'], message: 'calendar.dateRepeated' });
  })
  .transform(
    ({ week, ...calendar }): SaveWorkCalendar => ({
      ...calendar,
      week: week.map(({ day, ...times }) => ({ day: Number(day), ...times })),
    }),
  );

export const toFormValues = ({ name, isDefault, week, holidays }: WorkCalendar): CalendarValues => ({
  name,
  isDefault,
  week: week.map(({ day, from, to }) => ({ day: String(day), from, to })),
  holidays: holidays.map(({ date, name: holiday }) => ({ date, name: holiday })),
});

/** Monday to Friday, 8 to 16. */
export const createDefaultValues = (): CalendarValues => ({
  name: '',
  isDefault: false,
  week: [1, 2, 3, 4, 5].map((day) => ({ day: String(day), from: '08:00', to: '16:00' })),
  holidays: [],
});

/** Adds holidays on days that the calendar does not have yet. */
export const mergeHolidays = (
  own: CalendarValues['holidays'],
  found: CalendarValues['holidays'],
): CalendarValues['holidays'] => {
  const days = new Set(own.map(({ date }) => date));
  return [...own, ...found.filter(({ date }) => !days.has(date))].sort((one, other) =>
    one.date < other.date ? -1 : 1,
  );
};

export const calendarKind: EntityKind<WorkCalendar, SaveWorkCalendar> = {
  name: 'calendar',
  listTexts: 'calendars',
  listPath: '/calendars',
  titles: { create: 'calendar.new', view: 'calendar.view', edit: 'calendar.edit' },
  getLabel: ({ name }) => name,
  useOne: useCalendar,
  useSave: useSaveCalendar,
  load: loadCalendar,
};
