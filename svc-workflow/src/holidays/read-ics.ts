import { type HolidayFile, type HolidayList, type Language, limits } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import ICAL from 'ical.js';
import { translate } from '../messages/server-messages';
import { collectHolidays } from './collect-holidays';
import { isYearlyRule, listEventDays, listRepetitions, type RepetitionRule } from './yearly-rule';

const dayMs = 24 * 60 * 60_000;
/** Years and days of events that are looked at: 100 ms of work. */
const stepsMax = 100_000;
const namesMax = 20;
/** An event of more days is no holiday. */
const eventDaysMax = 366;

interface FileEvent {
  name: string;
  /** `YYYY-MM-DD` */
  first: string;
  /** Days. */
  length: number;
  rule: RepetitionRule | undefined;
  excluded: ReadonlySet<string>;
  hasFurtherDates: boolean;
}

const toDay = (time: { toString(): string }): string => time.toString().slice(0, 10);

/** @returns undefined for an event with times */
const readEvent = (component: InstanceType<typeof ICAL.Component>): FileEvent | undefined => {
  const event = new ICAL.Event(component);
  if (!event.startDate?.isDate) return undefined;
  const [first, end] = [toDay(event.startDate), toDay(event.endDate)];
  const length = Math.round((Date.parse(end) - Date.parse(first)) / dayMs);
  if (Number.isNaN(length)) throw new TypeError('No dates');
  const excluded = component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues().map((value: { toString(): string }) => toDay(value)));
  return {
    name: event.summary ?? '',
    first,
    length: Math.min(Math.max(1, length), eventDaysMax),
    rule: (component.getFirstPropertyValue('rrule') as unknown as RepetitionRule | null) ?? undefined,
    excluded: new Set(excluded),
    hasFurtherDates: component.getFirstProperty('rdate') !== null,
  };
};

const readEvents = (content: string): FileEvent[] => {
  const calendar = new ICAL.Component(ICAL.parse(content));
  return calendar.getAllSubcomponents('vevent').flatMap((component) => readEvent(component) ?? []);
};

/**
 * Lists the all-day events of an ICS file in some years, also of yearly ones. Ignores events with times.
 * @throws 413 above 1 MB, 422 if it is no such file or has too many days
 */
export const readIcs = ({ content, fromYear, untilYear }: HolidayFile, language: Language): HolidayList => {
  if (Buffer.byteLength(content) > limits.calendarFileBytes) throw problem.tooLarge();
  const refuse = (key: 'icsUnreadable' | 'icsTooLong') =>
    problem.validation([{ field: 'content', message: translate(language, key) }]);
  let events: FileEvent[];
  try {
    events = readEvents(content);
  } catch {
    throw refuse('icsUnreadable');
  }
  let steps = 0;
  const takeStep = (): void => {
    steps += 1;
    if (steps > stepsMax) throw refuse('icsTooLong');
  };
  const years = { fromYear, untilYear };
  const holidays = collectHolidays(years);
  const unread = new Set<string>();
  for (const { name, first, length, rule, excluded, hasFurtherDates } of events) {
    const title = name.trim() || translate(language, 'holiday');
    if (hasFurtherDates || (rule && !isYearlyRule(rule))) unread.add(title.slice(0, limits.nameMaxLength));
    else
      for (const day of rule ? listRepetitions(rule, first, years, takeStep) : [first])
        if (!excluded.has(day))
          for (const date of listEventDays(day, length, takeStep)) holidays.add(date, title);
  }
  return { holidays: holidays.list(), unreadEvents: [...unread].slice(0, namesMax) };
};
