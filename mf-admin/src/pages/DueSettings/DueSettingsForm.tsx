import { type DueSettings, type Priority, priorities } from '@obieg/contracts';
import {
  Button,
  Card,
  CheckboxField,
  FieldGroup,
  Form,
  FormActions,
  focusFirstProblem,
  Group,
  Notice,
  SelectField,
  Stack,
  Text,
  TextField,
  usePriorityLabels,
  useProblemFocus,
} from '@obieg/ui';
import { notify, useLanguage } from '@obieg/web-kit';
import { type FormEvent, useRef, useState } from 'react';
import { isPreconditionFailed, type Versioned } from '../../api/optimistic-concurrency';
import { getRejectionReason } from '../../failures/rejection';
import { ConflictNotice } from '../../forms/ConflictNotice';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../../i18n/messages';
import { type DueFormValues, findErrors, includeTime, toFormValues, toSettings, weekdays } from './due-form';
import { useSaveDueSettings } from './due-settings.api';

/** Weekdays of the screen's language; 1 January 2024 was a Monday. */
const useWeekdayNames = (): ((day: number) => string) => {
  const { format } = new Intl.DateTimeFormat(useLanguage() === 'pl' ? 'pl' : 'en', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  return (day) => format(Date.UTC(2024, 0, day));
};

interface DueSettingsFormProps {
  versioned: Versioned<DueSettings>;
  /** Loads the settings again, after saving or after another user's change. */
  onReload: () => void;
}

/** Form of the working hours and the default due time of each priority. */
export const DueSettingsForm = ({ versioned, onReload }: DueSettingsFormProps) => {
  const t = useAdminMessages();
  const labels = usePriorityLabels();
  const nameOfDay = useWeekdayNames();
  // Keeps the revision that the fields show.
  const [{ entity: settings, etag }] = useState(versioned);
  const [initial] = useState(() => toFormValues(settings));
  const [values, setValues] = useState(initial);
  const [showsErrors, setShowsErrors] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { mutateAsync, isPending } = useSaveDueSettings();
  const form = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const focusFirstError = useProblemFocus(() => focusFirstProblem(form.current));
  const errors = showsErrors ? findErrors(values) : {};
  const show = (key: string | undefined): string | undefined => (key === undefined ? undefined : t(key));
  const change = (changes: Partial<DueFormValues>): void => setValues({ ...values, ...changes });
  const changeHours = (priority: Priority, text: string): void =>
    change({ hours: { ...values.hours, [priority]: text } });
  const changeDay = (day: number, isWorking: boolean): void =>
    change({
      workDays: isWorking ? [...values.workDays, day] : values.workDays.filter((one) => one !== day),
    });

  const save = async (expected: string | undefined): Promise<void> => {
    setShowsErrors(true);
    setFailure(undefined);
    if (Object.keys(findErrors(values)).length > 0) return focusFirstError();
    try {
      await mutateAsync({ settings: toSettings(values), etag: expected });
      isSaved.current = true;
      notify.success(t('dueSettings.saved'));
      onReload();
    } catch (error) {
      setFailure(error);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(etag);
  };
  const selectTime = (name: 'workStart' | 'workEnd') => (
    <SelectField
      label={t(`dueSettings.${name}`)}
      value={values[name]}
      error={name === 'workEnd' ? show(errors.workEnd) : undefined}
      onChange={({ target }) => change({ [name]: target.value })}
      options={includeTime(values[name])
        .filter((time) => name === 'workEnd' || time !== '24:00')
        .map((time) => ({ value: time, label: time }))}
    />
  );
  return (
    <Form ref={form} onSubmit={submit}>
      <UnsavedChangesDialog
        hasChanges={() => !isSaved.current && JSON.stringify(values) !== JSON.stringify(initial)}
      />
      {isPreconditionFailed(failure) ? (
        <ConflictNotice isRunning={isPending} onReload={onReload} onOverwrite={() => void save(undefined)} />
      ) : failure === undefined ? null : (
        <Notice tone="danger" title={t('dueSettings.saveFailed')}>
          {getRejectionReason(failure) ?? t('dueSettings.tryAgain')}
        </Notice>
      )}
      <Card title={t('dueSettings.workingHours')}>
        <Stack gap="md">
          <FieldGroup legend={t('dueSettings.workDays')} error={show(errors.workDays)} inline>
            {weekdays.map((day) => (
              <CheckboxField
                key={day}
                label={nameOfDay(day)}
                checked={values.workDays.includes(day)}
                onChange={({ target }) => changeDay(day, target.checked)}
              />
            ))}
          </FieldGroup>
          <Group grow align="flex-start">
            {selectTime('workStart')}
            {selectTime('workEnd')}
          </Group>
          <Text size="small" muted>
            {t('dueSettings.timeZone', { timeZone: settings.timeZone })}
          </Text>
        </Stack>
      </Card>
      <Card title={t('dueSettings.defaults')}>
        <Stack gap="md">
          <Text muted>{t('dueSettings.defaultsHelp')}</Text>
          {priorities.map((priority) => (
            <TextField
              key={priority}
              label={t('dueSettings.hoursOf', { priority: labels[priority] })}
              inputMode="decimal"
              autoComplete="off"
              value={values.hours[priority]}
              error={show(errors[priority])}
              onChange={({ target }) => changeHours(priority, target.value)}
            />
          ))}
        </Stack>
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" loading={isPending}>
          {t('dueSettings.save')}
        </Button>
      </FormActions>
    </Form>
  );
};
