import { limits } from '@obieg/contracts';

interface Years {
  fromYear: number;
  untilYear: number;
}

/** Collects holidays within some years. The first name of a day wins. */
export const collectHolidays = ({ fromYear, untilYear }: Years) => {
  const names = new Map<string, string>();
  return {
    /** @param date `YYYY-MM-DD` */
    add: (date: string, name: string): void => {
      const year = Number(date.slice(0, 4));
      if (year < fromYear || year > untilYear || names.has(date)) return;
      names.set(date, [...name.trim()].slice(0, limits.nameMaxLength).join(''));
    },
    list: () =>
      [...names]
        .map(([date, name]) => ({ date, name }))
        .sort((one, other) => (one.date < other.date ? -1 : 1)),
  };
};
