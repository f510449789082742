import { type DueSettings, priorities } from '@obieg/contracts';
import {
  Button,
  Card,
  CheckboxField,
  FieldGroup,
  Form,
  FormActions,
  Group,
  Stack,
  Text,
  TextField,
  useFocusFallback,
  usePriorityLabels,
} from '@obieg/ui';
import { type JoinedFields, joinRecords, joinSets, type Revision } from '@obieg/ui/conflicts';
import { getRejectionReason, notify, useLanguage } from '@obieg/web-kit';
import { Controller, type FieldError } from 'react-hook-form';
import { useCalendarList } from '../../api/calendars.api';
import type { Versioned } from '../../api/optimistic-concurrency';
import { ChoiceField } from '../../forms/ChoiceField';
import { FormFailure } from '../../forms/FormFailure';
import { RestoredForm } from '../../forms/RestoredForm';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { CalendarOffer, DefaultCalendar } from './DefaultCalendar';
import {
  type DueFormValues,
  dueFormSchema,
  includeTime,
  toFormValues,
  toSettings,
  weekdays,
} from './due-form';
import { fetchDueSettings, useSaveDueSettings } from './due-settings.api';

/** Weekdays of the screen's language; 1 January 2024 was a Monday. */
const useWeekdayNames = (): ((day: number) => string) => {
  const { format } = new Intl.DateTimeFormat(useLanguage() === 'pl' ? 'pl' : 'en', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  return (day) => format(Date.UTC(2024, 0, day));
};

const listTimes = (present: string) => includeTime(present).map((time) => ({ value: time, label: time }));

const loadRevision = async (): Promise<Revision<DueFormValues>> => {
  const { entity, etag } = await fetchDueSettings();
  return { values: toFormValues(entity), etag };
};

/** How changes of the settings are joined and shown. */
const useDueFields = (): JoinedFields<DueFormValues> => {
  const t = useAdminMessages();
  const labels = usePriorityLabels();
  const nameOfDay = useWeekdayNames();
  const nameHours = (field: 'workStart' | 'workEnd'): string =>
    `${t('dueSettings.workingHours')}: ${t(`dueSettings.${field}`)}`;
  return {
    workDays: {
      label: t('dueSettings.workDays'),
      describe: (days) => [
        weekdays
          .filter((day) => days.includes(day))
          .map(nameOfDay)
          .join(', '),
      ],
      join: joinSets,
      contentOf: (days) => weekdays.filter((day) => days.includes(day)),
    },
    workStart: { label: nameHours('workStart') },
    workEnd: { label: nameHours('workEnd') },
    hours: {
      label: t('dueSettings.defaults'),
      describe: (hours) => priorities.map((priority) => `${labels[priority]}: ${hours[priority] || '–'}`),
      join: joinRecords,
    },
  };
};

interface DueSettingsFormProps {
  versioned: Versioned<DueSettings>;
  /** Loads the settings again after saving. */
  onReload: () => void;
}

/** Form of the working hours and the default due time of each priority. */
export const DueSettingsForm = ({ versioned, onReload }: DueSettingsFormProps) => {
  const t = useAdminMessages();
  const labels = usePriorityLabels();
  const nameOfDay = useWeekdayNames();
  const { mutateAsync } = useSaveDueSettings();
  const calendars = useCalendarList();
  const calendar = calendars.data?.find(({ isDefault }) => isDefault);
  const form = useSaveForm({
    schema: dueFormSchema,
    defaultValues: toFormValues(versioned.entity),
    draftName: 'due-settings',
    versioning: { etag: versioned.etag, load: loadRevision, fields: useDueFields() },
    send: (values, { etag }) => mutateAsync({ settings: toSettings(values), etag }),
    onSaved: () => {
      notify.success(t('dueSettings.saved'));
      onReload();
    },
  });
  // The saved settings replace the form.
  useFocusFallback(form.formProps.ref);
  const { register, control, formState } = form.form;
  const { errors } = formState;
  const show = (error: FieldError | undefined): string | undefined => error?.message && t(error.message);
  return (
    <Form {...form.formProps}>
      <UnsavedChangesDialog hasChanges={form.hasUnsavedChanges} />
      <RestoredForm form={form} />
      <FormFailure
        form={form}
        title={t('dueSettings.saveFailed')}
        describe={(error) => getRejectionReason(error) ?? t('dueSettings.tryAgain')}
      />
      {calendar ? (
        <DefaultCalendar calendar={calendar} />
      ) : (
        <Card title={t('dueSettings.workingHours')}>
          <Stack gap="md">
            <Controller
              control={control}
              name="workDays"
              render={({ field: { value, onChange }, fieldState }) => (
                <FieldGroup legend={t('dueSettings.workDays')} error={show(fieldState.error)} inline>
                  {weekdays.map((day) => (
                    <CheckboxField
                      key={day}
                      label={nameOfDay(day)}
                      checked={value.includes(day)}
                      onChange={({ target }) =>
                        onChange(target.checked ? [...value, day] : value.filter((one) => one !== day))
                      }
                    />
                  ))}
                </FieldGroup>
              )}
            />
            <Group grow align="flex-start">
              <ChoiceField
                control={control}
                name="workStart"
                deps="workEnd"
                label={t('dueSettings.workStart')}
                options={listTimes(versioned.entity.workStart).filter(({ value }) => value !== '24:00')}
              />
              <ChoiceField
                control={control}
                name="workEnd"
                label={t('dueSettings.workEnd')}
                error={show(errors.workEnd)}
                options={listTimes(versioned.entity.workEnd)}
              />
            </Group>
            <Text size="small" muted>
              {t('dueSettings.timeZone', { timeZone: versioned.entity.timeZone })}
            </Text>
            {calendars.data ? <CalendarOffer settings={versioned.entity} /> : null}
          </Stack>
        </Card>
      )}
      <Card title={t('dueSettings.defaults')}>
        <Stack gap="md">
          <Text muted>{t('dueSettings.defaultsHelp')}</Text>
          {priorities.map((priority) => (
            <TextField
              key={priority}
              {...register(`hours.${priority}`)}
              label={t('dueSettings.hoursOf', { priority: labels[priority] })}
              inputMode="decimal"
              autoComplete="off"
              error={show(errors.hours?.[priority])}
            />
          ))}
        </Stack>
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" loading={form.isSaving}>
          {t('dueSettings.save')}
        </Button>
      </FormActions>
    </Form>
  );
};
