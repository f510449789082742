import { zodResolver } from '@hookform/resolvers/zod';
import {
  type NotificationReason,
  type NotificationSettings,
  notificationReasons,
  notificationSettingsSchema,
} from '@obieg/contracts';
import { Button, Card, CheckboxField, Form, FormActions, Notice, NumberField, SelectField } from '@obieg/ui';
import { notify, usePermissions } from '@obieg/web-kit';
import { type Control, useController, useForm } from 'react-hook-form';
import * as z from 'zod';
import { LeaveGuard } from '../../../browser/LeaveGuard';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useSaveNotificationSettings } from '../inbox.api';
import { ReasonTable } from './ReasonTable';
import classes from './settings.module.css';

/** Offered when quiet hours are switched on again. */
const usualQuietHours = { from: 20, to: 7 };
const mailsMax = 200;

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Reporters are notified of their own submissions, members of the rest. */
const useReasons = (): NotificationReason[] => {
  const { hasBasePermission } = usePermissions();
  const reporterReasons: readonly NotificationReason[] = [
    'MENTIONED',
    'COMMENTED',
    'STATUS_CHANGED',
    'REPORTER_UPDATE',
  ];
  return notificationReasons.filter((reason) =>
    hasBasePermission ? reason !== 'REPORTER_UPDATE' : reporterReasons.includes(reason),
  );
};

/** As typed. The other settings are never invalid alone. */
type SettingsFields = Omit<NotificationSettings, 'mailsPerDayMax'> & { mailsPerDayMax: string };

const settingsFieldsSchema = notificationSettingsSchema.extend({
  mailsPerDayMax: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(notificationSettingsSchema.shape.mailsPerDayMax),
});

const fieldsOf = (settings: NotificationSettings): SettingsFields => ({
  ...settings,
  mailsPerDayMax: String(settings.mailsPerDayMax),
});

const QuietHours = ({ control }: { control: Control<SettingsFields, unknown, NotificationSettings> }) => {
  const t = useTaskMessages();
  const { field } = useController({ control, name: 'quietHours' });
  const quietHours = field.value;
  const isSame = quietHours !== null && quietHours.from === quietHours.to;
  return (
    <>
      <CheckboxField
        label={t('inbox.settings.quiet')}
        help={t('inbox.settings.quietHelp')}
        checked={quietHours !== null}
        onChange={({ target }) => field.onChange(target.checked ? usualQuietHours : null)}
      />
      {quietHours ? (
        <div className={classes['hours']}>
          {(['from', 'to'] as const).map((end) => (
            <SelectField
              key={end}
              label={t(`inbox.settings.${end}`)}
              value={String(quietHours[end])}
              error={isSame && end === 'to' ? t('inbox.settings.sameHours') : undefined}
              onChange={({ target }) => field.onChange({ ...quietHours, [end]: Number(target.value) })}
              options={hours}
            />
          ))}
        </div>
      ) : null}
    </>
  );
};

/** The settings of one person. Saves all of them at once. */
export const SettingsForm = ({ settings }: { settings: NotificationSettings }) => {
  const t = useTaskMessages();
  const reasons = useReasons();
  const save = useSaveNotificationSettings();
  const { register, control, handleSubmit, formState, reset } = useForm<
    SettingsFields,
    unknown,
    NotificationSettings
  >({
    mode: 'onChange',
    resolver: zodResolver(settingsFieldsSchema),
    defaultValues: fieldsOf(settings),
  });
  const { field: channels } = useController({ control, name: 'reasons' });
  const { field: digest } = useController({ control, name: 'digest' });
  const { isDirty } = formState;
  const submit = handleSubmit((changed) =>
    save.mutate(changed, {
      onSuccess: () => {
        reset(fieldsOf(changed), { keepValues: true });
        notify.success(t('inbox.settings.saved'));
      },
    }),
  );
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <Card title={t('inbox.settings.reasonsTitle')} flush>
        <ReasonTable
          reasons={reasons}
          value={channels.value}
          onChange={(reason, chosen) => channels.onChange({ ...channels.value, [reason]: chosen })}
        />
      </Card>
      <Card title={t('inbox.settings.mailsTitle')}>
        <div className={classes['fields']}>
          <SelectField
            {...digest}
            label={t('inbox.settings.digest')}
            options={(['NONE', 'DAILY'] as const).map((value) => ({
              value,
              label: t(`inbox.settings.digests.${value}`),
            }))}
          />
          <NumberField
            {...register('mailsPerDayMax')}
            label={t('inbox.settings.max')}
            help={t(digest.value === 'DAILY' ? 'inbox.settings.maxHelpDigest' : 'inbox.settings.maxHelp')}
            error={formState.errors.mailsPerDayMax ? t('inbox.settings.maxInvalid') : undefined}
            step={1}
            min={0}
            max={mailsMax}
          />
          <QuietHours control={control} />
        </div>
      </Card>
      {save.error ? (
        <Notice tone="danger" takesFocus>
          {t('inbox.settings.saveFailed', { reason: describeError(save.error, t) })}
        </Notice>
      ) : null}
      <FormActions>
        <Button type="submit" variant="primary" loading={save.isPending}>
          {t('inbox.settings.save')}
        </Button>
      </FormActions>
      <LeaveGuard hasChanges={() => isDirty} isDraftKept={false} />
    </Form>
  );
};
