import { calendarsMax, type Language, type saveWorkCalendarSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type * as z from 'zod';
import { formatNames, translate } from '../messages/server-messages';
import type { Configuration } from '../model/configuration.model';
import { isSameName } from '../model/names';

export type CalendarInput = z.output<typeof saveWorkCalendarSchema>;

/**
 * Checks whether a calendar may be saved. @throws 422 if no calendar would be the default, 409 NAME_TAKEN, 409 if there
 * are too many
 */
export const checkCalendar = (
  { calendars }: Configuration,
  language: Language,
  { name, isDefault }: CalendarInput,
  ownId?: number,
): void => {
  if (!isDefault && calendars.some((own) => own.id === ownId && own.isDefault))
    throw problem.validation([{ field: 'isDefault', message: translate(language, 'defaultCalendarNeeded') }]);
  if (calendars.some((other) => other.id !== ownId && isSameName(other.name, name))) {
    const message = translate(language, 'calendarNameTaken');
    throw problem.conflict('NAME_TAKEN', message, [{ field: 'name', message }]);
  }
  if (ownId === undefined && calendars.length >= calendarsMax)
    throw problem.conflict('CONFLICT', translate(language, 'tooManyCalendars', { max: calendarsMax }));
};

/** Checks that nothing uses the calendar. @throws 409 IN_USE */
export const checkUnused = ({ calendars, targets }: Configuration, language: Language, id: number): void => {
  const metrics = targets.filter(({ calendarId }) => calendarId === id).map(({ metric }) => metric);
  const names = formatNames(language, [...new Set(metrics)]);
  const isDefault = calendars.some((calendar) => calendar.id === id && calendar.isDefault);
  const uses = [
    ...(isDefault ? [translate(language, 'usedAsDefault')] : []),
    ...(metrics.length > 0 ? [translate(language, 'usedByTargets', { names })] : []),
  ];
  if (uses.length > 0)
    throw problem.conflict('IN_USE', translate(language, 'calendarInUse', { uses: uses.join('; ') }));
};
