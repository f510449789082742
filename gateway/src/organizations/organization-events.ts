import { eventCatalogue, eventEnvelopeSchema } from '@obieg/contracts';
import type { EventBus, Logger } from '@obieg/service-kit';
import type { OrganizationDirectory } from './organization-directory';

interface FollowOptions {
  ready: Promise<EventBus>;
  directory: Pick<OrganizationDirectory, 'forget'>;
  log: Logger;
}

const followedTypes = ['obieg.identity.organization.changed', 'obieg.identity.organization.deleted'] as const;

/** Lets the directory forget what svc-identity says has changed. Without NATS the directory's times do it. */
export const followOrganizations = ({ ready, directory, log }: FollowOptions) => {
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
  return {
    start: (): void => {
      follow().catch((error: unknown) => log.error({ err: error }, 'organizations cannot be followed'));
    },
    stop: async (): Promise<void> => {
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
};
