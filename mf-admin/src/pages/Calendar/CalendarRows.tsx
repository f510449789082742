import { TextField } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { ChoiceField } from '../../forms/ChoiceField';
import { FieldRows } from '../../forms/FieldRows';
import { useAdminMessages } from '../../i18n/messages';
import type { CalendarValues } from './calendar-form';
import { useWeekdayNames, weekdays } from './weekday-names';

const spansMax = 70;
const holidaysMax = 500;

/** The spans of the week. A day can have several. */
export const WeekRows = () => {
  const t = useAdminMessages();
  const nameOfDay = useWeekdayNames('long');
  const { control, register } = useFormContext<CalendarValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'week' });
  const errors = useFormState({ control, name: 'week' }).errors.week;
  const show = (key: string | undefined): string | undefined => (key === undefined ? undefined : t(key));
  return (
    <FieldRows
      legend={t('calendar.week')}
      help={t('calendar.weekHelp')}
      empty={t('calendar.noWeek')}
      error={show(errors?.message ?? errors?.root?.message)}
      addLabel={t('calendar.addSpan')}
      removeLabel={(number) => t('calendar.removeSpan', { number })}
      rowKeys={fields.map(({ id }) => id)}
      onAdd={() => append({ day: '1', from: '08:00', to: '16:00' }, { shouldFocus: false })}
      onRemove={remove}
      maxRows={spansMax}
    >
      {(index) => (
        <>
          <ChoiceField
            control={control}
            name={`week.${index}.day`}
            label={t('calendar.day')}
            options={weekdays.map((day) => ({ value: String(day), label: nameOfDay(day) }))}
          />
          <FieldPair>
            <TextField
              {...register(`week.${index}.from`)}
              label={t('calendar.from')}
              autoComplete="off"
              error={show(errors?.[index]?.from?.message)}
            />
            <TextField
              {...register(`week.${index}.to`)}
              label={t('calendar.to')}
              autoComplete="off"
              error={show(errors?.[index]?.to?.message)}
            />
          </FieldPair>
        </>
      )}
    </FieldRows>
  );
};

/** Days without work. */
export const HolidayRows = () => {
  const t = useAdminMessages();
  const { control, register } = useFormContext<CalendarValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'holidays' });
  const errors = useFormState({ control, name: 'holidays' }).errors.holidays;
  const show = (key: string | undefined): string | undefined => (key === undefined ? undefined : t(key));
  return (
    <FieldRows
      legend={t('calendar.holidays')}
      help={t('calendar.holidaysHelp')}
      empty={t('calendar.noHolidays')}
      error={show(errors?.message ?? errors?.root?.message)}
      addLabel={t('calendar.addHoliday')}
      removeLabel={(number) => t('calendar.removeHoliday', { number })}
      rowKeys={fields.map(({ id }) => id)}
      onAdd={() => append({ date: '', name: '' }, { shouldFocus: false })}
      onRemove={remove}
      maxRows={holidaysMax}
    >
      {(index) => (
        <FieldPair>
          <TextField
            {...register(`holidays.${index}.date`)}
            type="date"
            label={t('calendar.date')}
            error={show(errors?.[index]?.date?.message)}
          />
          <TextField
            {...register(`holidays.${index}.name`)}
            label={t('calendar.holidayName')}
            autoComplete="off"
            error={show(errors?.[index]?.name?.message)}
          />
        </FieldPair>
      )}
    </FieldRows>
  );
};
