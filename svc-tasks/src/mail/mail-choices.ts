import { type MailChoice, type NotificationReason, notificationReasons } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { readStoredSettings, replaceSettings } from '../notifications/notification-settings';
import type { MailKeyRow } from './mail-keys';

interface StoredStop {
  reason: NotificationReason | null;
  task_id: number | null;
}

type Choice = Pick<MailChoice, 'reason' | 'scope'>;

const listStops = (tx: Tx, email: string): Promise<StoredStop[]> =>
  tx('mail_stops').where({ email }).select('reason', 'task_id');

/** Whether the address stopped mails for this reason about this task. */
export const isMailStopped = async (
  tx: Tx,
  email: string,
  { reason, taskId }: { reason: NotificationReason | null; taskId: number },
): Promise<boolean> =>
  (await listStops(tx, email)).some(
    (stop) =>
      (stop.reason === null || stop.reason === reason) && (stop.task_id === null || stop.task_id === taskId),
  );

/** Whether the address stopped all mails of the organization. */
export const isAddressStopped = async (tx: Tx, email: string): Promise<boolean> =>
  (await listStops(tx, email)).some(({ reason, task_id }) => reason === null && task_id === null);

const taskOf = ({ scope }: Choice, { task_id }: MailKeyRow): number | null =>
  scope === 'TASK' ? task_id : null;

/** A member's general choice about a reason is a setting of the account, which the inbox shows, too. */
const settingOf = ({ reason, scope }: Choice, { user_id: userId }: MailKeyRow) =>
  userId !== null && reason !== null && scope === 'ORGANIZATION' ? { userId, reason } : undefined;

const readSettings = async (tx: Tx, userId: number) =>
  readStoredSettings(
    (await tx('notification_settings').where({ user_id: userId }).first('settings'))?.settings,
  );

const saveSetting = async (
  tx: Tx,
  organizationId: number,
  { userId, reason }: { userId: number; reason: NotificationReason },
  mail: boolean,
): Promise<void> => {
  const row = await tx('notification_settings').where({ user_id: userId }).first('settings');
  const { reasons } = readStoredSettings(row?.settings);
  const settings = replaceSettings(row?.settings, { reasons: { [reason]: { ...reasons[reason], mail } } });
  await tx('notification_settings')
    .insert({ organization_id: organizationId, user_id: userId, settings: JSON.stringify(settings) })
    .onConflict(['organization_id', 'user_id'])
    .merge();
};

const choicesOf = ({ reasons, task_id }: MailKeyRow): Choice[] => [
  ...notificationReasons
    .filter((reason) => reasons.includes(reason))
    .flatMap((reason) => [
      ...(task_id === null ? [] : [{ reason, scope: 'TASK' as const }]),
      // For reporters it is the same as no mails at all.
      ...(reason === 'REPORTER_UPDATE' ? [] : [{ reason, scope: 'ORGANIZATION' as const }]),
    ]),
  { reason: null, scope: 'ORGANIZATION' },
];

/** What the recipient of a mail can stop: each of its reasons for its task and in general, and all mails. */
export const listChoices = async (tx: Tx, row: MailKeyRow): Promise<MailChoice[]> => {
  const stops = await listStops(tx, row.email);
  const settings = row.user_id === null ? undefined : await readSettings(tx, row.user_id);
  return choicesOf(row).map((choice) => {
    const setting = settingOf(choice, row);
    return {
      ...choice,
      isStopped:
        setting && settings
          ? !settings.reasons[setting.reason].mail
          : stops.some((stop) => stop.reason === choice.reason && stop.task_id === taskOf(choice, row)),
    };
  });
};

/** Stops or resumes mails. Repeating it changes nothing. */
export const saveChoice = async (
  tx: Tx,
  organizationId: number,
  row: MailKeyRow,
  { isStopped, ...choice }: MailChoice,
): Promise<void> => {
  const setting = settingOf(choice, row);
  if (setting) return saveSetting(tx, organizationId, setting, !isStopped);
  const stop = { email: row.email, reason: choice.reason, task_id: taskOf(choice, row) };
  if (!isStopped) await tx('mail_stops').where(stop).delete();
  else
    await tx('mail_stops')
      .insert({ ...stop, organization_id: organizationId })
      .onConflict()
      .ignore();
};
