import { type Database, withOrganization } from '@obieg/service-kit';
import { recordTaskChanged } from './tasks.events';
import type { TaskRow } from './tasks.repo';

const batchSize = 500;

/** Publishes the present state of one organization's tasks again. */
export const republishTasks = async (db: Database, organizationId: number): Promise<void> => {
  let after = 0;
  let count = batchSize;
  while (count === batchSize) {
    const rows = await withOrganization(db, organizationId, async (tx) => {
      const page = await tx<TaskRow>('tasks')
        .where('id', '>', after)
        .whereNull('deleted_at')
        .orderBy('id')
        .limit(batchSize)
        .forUpdate();
      for (const row of page) await recordTaskChanged(tx, row);
      return page;
    });
    count = rows.length;
    after = rows.at(-1)?.id ?? after;
  }
};
