const daysFromNow = { today: 0, tomorrow: 1, week: 7 } as const;
const endOfWorkHour = 16;

/** The end of the usual working day, in the reader's time zone. */
export const atEndOfWork = (day: keyof typeof daysFromNow): string => {
  const due = new Date();
  due.setDate(due.getDate() + daysFromNow[day]);
  due.setHours(endOfWorkHour, 0, 0, 0);
  return due.toISOString();
};
