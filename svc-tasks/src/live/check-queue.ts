import PQueue from 'p-queue';

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
  const turns = new PQueue({ concurrency: concurrentOrganizationsMax });
  const queues = new Map<number, PQueue>();

  const createOrganizationQueue = (organizationId: number): PQueue => {
    const queue = new PQueue({ concurrency: 1 });
    queue.on('idle', () => queues.delete(organizationId));
    queues.set(organizationId, queue);
    return queue;
  };
  return {
    add: (organizationId: number, check: Check): void => {
      const queue = queues.get(organizationId) ?? createOrganizationQueue(organizationId);
      void queue.add(() => turns.add(check));
    },
  };
};
