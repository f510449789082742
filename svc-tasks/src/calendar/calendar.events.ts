import { randomUUID } from 'node:crypto';
import type { CalendarKeyChange } from '@obieg/contracts';
import { recordEvent, type Tx } from '@obieg/service-kit';

interface KeyOwner {
  organizationId: number;
  actor: { userId: number };
  ip: string | null;
  traceparent?: string;
}

/**
 * Records the event of a change, for the security log. Each change is an aggregate of its own, so that none replaces an
 * earlier one.
 */
export const recordCalendarKeyChange = (
  tx: Tx,
  { organizationId, actor: { userId }, ip, traceparent }: KeyOwner,
  change: CalendarKeyChange,
): void =>
  recordEvent(tx, {
    type: 'obieg.tasks.calendar-key.changed',
    organizationId,
    aggregateId: randomUUID(),
    data: { organizationId, userId, change, ip },
    traceparent,
  });
