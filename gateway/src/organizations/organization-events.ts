import { eventCatalogue, eventEnvelopeSchema, type OrganizationReference } from '@obieg/contracts';
import { type EventBus, type Logger, untilDone } from '@obieg/service-kit';
import type { OrganizationDirectory } from './organization-directory';

interface FollowOptions {
  ready: Promise<EventBus>;
  directory: Pick<OrganizationDirectory, 'forget' | 'remember'>;
  /** Asks svc-identity for all of them; rejects while it is away. */
  list(): Promise<OrganizationReference[]>;
  log: Logger;
}

const followedTypes = ['obieg.identity.organization.changed', 'obieg.identity.organization.deleted'] as const;

const listRetryMs = 1_000;

/**
 * Lets the directory know all organizations from the start, and forget what svc-identity says has changed. Without NATS
 * the directory's times do that.
 */
export const followOrganizations = ({ ready, directory, list, log }: FollowOptions) => {
  const closing = new AbortController();
  let subscriptions: { close(): Promise<void> }[] = [];
  const follow = async (): Promise<void> => {
    const bus = await ready;
    subscriptions = await Promise.all(
      followedTypes.map((type) =>
        bus.follow(type, (payload) => {
          try {
            directory.forget(eventCatalogue[type].parse(eventEnvelopeSchema.parse(JSON.parse(payload)).data));
          } catch (error) {
            log.error({ err: error, type }, 'an organization event cannot be read');
          }
        }),
      ),
    );
  };
  let listed: number | undefined;
  const learnAll = async (): Promise<void> => {
    const organizations = await list();
    directory.remember(organizations);
    listed = organizations.length;
  };
  return {
    /** What is known, for the report of health. Throws before svc-identity has listed them. */
    describe: (): string => {
      if (listed === undefined) throw new Error('svc-identity has not listed them yet; each is asked for');
      return `${listed} listed at the start`;
    },
    start: (): void => {
      void untilDone(learnAll, {
        pauseMs: listRetryMs,
        signal: closing.signal,
        onFailure: (error) => log.warn({ err: error }, 'organizations cannot be listed yet'),
      });
      follow().catch((error: unknown) => log.error({ err: error }, 'organizations cannot be followed'));
    },
    stop: async (): Promise<void> => {
      closing.abort();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
};
