import { type Database, withEveryOrganization } from '@obieg/service-kit';
import { Counter, Gauge, type Registry } from 'prom-client';

/** `stored`, `rejected` (content, size or a limit) and `removed` by the visitor. */
export type PendingOutcome = 'stored' | 'rejected' | 'removed';

/** Counts uploads of visitors, and measures what waits for a verification. */
export const createPendingMetrics = (registry: Registry, db: Database) => {
  const uploads = new Counter({
    name: 'obieg_pending_attachments_total',
    help: 'Files of submissions by outcome: stored, rejected, removed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['stored', 'rejected', 'removed'] satisfies PendingOutcome[])
    uploads.inc({ outcome }, 0);
  new Gauge({
    name: 'obieg_pending_attachment_bytes',
    help: 'Storage of files of submissions that are not confirmed, in all organizations',
    registers: [registry],
    async collect() {
      const sum = withEveryOrganization(db, async (tx) => {
        const [row] = await tx('pending_attachments').select<{ bytes: number }[]>(
          tx.raw('coalesce(sum(charged_bytes), 0)::bigint as bytes'),
        );
        return row?.bytes ?? 0;
      });
      // Without the database, the other metrics remain available and this one keeps its value.
      await sum.then((bytes) => this.set(bytes)).catch(() => undefined);
    },
  });
  return { count: (outcome: PendingOutcome): void => uploads.inc({ outcome }) };
};
export type PendingMetrics = ReturnType<typeof createPendingMetrics>;
