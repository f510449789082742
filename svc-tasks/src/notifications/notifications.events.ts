import { recordEvent, type Tx } from '@obieg/service-kit';

/** Keeps an event far below the size that NATS accepts. */
const usersPerEvent = 10_000;

/** Tells the open pages of these users to refetch their inbox. */
export const recordInboxesChanged = (tx: Tx, organizationId: number, userIds: readonly number[]): void => {
  for (let start = 0; start < userIds.length; start += usersPerEvent)
    recordEvent(tx, {
      type: 'obieg.tasks.notifications.changed',
      organizationId,
      aggregateId: organizationId,
      data: { organizationId, userIds: userIds.slice(start, start + usersPerEvent) },
    });
};
