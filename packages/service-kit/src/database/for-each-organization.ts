import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { isDatabaseUnavailable } from './driver-errors';

/** Counts for the whole process. `createMetrics` exports it with the metrics of the service. */
export const organizationFailures = new Counter({
  name: 'obieg_organization_failures_total',
  help: 'Organizations whose share of a round of background work failed',
  labelNames: ['work'],
  registers: [],
});

interface Round {
  /** Completes "could not …" in the log, and labels the metric. */
  work: string;
  log: Pick<Logger, 'warn'>;
  /** Ends the round before the next organization. */
  isStopped?: () => boolean;
}

/**
 * Does the work of a round for one organization after another. An error ends only the work of its organization: it is
 * logged and counted, and the round continues. An unavailable database ends the round, because all others would fail,
 * too.
 *
 * @returns the organizations that failed
 */
export const forEachOrganization = async (
  organizationIds: Iterable<number>,
  { work, log, isStopped = () => false }: Round,
  run: (organizationId: number) => Promise<unknown>,
): Promise<number[]> => {
  // A counter that begins with its first failure hides that failure from `increase()`.
  organizationFailures.inc({ work }, 0);
  const failed: number[] = [];
  for (const organizationId of organizationIds) {
    if (isStopped()) break;
    try {
      await run(organizationId);
    } catch (error) {
      if (isDatabaseUnavailable((error as Error).cause ?? error)) throw error;
      failed.push(organizationId);
      organizationFailures.inc({ work });
      log.warn({ err: error, organizationId }, `could not ${work} of an organization`);
    }
  }
  return failed;
};

/** Like `forEachOrganization`, for a command that someone waits for. @throws after the others if an organization failed */
export const forEachOrganizationOrThrow = async (
  ...[organizationIds, round, run]: Parameters<typeof forEachOrganization>
): Promise<void> => {
  const failed = await forEachOrganization(organizationIds, round, run);
  if (failed.length > 0) throw new Error(`Could not ${round.work} of organizations ${failed.join(', ')}`);
};
