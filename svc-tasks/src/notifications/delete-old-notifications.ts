import { notificationRetentionDays } from '@obieg/contracts';
import { type Database, sweepAlone, withEveryOrganization, withOrganization } from '@obieg/service-kit';

/** Deletes the entries that are older than the retention. @returns the number of deleted entries */
export const deleteOldNotifications = async (db: Database): Promise<number> => {
  const organizations = await withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
      'select organization_id from organizations',
    );
    return rows;
  });
  let count = 0;
  for (const { organization_id } of organizations)
    count += await withOrganization(db, organization_id, (tx) =>
      sweepAlone(tx, `notifications of ${organization_id}`, async () => {
        const { rowCount } = await tx.raw<{ rowCount: number }>(
          `delete from notifications
            where organization_id = app_organization_id()
              and created_at < now() - interval '${notificationRetentionDays} days'`,
        );
        return rowCount;
      }),
    );
  return count;
};
