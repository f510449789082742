import { zodResolver } from '@hookform/resolvers/zod';
import {
  type NotificationReason,
  type NotificationSettings,
  notificationReasons,
  notificationSettingsSchema,
  saveNotificationSettingsSchema,
} from '@obieg/contracts';
import {
  Button,
  Card,
  CheckboxField,
  Form,
  FormActions,
  focusFirstProblem,
  Notice,
  NumberField,
  RestoredDraftNotice,
  SelectField,
  useProblemFocus,
} from '@obieg/ui';
import { type JoinedFields, joinRecords, type Revision } from '@obieg/ui/conflicts';
import { describeError, notify, usePermissions } from '@obieg/web-kit';
import { type UnsavedForm, useFormDraft } from '@obieg/web-kit/form-drafts';
import { useRef, useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import * as z from 'zod';
import { LeaveGuard } from '../../../browser/LeaveGuard';
import { JoinedNotice } from '../../../conflicts/JoinedNotice';
import { useJoinedSave } from '../../../conflicts/use-joined-save';
import { useTaskMessages } from '../../../i18n/messages';
import { fetchNotificationSettings, useSaveNotificationSettings } from '../inbox.api';
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
    .pipe(saveNotificationSettingsSchema.shape.mailsPerDayMax),
  quietHours: saveNotificationSettingsSchema.shape.quietHours,
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

const toFields = ({ values, etag }: Revision<NotificationSettings>): Revision<SettingsFields> => ({
  values: { ...values, mailsPerDayMax: String(values.mailsPerDayMax) },
  etag,
});

const loadFields = async (): Promise<Revision<SettingsFields>> => toFields(await fetchNotificationSettings());

/** How changes of two tabs or devices of the same person are joined and shown. */
const useJoinedFields = (): JoinedFields<SettingsFields> => {
  const t = useTaskMessages();
  const reasons = useReasons();
  const listChannels = ({ inbox, mail }: SettingsFields['reasons'][NotificationReason]): string =>
    [...(inbox ? [t('inbox.settings.inbox')] : []), ...(mail ? [t('inbox.settings.mail')] : [])].join(', ');
  return {
    reasons: {
      label: t('inbox.settings.reasonsTitle'),
      describe: (value) =>
        reasons.map(
          (reason) => `${t(`inbox.settings.reasons.${reason}`)}: ${listChannels(value[reason]) || '–'}`,
        ),
      join: joinRecords,
    },
    digest: {
      label: t('inbox.settings.digest'),
      describe: (digest) => [t(`inbox.settings.digests.${digest}`)],
    },
    quietHours: {
      label: t('inbox.settings.quiet'),
      describe: (quiet) => [quiet ? `${quiet.from}:00 – ${quiet.to}:00` : ''],
    },
    mailsPerDayMax: { label: t('inbox.settings.max') },
  };
};

/** The settings of one person. Saves all of them at once. */
export const SettingsForm = ({ settings }: { settings: Revision<NotificationSettings> }) => {
  const t = useTaskMessages();
  const reasons = useReasons();
  const save = useSaveNotificationSettings();
  const loaded = toFields(settings);
  const draft = useFormDraft<SettingsFields>({
    name: 'notification-settings',
    present: loaded.values,
    read: (): UnsavedForm<SettingsFields> | undefined =>
      isDirty ? { base: joined.getBase(), values: structuredClone(settingsForm.getValues()) } : undefined,
  });
  // A restored form continues from the revision that it was based on.
  const [base] = useState<Revision<SettingsFields>>(draft.restored?.base ?? loaded);
  const settingsForm = useForm<SettingsFields, unknown, NotificationSettings>({
    mode: 'onChange',
    resolver: zodResolver(settingsFieldsSchema),
    defaultValues: base.values,
    ...(draft.restored ? { values: draft.restored.values, resetOptions: { keepDefaultValues: true } } : {}),
  });
  const { register, control, handleSubmit, formState } = settingsForm;
  const { joined, isExplained, ...saving } = useJoinedSave(settingsForm, {
    fields: useJoinedFields(),
    isOwn: true,
    loaded: base,
    load: loadFields,
  });
  const form = useRef<HTMLFormElement>(null);
  const focusMissing = useProblemFocus(() => focusFirstProblem(form.current));
  const { field: channels } = useController({ control, name: 'reasons' });
  const { field: digest } = useController({ control, name: 'digest' });
  const { isDirty } = formState;
  const submit = handleSubmit(async () => {
    if (!joined.checkChoices()) {
      focusMissing();
      return;
    }
    const send = async (fields: SettingsFields, { etag }: Revision<SettingsFields>): Promise<void> => {
      const changed = await save.mutateAsync({ values: settingsFieldsSchema.parse(fields), etag });
      notify.success(t('inbox.settings.saved'));
      saved = toFields(changed);
    };
    let saved: Revision<SettingsFields> | undefined;
    // The mutation holds the error.
    await saving.save(send).catch(() => undefined);
    if (!saved) return;
    joined.rebase(saved);
    settingsForm.reset(saved.values, { keepValues: true });
    draft.forget();
  });
  return (
    <Form ref={form} onSubmit={(event) => void submit(event)}>
      {draft.restored ? (
        <RestoredDraftNotice
          savedAt={draft.restored.savedAt}
          onDiscard={() => {
            settingsForm.reset(loaded.values);
            joined.rebase(loaded);
            draft.forget();
          }}
        />
      ) : null}
      <JoinedNotice control={control} joined={joined} />
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
      {save.error && !isExplained(save.error) ? (
        <Notice tone="danger" takesFocus>
          {t('inbox.settings.saveFailed', { reason: describeError(save.error) })}
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
