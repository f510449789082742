import type { Priority } from '@obieg/contracts';
import { type Tx, transactionTime } from '@obieg/service-kit';
import { getDueSettings } from './due-settings.repo';
import { addWorkingHours } from './working-hours';

const minuteMs = 60_000;

/** Due date of a task that is created now, in whole minutes. Null if its priority has no default. */
export const computeDefaultDueDate = async (tx: Tx, priority: Priority): Promise<Date | null> => {
  const { settings } = await getDueSettings(tx);
  const hours = settings.defaultHours[priority];
  if (hours === null) return null;
  const due = addWorkingHours(await transactionTime(tx), hours, settings).getTime();
  return new Date(Math.floor(due / minuteMs) * minuteMs);
};
