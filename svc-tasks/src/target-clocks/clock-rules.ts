import type { Target, WorkCalendar } from '@obieg/contracts';
import { createWorkingTime, type WorkingTime } from '@obieg/workflow-rules';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';
import type { ClockRules } from './target-clock';

/** Calendars that were valid until a moment. */
export interface FormerCalendars {
  changedAt: number;
  timeZone: string;
  calendars: readonly WorkCalendar[];
}

/** An organization without active targets pays no statement for them. */
export const hasActiveTargets = ({ targets = [] }: Pick<CachedConfiguration, 'targets'>): boolean =>
  targets.some(({ isActive }) => isActive);

/** Whether an active target ends with a reply. */
export const awaitsReply = ({ targets = [] }: Pick<CachedConfiguration, 'targets'>): boolean =>
  targets.some(({ isActive, end }: Target) => isActive && end.event === 'FIRST_REPLY');

const createTimes = (calendars: readonly WorkCalendar[], timeZone: string): Map<number, WorkingTime> =>
  new Map(
    calendars.map(({ id, week, holidays }) => [
      id,
      createWorkingTime({ week, holidays: new Set(holidays.map(({ date }) => date)), timeZone }),
    ]),
  );

/** Working times remember the days that they have computed. */
const known = new WeakMap<CachedConfiguration, Map<number, WorkingTime>>();

const timesOf = (configuration: CachedConfiguration): Map<number, WorkingTime> => {
  const found =
    known.get(configuration) ?? createTimes(configuration.calendars ?? [], configuration.timeZone);
  known.set(configuration, found);
  return found;
};

/**
 * The rules of clocks by the present configuration.
 *
 * @param former calendars that were replaced, oldest first. Time before a replacement counts by the calendar of then.
 */
export const createClockRules = (
  configuration: CachedConfiguration,
  former: readonly FormerCalendars[] = [],
): ClockRules => {
  const times = timesOf(configuration);
  const spans = former.map(({ changedAt, timeZone, calendars }) => ({
    until: changedAt,
    times: createTimes(calendars, timeZone),
  }));
  return {
    finalStatusIds: new Set(
      configuration.statuses.filter(({ statusType }) => statusType === 'FINAL').map(({ id }) => id),
    ),
    workingTimeOf: (calendarId) => times.get(calendarId),
    between: (calendarId, from, until) => {
      let elapsedMs = 0;
      let start = from;
      for (const span of spans) {
        const end = Math.min(span.until, until);
        if (end <= start) continue;
        elapsedMs += span.times.get(calendarId)?.between(start, end) ?? 0;
        start = end;
      }
      return elapsedMs + (times.get(calendarId)?.between(start, until) ?? 0);
    },
  };
};
