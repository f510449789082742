import { type Database, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { Gauge, type Registry } from 'prom-client';

const countWaiting = async (db: Database): Promise<number> => {
  // The changes of all organizations wait in one table.
  const organizationIds = await withEveryOrganization(db, (tx) =>
    tx('target_recounts').distinct('organization_id').pluck<number[]>('organization_id'),
  );
  let sum = 0;
  for (const organizationId of organizationIds)
    sum += await withOrganization(db, organizationId, async (tx) => {
      const { rows } = await tx.raw<{ rows: { count: number }[] }>(
        `select count(*)::int as count from (
           select from tasks t
            where t.organization_id = app_organization_id() and t.deleted_at is null
              and t.id > (select min(counted_task_id) from target_recounts) limit 10000) waiting`,
      );
      return rows[0]?.count ?? 0;
    });
  return sum;
};

/** Measures the tasks that wait to be looked at again after a change of calendars or targets. */
export const createRecountMetrics = (registry: Registry, db: Database): void => {
  new Gauge({
    name: 'obieg_target_recount_tasks',
    help: 'Tasks that wait after a change of calendars or targets; at most 10000 of an organization',
    registers: [registry],
    async collect() {
      // Without the database, the other metrics remain available and this one keeps its value.
      await countWaiting(db)
        .then((count) => this.set(count))
        .catch(() => undefined);
    },
  });
};
