import {
  defaultNotificationSettings,
  type NotificationSettings,
  notificationSettingsSchema,
  type SaveNotificationSettings,
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

type Settings = Omit<Partial<NotificationSettings>, 'reasons'> &
  Partial<Pick<SaveNotificationSettings, 'reasons'>>;

/** Changes stored settings, and keeps what only a newer version knows. */
export const replaceSettings = (stored: Settings | null | undefined, changes: Settings): Settings => ({
  ...stored,
  ...changes,
  reasons: { ...stored?.reasons, ...changes.reasons },
});

/**
 * Adds the defaults of reasons that did not exist when the settings were saved. Omits what only a newer version
 * knows.
 */
export const readStoredSettings = (stored: unknown): NotificationSettings =>
  notificationSettingsSchema.parse(replaceSettings(defaultNotificationSettings, (stored ?? {}) as Settings));

export const getNotificationSettings = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
): Promise<NotificationSettings> => {
  const [[row] = []] = await readOrganization(db, tenantScope, (knex) => [
    knex('notification_settings').where({ user_id: actor.userId }).select('settings'),
  ]);
  return readStoredSettings(row?.['settings']);
};

/**
 * Replaces the caller's settings. They apply to later news. Settings that the caller's page or this version does not
 * know stay. @throws 412 if `ifMatch` is not the present settings' ETag
 */
export const saveNotificationSettings = async (
  db: Database,
  { organizationId, tenantScope, actor }: SignedInCaller,
  settings: SaveNotificationSettings,
  ifMatch: string | undefined,
): Promise<NotificationSettings> =>
  withOrganization(db, tenantScope, async (tx) => {
    await tx.raw(`select pg_advisory_xact_lock(hashtextextended('notification settings', ?))`, [
      actor.userId,
    ]);
    const row = await tx('notification_settings').where({ user_id: actor.userId }).first('settings');
    if (!matchesTag(contentTagOf(readStoredSettings(row?.settings)), ifMatch))
      throw problem.preconditionFailed();
    const saved = replaceSettings(row?.settings, settings);
    await tx('notification_settings')
      .insert({
        organization_id: organizationId,
        user_id: actor.userId,
        settings: JSON.stringify(saved),
      })
      .onConflict(['organization_id', 'user_id'])
      .merge();
    return readStoredSettings(saved);
  });
