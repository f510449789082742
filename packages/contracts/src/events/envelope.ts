import * as z from 'zod';
import type { EventData, EventType } from './catalogue';

/** CloudEvents 1.0 with the extensions that every event of Obieg carries. */
export const eventEnvelopeSchema = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  /** Absent on events that belong to no organization (users, sessions). */
  organizationid: z.int().positive().optional(),
  /** Rises with each change of the aggregate named by `subject`, over deletion and re-creation too. */
  aggregateversion: z.int().positive(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>;
export type DomainEvent<T extends EventType> = Omit<EventEnvelope, 'type' | 'data'> & {
  type: T;
  data: EventData<T>;
};
