import { notificationRetentionDays } from '@obieg/contracts';
import {
  type Database,
  forEachOrganization,
  type Logger,
  sweepAlone,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';

/** Deletes the entries that are older than the retention. @returns the number of deleted entries */
export const deleteOldNotifications = async (db: Database, log: Logger): Promise<number> => {
  // Only this query spans organizations.
  const organizationIds = await withEveryOrganization(db, (tx) =>
    tx('organizations').pluck<number[]>('organization_id'),
  );
  let count = 0;
  await forEachOrganization(organizationIds, { work: 'delete the old notifications', log }, async (id) => {
    count += await withOrganization(db, id, (tx) =>
      sweepAlone(tx, `notifications of ${id}`, async () => {
        const { rowCount } = await tx.raw<{ rowCount: number }>(
          `delete from notifications
            where organization_id = app_organization_id()
              and created_at < now() - interval '${notificationRetentionDays} days'`,
        );
        return rowCount;
      }),
    );
  });
  return count;
};
