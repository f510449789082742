import type { SaveDueSettings } from '@obieg/contracts';
import { type Database, matchesRevision, problem, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { describeLastChange } from '../members/last-change';
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
  { tenantScope, organizationId, actor, language }: SignedInCaller,
  input: SaveDueSettings,
  ifMatch: string | undefined,
): Promise<StoredDueSettings> =>
  withOrganization(db, tenantScope, async (tx) => {
    await lockDueSettings(tx, organizationId);
    const { settings, revision, lastChange } = await getDueSettings(tx);
    if (!matchesRevision({ revision }, ifMatch))
      throw problem.preconditionFailed(
        translate(language, 'dueSettingsSavedElsewhere'),
        await describeLastChange(tx, lastChange),
      );
    await storeDueSettings(tx, { organizationId, authorId: actor.userId }, input, revision + 1);
    return { settings: { ...input, timeZone: settings.timeZone }, revision: revision + 1 };
  });
