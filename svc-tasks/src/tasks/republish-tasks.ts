import { type Database, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { recordTaskChanged, recordVisibility } from './tasks.events';
import { findReaderGroups, type TaskRow } from './tasks.repo';

const batchSize = 500;

/** Publishes the present state of one organization's tasks again. */
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

/** Publishes the present state of every task again, so that a read model can be built from nothing. */
export const republishTasks = async (db: Database): Promise<void> => {
  // The one question across organizations; each organization's tasks are read in its own scope.
  const ids = await withEveryOrganization(db, (tx) =>
    tx('organizations').whereNull('deleted_at').orderBy('organization_id').pluck<number[]>('organization_id'),
  );
  for (const id of ids) await republishOrganization(db, id);
};
