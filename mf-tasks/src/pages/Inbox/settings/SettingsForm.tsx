import {
  type NotificationReason,
  type NotificationSettings,
  notificationReasons,
  notificationSettingsSchema,
} from '@obieg/contracts';
import { Button, Card, CheckboxField, Form, FormActions, Notice, NumberField, SelectField } from '@obieg/ui';
import { notify, usePermissions } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
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

interface PartProps {
  settings: NotificationSettings;
  onChange: (changes: Partial<NotificationSettings>) => void;
}

const QuietHours = ({ settings: { quietHours }, onChange }: PartProps) => {
  const t = useTaskMessages();
  const isSame = quietHours !== null && quietHours.from === quietHours.to;
  return (
    <>
      <CheckboxField
        label={t('inbox.settings.quiet')}
        help={t('inbox.settings.quietHelp')}
        checked={quietHours !== null}
        onChange={({ target }) => onChange({ quietHours: target.checked ? usualQuietHours : null })}
      />
      {quietHours ? (
        <div className={classes['hours']}>
          {(['from', 'to'] as const).map((end) => (
            <SelectField
              key={end}
              label={t(`inbox.settings.${end}`)}
              value={String(quietHours[end])}
              error={isSame && end === 'to' ? t('inbox.settings.sameHours') : undefined}
              onChange={({ target }) =>
                onChange({ quietHours: { ...quietHours, [end]: Number(target.value) } })
              }
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
  const [edited, setEdited] = useState(settings);
  const [mails, setMails] = useState(String(settings.mailsPerDayMax));
  const save = useSaveNotificationSettings();
  const change = (changes: Partial<NotificationSettings>): void => setEdited({ ...edited, ...changes });
  const mailsPerDayMax = /^\d{1,3}$/.test(mails) && Number(mails) <= mailsMax ? Number(mails) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = notificationSettingsSchema.safeParse({ ...edited, mailsPerDayMax });
    if (parsed.success)
      save.mutate(parsed.data, { onSuccess: () => notify.success(t('inbox.settings.saved')) });
  };
  return (
    <Form onSubmit={submit}>
      <Card title={t('inbox.settings.reasonsTitle')} flush>
        <ReasonTable
          reasons={reasons}
          value={edited.reasons}
          onChange={(reason, channels) => change({ reasons: { ...edited.reasons, [reason]: channels } })}
        />
      </Card>
      <Card title={t('inbox.settings.mailsTitle')}>
        <div className={classes['fields']}>
          <SelectField
            label={t('inbox.settings.digest')}
            value={edited.digest}
            onChange={({ target }) => change({ digest: target.value as NotificationSettings['digest'] })}
            options={(['NONE', 'DAILY'] as const).map((value) => ({
              value,
              label: t(`inbox.settings.digests.${value}`),
            }))}
          />
          <NumberField
            label={t('inbox.settings.max')}
            help={t('inbox.settings.maxHelp')}
            error={mailsPerDayMax === undefined ? t('inbox.settings.maxInvalid') : undefined}
            step={1}
            min={0}
            max={mailsMax}
            value={mails}
            onChange={({ target }) => setMails(target.value)}
          />
          <QuietHours settings={edited} onChange={change} />
        </div>
      </Card>
      {save.error ? (
        <Notice tone="danger">
          {t('inbox.settings.saveFailed', { reason: describeError(save.error, t) })}
        </Notice>
      ) : null}
      <FormActions>
        <Button type="submit" variant="primary" loading={save.isPending}>
          {t('inbox.settings.save')}
        </Button>
      </FormActions>
    </Form>
  );
};
