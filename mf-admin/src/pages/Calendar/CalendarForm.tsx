import type { SaveWorkCalendar, WorkCalendar } from '@obieg/contracts';
import { Card, CheckboxField, Stack, Text, TextField, useUiTimeZone } from '@obieg/ui';
import { type JoinedFields, joinRows } from '@obieg/ui/conflicts';
import { isApiError } from '@obieg/web-kit';
import { useWatch } from 'react-hook-form';
import { useAdminMessages } from '../../i18n/messages';
import { EntityForm } from '../../workflow-entities/EntityForm';
import type { EntityFormProps } from '../../workflow-entities/entity-kind';
import { useEntityForm } from '../../workflow-entities/use-entity-form';
import { HolidayRows, WeekRows } from './CalendarRows';
import {
  type CalendarValues,
  calendarKind,
  calendarSchema,
  createDefaultValues,
  mergeHolidays,
  toFormValues,
} from './calendar-form';
import { HolidayImport } from './HolidayImport';
import { useWeekdayNames } from './weekday-names';
import { YearPicture } from './YearPicture';

/** How changes of a calendar are joined and shown. */
const useCalendarFields = (): JoinedFields<CalendarValues> => {
  const t = useAdminMessages();
  const nameOfDay = useWeekdayNames('long');
  return {
    name: { label: t('calendar.name') },
    isDefault: {
      label: t('calendar.isDefault'),
      describe: (isDefault) => [t(isDefault ? 'workflowChanges.yes' : 'workflowChanges.no')],
    },
    week: {
      label: t('calendar.week'),
      describe: (spans) => spans.map(({ day, from, to }) => `${nameOfDay(Number(day))} ${from}–${to}`),
      join: joinRows(({ day, from }) => `${day} ${from}`),
    },
    holidays: {
      label: t('calendar.holidays'),
      describe: (holidays) => holidays.map(({ date, name }) => `${date} ${name}`),
      join: joinRows(({ date }) => date),
    },
  };
};

/** Creates a calendar of working time, or edits the given one. */
export const CalendarForm = ({
  versioned,
  previous,
  refreshFormData,
  ...handlers
}: EntityFormProps<WorkCalendar, SaveWorkCalendar>) => {
  const t = useAdminMessages();
  const timeZone = useUiTimeZone();
  const form = useEntityForm({
    kind: calendarKind,
    versioned,
    previous,
    refreshFormData,
    firstField: 'name',
    schema: calendarSchema,
    defaultValues: versioned ? toFormValues(versioned.entity) : createDefaultValues(),
    toValues: toFormValues,
    fields: useCalendarFields(),
    findFieldProblems: (error) =>
      isApiError(error) && error.code === 'NAME_TAKEN'
        ? [{ field: 'name', message: 'calendar.nameTaken' }]
        : [],
  });
  const { register, control, formState, getValues, setValue } = form.form;
  const [week, holidays] = useWatch({ control, name: ['week', 'holidays'] });
  const message = formState.errors.name?.message;
  const addHolidays = (found: CalendarValues['holidays']): number => {
    const own = getValues('holidays');
    const merged = mergeHolidays(own, found);
    setValue('holidays', merged, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    return merged.length - own.length;
  };
  return (
    <EntityForm form={form} failure={{ text: t('calendar.saveFailed') }} {...handlers}>
      <Card>
        <Stack gap="md">
          <TextField
            {...register('name')}
            label={t('calendar.name')}
            error={message && t(message)}
            autoComplete="off"
          />
          {form.existing?.isDefault ? (
            <Text muted>{t('calendar.isTheDefault')}</Text>
          ) : (
            <CheckboxField
              {...register('isDefault')}
              label={t('calendar.isDefault')}
              help={t('calendar.isDefaultHelp')}
            />
          )}
          <WeekRows />
          {timeZone ? (
            <Text size="small" muted>
              {t('dueSettings.timeZone', { timeZone })}
            </Text>
          ) : null}
        </Stack>
      </Card>
      <Card>
        <Stack gap="md">
          <HolidayImport onFound={addHolidays} />
          <HolidayRows />
        </Stack>
      </Card>
      <YearPicture
        calendar={{ week: week.map(({ day, ...times }) => ({ day: Number(day), ...times })), holidays }}
      />
    </EntityForm>
  );
};
