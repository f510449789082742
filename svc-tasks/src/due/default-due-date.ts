import type { DueSettings, Priority, WorkflowConfiguration } from '@obieg/contracts';
import { type Tx, transactionTime } from '@obieg/service-kit';
import { createWorkingTime, type WorkingHours } from '@obieg/workflow-rules';
import { getDueSettings } from './due-settings.repo';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The organization's default calendar, or the hours of its due settings if it has none. */
const findWorkingHours = (
  { calendars = [] }: Pick<WorkflowConfiguration, 'calendars'>,
  { workDays, workStart, workEnd, timeZone }: DueSettings,
): WorkingHours => {
  const calendar = calendars.find(({ isDefault }) => isDefault);
  return calendar
    ? { week: calendar.week, holidays: new Set(calendar.holidays.map(({ date }) => date)), timeZone }
    : {
        week: workDays.map((day) => ({ day, from: workStart, to: workEnd })),
        holidays: new Set(),
        timeZone,
      };
};

/**
 * Due date of a task that is created now, in whole minutes. Null if its priority has no default, or if its working time
 * takes more than ten years.
 */
export const computeDefaultDueDate = async (
  tx: Tx,
  configuration: Pick<WorkflowConfiguration, 'calendars'>,
  priority: Priority,
): Promise<Date | null> => {
  const { settings } = await getDueSettings(tx);
  const hours = settings.defaultHours[priority];
  if (hours === null) return null;
  const { add } = createWorkingTime(findWorkingHours(configuration, settings));
  const due = add((await transactionTime(tx)).getTime(), hours * hourMs);
  return due === undefined ? null : new Date(Math.floor(due / minuteMs) * minuteMs);
};
