import { type Database, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { recordTaskChanged, recordVisibility } from './tasks.events';
import { findReaderGroups, type TaskRow } from './tasks.repo';

const batchSize = 500;

/** Publishes the current state of one organization's tasks. */
const republishOrganization = async (db: Database, organizationId: number): Promise<void> => {
  let after = 0;
  let count = batchSize;
  while (count === batchSize) {
    const rows = await withOrganization(db, organizationId, async (tx) => {
      const page = (await tx('tasks')
        .where('id', '>', after)
        .whereNull('deleted_at')
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()) as TaskRow[];
      const readers = await findReaderGroups(
        tx,
        page.filter(({ is_restricted }) => is_restricted).map(({ id }) => id),
      );
      for (const row of page) {
        recordTaskChanged(tx, row);
        const groupIds = readers.get(row.id);
        if (groupIds) recordVisibility(tx, row, groupIds);
      }
      return page;
    });
    count = rows.length;
    after = rows.at(-1)?.id ?? after;
  }
};

/** Publishes the current state of every task, so that other services can rebuild their read models. */
export const republishTasks = async (db: Database): Promise<void> => {
  // Only this query spans organizations. The tasks are read in the scope of their organization.
  const ids = await withEveryOrganization(db, (tx) =>
    tx('organizations').whereNull('deleted_at').orderBy('organization_id').pluck<number[]>('organization_id'),
  );
  for (const id of ids) await republishOrganization(db, id);
};
