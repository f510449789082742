import * as z from 'zod';
import type { EventData, EventType } from './catalogue';

/** CloudEvents 1.0 envelope with Obieg's extension attributes. */
export const eventEnvelopeSchema = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  /** Absent for events without organization, such as users and sessions. */
  organizationid: z.int().positive().optional(),
  /** Increases with each change of the aggregate in `subject`, also after deletion and re-creation. */
  aggregateversion: z.int().positive(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>;
export type DomainEvent<T extends EventType> = Omit<EventEnvelope, 'type' | 'data'> & {
  type: T;
  data: EventData<T>;
};
