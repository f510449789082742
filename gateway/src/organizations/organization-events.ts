import { eventCatalogue, eventEnvelopeSchema, type OrganizationReference } from '@obieg/contracts';
import { type EventBus, type Logger, retryUntilDone } from '@obieg/service-kit';
import type { OrganizationDirectory } from './organization-directory';

interface FollowOptions {
  ready: Promise<EventBus>;
  directory: Pick<OrganizationDirectory, 'invalidate' | 'preload'>;
  /** Lists all organizations from svc-identity. Rejects while it is unavailable. */
  listFromIdentity(): Promise<OrganizationReference[]>;
  /** Lists the organizations known to svc-tasks, as a fallback. */
  listFromTasks(): Promise<OrganizationReference[]>;
  log: Logger;
}

const followedTypes = ['obieg.identity.organization.changed', 'obieg.identity.organization.deleted'] as const;

const listRetryMs = 1_000;

/**
 * Loads all organizations at startup and invalidates them by event. Without NATS, the directory relies on its cache
 * times.
 */
export const followOrganizations = ({
  ready,
  directory,
  listFromIdentity,
  listFromTasks,
  log,
}: FollowOptions) => {
  const closing = new AbortController();
  let subscriptions: { close(): Promise<void> }[] = [];
  const follow = async (): Promise<void> => {
    const bus = await ready;
    subscriptions = await Promise.all(
      followedTypes.map((type) =>
        bus.follow(type, (payload) => {
          try {
            directory.invalidate(
              eventCatalogue[type].parse(eventEnvelopeSchema.parse(JSON.parse(payload)).data),
            );
          } catch (error) {
            log.error({ err: error, type }, 'cannot parse an organization event');
          }
        }),
      ),
    );
  };
  let loaded: string | undefined;
  const loadFrom = async (list: typeof listFromIdentity, source: string): Promise<void> => {
    const organizations = await list();
    directory.preload(organizations);
    loaded = `${organizations.length} listed by ${source}`;
  };
  const loadAll = async (): Promise<void> => {
    try {
      await loadFrom(listFromIdentity, 'svc-identity');
    } catch (error) {
      if (loaded === undefined) await loadFrom(listFromTasks, 'svc-tasks').catch(() => undefined);
      throw error;
    }
  };
  return {
    /** Describes the state for the health report. @throws while no list has been loaded */
    describe: (): string => {
      if (loaded === undefined)
        throw new Error('No list loaded yet; each organization is looked up in svc-identity');
      return loaded;
    },
    start: (): void => {
      void retryUntilDone(loadAll, {
        pauseMs: listRetryMs,
        signal: closing.signal,
        onFailure: (error) => log.warn({ err: error }, 'cannot list organizations yet'),
      });
      follow().catch((error: unknown) =>
        log.error({ err: error }, 'cannot subscribe to organization events'),
      );
    },
    stop: async (): Promise<void> => {
      closing.abort();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
};
