import type { SaveDueSettings } from '@obieg/contracts';
import { checkRevision, type Database, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import {
  getDueSettings,
  lockDueSettings,
  type StoredDueSettings,
  storeDueSettings,
} from './due-settings.repo';

export const readDueSettings = (db: Database, { tenantScope }: SignedInCaller): Promise<StoredDueSettings> =>
  withOrganization(db, tenantScope, getDueSettings);

/** Replaces the settings. Tasks keep their due dates. @throws 412 if `ifMatch` is not the current revision */
export const saveDueSettings = (
  db: Database,
  { tenantScope, organizationId, language }: SignedInCaller,
  input: SaveDueSettings,
  ifMatch: string | undefined,
): Promise<StoredDueSettings> =>
  withOrganization(db, tenantScope, async (tx) => {
    await lockDueSettings(tx, organizationId);
    const { settings, revision } = await getDueSettings(tx);
    checkRevision({ revision }, ifMatch, translate(language, 'dueSettingsSavedElsewhere'));
    await storeDueSettings(tx, organizationId, input, revision + 1);
    return { settings: { ...input, timeZone: settings.timeZone }, revision: revision + 1 };
  });
