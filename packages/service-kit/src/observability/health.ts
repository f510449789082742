import { withDeadline } from '../outgoing-calls/deadline';

/** A dependency of the service. `isEssential`: its failure makes the service not ready. */
export interface HealthCheck {
  name: string;
  isEssential: boolean;
  /** Returns a detail for the report. @throws if the dependency fails */
  check(): Promise<string> | string;
}

export interface HealthReport {
  isReady: boolean;
  checks: { name: string; status: 'up' | 'down'; detail: string }[];
}

const deadlineMs = 2_000;

/** A fact about this process, so it is not passed through every application. */
let isStopping = false;

/** From now on the process reports that it is not ready, so that load balancers stop sending requests. */
export const announceShutdown = (): void => {
  isStopping = true;
};

const shutdownCheck: HealthCheck = {
  name: 'shutdown',
  isEssential: true,
  check: () => {
    throw new Error('the process is shutting down');
  },
};

/** Runs all checks concurrently. */
export const reportHealth = async (checks: readonly HealthCheck[]): Promise<HealthReport> => {
  const results = await Promise.all(
    (isStopping ? [...checks, shutdownCheck] : checks).map(async ({ name, isEssential, check }) => {
      try {
        return {
          name,
          isEssential,
          status: 'up' as const,
          detail: await withDeadline(Promise.resolve().then(check), deadlineMs),
        };
      } catch (error) {
        return { name, isEssential, status: 'down' as const, detail: (error as Error).message };
      }
    }),
  );
  return {
    isReady: results.every(({ isEssential, status }) => status === 'up' || !isEssential),
    checks: results.map(({ name, status, detail }) => ({ name, status, detail })),
  };
};
