import type { EventData } from '@obieg/contracts';
import { recordEvent, type Tx } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';

type Link = Omit<EventData<'obieg.tasks.link.added'>, 'organizationId'>;

/** Records that a link was added or deleted. Type and tasks identify it. */
export const recordLinkChange = (
  tx: Tx,
  { organizationId, traceparent }: Caller,
  change: 'added' | 'deleted',
  link: Link,
): void =>
  recordEvent(tx, {
    type: `obieg.tasks.link.${change}`,
    organizationId,
    aggregateId: `${link.type}-${link.publicTaskId}-${link.otherTaskId}`,
    data: { organizationId, ...link },
    traceparent,
  });
