import { useLanguage } from '@obieg/web-kit';
import { useMemo } from 'react';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Returns the name of an ISO weekday in the screen's language. 1 January 2024 was a Monday. */
export const useWeekdayNames = (weekday: 'long' | 'short' | 'narrow'): ((day: number) => string) => {
  const language = useLanguage();
  return useMemo(() => {
    const { format } = new Intl.DateTimeFormat(language === 'pl' ? 'pl' : 'en', { weekday, timeZone: 'UTC' });
    return (day) => format(Date.UTC(2024, 0, day));
  }, [language, weekday]);
};
