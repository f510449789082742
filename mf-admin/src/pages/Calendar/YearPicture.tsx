import type { WorkCalendar } from '@obieg/contracts';
import { Card, Group, Heading, IconButton, Stack, Text, VisuallyHidden } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import classes from './calendar.module.css';
import { useWeekdayNames, weekdays } from './weekday-names';
import { listWeeks, type YearDay } from './year-days';

type Shown = Pick<WorkCalendar, 'week' | 'holidays'>;

const Day = ({ day }: { day: YearDay | undefined }) => {
  const t = useAdminMessages();
  if (!day) return <td />;
  const description = day.kind === 'work' ? undefined : (day.name ?? t('calendar.free'));
  return (
    <td className={classes[day.kind]} title={day.name}>
      {Number(day.date.slice(8))}
      {description === undefined ? null : <VisuallyHidden> {description}</VisuallyHidden>}
    </td>
  );
};

const Month = ({ calendar, year, month }: { calendar: Shown; year: number; month: number }) => {
  const language = useLanguage();
  const long = useWeekdayNames('long');
  const narrow = useWeekdayNames('narrow');
  const name = new Intl.DateTimeFormat(language === 'pl' ? 'pl' : 'en', { month: 'long', timeZone: 'UTC' });
  return (
    <table className={classes['month']}>
      <caption>{name.format(Date.UTC(year, month - 1, 1))}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" abbr={long(day)}>
              {narrow(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(calendar, year, month).map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month never move
          <tr key={row}>
            {week.map((day, index) => (
              <Day key={weekdays[index]} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The twelve months of a year with working days and holidays. The holidays are also listed in words. */
export const YearPicture = ({ calendar }: { calendar: Shown }) => {
  const t = useAdminMessages();
  const [year, setYear] = useState(() => new Date().getFullYear());
  const holidays = calendar.holidays
    .filter(({ date }) => date.startsWith(`${year}-`))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
  return (
    <Card>
      <Stack gap="md">
        <Group justify="space-between">
          <Heading level={2}>
            <span aria-live="polite">{t('calendar.year', { year })}</span>
          </Heading>
          <Group gap="xs">
            <IconButton icon="back" label={t('calendar.previousYear')} onClick={() => setYear(year - 1)} />
            <IconButton icon="forward" label={t('calendar.nextYear')} onClick={() => setYear(year + 1)} />
          </Group>
        </Group>
        <div className={classes['year']}>
          {Array.from({ length: 12 }, (_, index) => index + 1).map((month) => (
            <Month key={month} calendar={calendar} year={year} month={month} />
          ))}
        </div>
        <Text size="small" muted>
          {t('calendar.legend')}
        </Text>
        {holidays.length > 0 ? (
          <ul className={classes['holidays']}>
            {holidays.map(({ date, name }) => (
              <li key={date}>
                <time dateTime={date}>{date}</time> {name}
              </li>
            ))}
          </ul>
        ) : (
          <Text muted>{t('calendar.noHolidaysInYear')}</Text>
        )}
      </Stack>
    </Card>
  );
};
