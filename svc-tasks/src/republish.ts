import {
  createRepublishPace,
  type Database,
  forEachOrganizationOrThrow,
  type Logger,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { recordTaskChanged, recordVisibility } from './tasks/tasks.events';
import { findReaderGroups, type TaskRow } from './tasks/tasks.repo';

/** At most twice as many events. A new event waits behind them. */
const batchSize = 250;

/**
 * Publishes the current state of one organization's tasks. The groups that may read a task are published also if there
 * are none, and for deleted tasks: otherwise a copy that missed that event would keep the former groups forever.
 */
const republishOrganization = async (
  db: Database,
  organizationId: number,
  pace: () => Promise<void>,
): Promise<void> => {
  let after = 0;
  let count = batchSize;
  while (count === batchSize) {
    await pace();
    const rows = await withOrganization(db, organizationId, async (tx) => {
      const page = (await tx('tasks')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()) as (TaskRow & { deleted_at: Date | null })[];
      const readers = await findReaderGroups(
        tx,
        page.filter((row) => row.is_restricted && row.deleted_at === null).map(({ id }) => id),
      );
      for (const row of page) {
        if (row.deleted_at === null) recordTaskChanged(tx, row);
        recordVisibility(tx, row, readers.get(row.id) ?? []);
      }
      return page;
    });
    count = rows.length;
    after = rows.at(-1)?.id ?? after;
  }
};

/**
 * Publishes the current state of every task, so that other services can rebuild their read models.
 *
 * @throws after all others if an organization failed
 */
export const republishTasks = async (db: Database, log: Logger): Promise<void> => {
  // Only this query spans organizations. The tasks are read in the scope of their organization.
  const ids = await withEveryOrganization(db, (tx) =>
    tx('organizations').whereNull('deleted_at').orderBy('organization_id').pluck<number[]>('organization_id'),
  );
  const pace = createRepublishPace(db);
  await forEachOrganizationOrThrow(ids, { work: 'republish the tasks', log }, (id) =>
    republishOrganization(db, id, pace),
  );
};
