import { type Database, withOrganization } from '@obieg/service-kit';
import { findRecipient } from '../mail/readable-notifications';
import { findMailLanguage } from '../mail/reporters';
import { useKey } from './calendar-keys.repo';
import { listDueTasks } from './list-due-tasks';
import type { Feed } from './render-feed';

export interface CalendarDependencies {
  db: Database;
  /** Address of an organization by its code name. */
  organizationUrl(codeName: string): string;
}

/**
 * Reads the feed of a key with its owner's rights of this moment. @returns undefined for an unknown or revoked key and
 * for a former member alike, so that the answer tells nothing of a key
 */
export const readFeed = (
  { db, organizationUrl }: CalendarDependencies,
  organizationId: number,
  key: string,
): Promise<Feed | undefined> =>
  withOrganization(db, organizationId, async (tx) => {
    const userId = await useKey(tx, key);
    const owner = userId === undefined ? undefined : await findRecipient(tx, userId);
    if (!owner) return undefined;
    return {
      organizationId,
      organizationName: owner.organization_name,
      organizationUrl: organizationUrl(owner.code_name),
      language: await findMailLanguage(tx, owner.email),
      tasks: await listDueTasks(tx, owner.actor),
    };
  });
