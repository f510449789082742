import { eventCatalogue, eventEnvelopeSchema, type OrganizationReference } from '@obieg/contracts';
import { type EventBus, type Logger, retryUntilDone } from '@obieg/service-kit';
import type { OrganizationDirectory } from './organization-directory';

interface FollowOptions {
  ready: Promise<EventBus>;
  directory: Pick<OrganizationDirectory, 'forget' | 'remember'>;
  /** Lists all organizations from svc-identity. Rejects while it is unavailable. */
  list(): Promise<OrganizationReference[]>;
  /** Lists the organizations known to svc-tasks, as a fallback. */
  listHeardOf(): Promise<OrganizationReference[]>;
  log: Logger;
}

const followedTypes = ['obieg.identity.organization.changed', 'obieg.identity.organization.deleted'] as const;

const listRetryMs = 1_000;

/**
 * Loads all organizations at startup and invalidates them by event. Without NATS, the directory relies on its cache
 * times.
 */
export const followOrganizations = ({ ready, directory, list, listHeardOf, log }: FollowOptions) => {
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
  let listed: string | undefined;
  const learnFrom = async (ask: typeof list, source: string): Promise<void> => {
    const organizations = await ask();
    directory.remember(organizations);
    listed = `${organizations.length} listed by ${source}`;
  };
  const learnAll = async (): Promise<void> => {
    try {
      await learnFrom(list, 'svc-identity');
    } catch (error) {
      if (listed === undefined) await learnFrom(listHeardOf, 'svc-tasks').catch(() => undefined);
      throw error;
    }
  };
  return {
    /** Describes the state for the health report. @throws while no list has been loaded */
    describe: (): string => {
      if (listed === undefined) throw new Error('Nobody has listed them yet; svc-identity is asked for each');
      return listed;
    },
    start: (): void => {
      void retryUntilDone(learnAll, {
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
