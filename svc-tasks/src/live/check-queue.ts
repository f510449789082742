/** Leaves most database connections to requests. */
const concurrentOrganizationsMax = 4;

type Check = () => Promise<void>;

/**
 * Runs the checks of an organization one after another, and those of several organizations concurrently. An
 * organization whose checks wait for connections delays only its own streams. Organizations take turns.
 *
 * Checks must not reject.
 */
export const createCheckQueue = () => {
  const waiting = new Map<number, Check[]>();
  const running = new Set<number>();

  const startNext = (organizationId: number, checks: Check[]): void => {
    const check = checks.shift();
    // A map iterates in insertion order, so inserting the organization again moves it to the end.
    waiting.delete(organizationId);
    if (checks.length > 0) waiting.set(organizationId, checks);
    running.add(organizationId);
    void check?.().then(() => {
      running.delete(organizationId);
      startWaiting();
    });
  };
  const startWaiting = (): void => {
    for (const [organizationId, checks] of [...waiting])
      if (running.size < concurrentOrganizationsMax && !running.has(organizationId))
        startNext(organizationId, checks);
  };

  return {
    add: (organizationId: number, check: Check): void => {
      const checks = waiting.get(organizationId) ?? [];
      checks.push(check);
      waiting.set(organizationId, checks);
      startWaiting();
    },
  };
};
