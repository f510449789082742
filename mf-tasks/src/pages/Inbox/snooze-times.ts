const snoozeChoices = ['hours', 'tomorrow', 'nextWeek'] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];

const snoozeHours = 3;
/** When work begins, in the reader's time zone. */
const morningHour = 8;

const morningIn = (now: Date, days: number): Date => {
  const morning = new Date(now);
  morning.setDate(now.getDate() + days);
  morning.setHours(morningHour, 0, 0, 0);
  return morning;
};

/** Days until the next Monday, at least one. */
const daysUntilMonday = (now: Date): number => (8 - now.getDay()) % 7 || 7;

/** Lists the choices with different times: on a Sunday, tomorrow is Monday. */
export const listSnoozeChoices = (now: Date): SnoozeChoice[] =>
  snoozeChoices.filter((choice) => choice !== 'nextWeek' || daysUntilMonday(now) > 1);

/** Returns the time of a choice. `nextWeek` is the morning of the next Monday. */
export const snoozeTime = (choice: SnoozeChoice, now: Date): Date => {
  if (choice === 'hours') return new Date(now.getTime() + snoozeHours * 60 * 60 * 1_000);
  return morningIn(now, choice === 'tomorrow' ? 1 : daysUntilMonday(now));
};
