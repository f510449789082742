import {
  defaultNotificationSettings,
  type NotificationSettings,
  notificationSettingsSchema,
} from '@obieg/contracts';
import {
  contentTagOf,
  type Database,
  matchesTag,
  problem,
  readOrganization,
  withOrganization,
} from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';

/** Adds the defaults of reasons that did not exist when the settings were saved. */
export const readStoredSettings = (stored: unknown): NotificationSettings => {
  const known = (stored ?? {}) as Partial<NotificationSettings>;
  return notificationSettingsSchema.parse({
    ...defaultNotificationSettings,
    ...known,
    reasons: { ...defaultNotificationSettings.reasons, ...known.reasons },
  });
};

export const getNotificationSettings = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
): Promise<NotificationSettings> => {
  const [[row] = []] = await readOrganization(db, tenantScope, (knex) => [
    knex('notification_settings').where({ user_id: actor.userId }).select('settings'),
  ]);
  return readStoredSettings(row?.['settings']);
};

/** Replaces the caller's settings. They apply to later news. @throws 412 if `ifMatch` is not the present settings' ETag */
export const saveNotificationSettings = async (
  db: Database,
  { organizationId, tenantScope, actor }: SignedInCaller,
  settings: NotificationSettings,
  ifMatch: string | undefined,
): Promise<NotificationSettings> => {
  await withOrganization(db, tenantScope, async (tx) => {
    await tx.raw(`select pg_advisory_xact_lock(hashtextextended('notification settings', ?))`, [
      actor.userId,
    ]);
    const row = await tx('notification_settings').where({ user_id: actor.userId }).first('settings');
    if (!matchesTag(contentTagOf(readStoredSettings(row?.settings)), ifMatch))
      throw problem.preconditionFailed();
    await tx('notification_settings')
      .insert({
        organization_id: organizationId,
        user_id: actor.userId,
        settings: JSON.stringify(settings),
      })
      .onConflict(['organization_id', 'user_id'])
      .merge();
  });
  return readStoredSettings(settings);
};
