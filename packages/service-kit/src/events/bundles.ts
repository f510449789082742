import { createHash } from 'node:crypto';

/** A row of the outbox. */
export interface WaitingEvent {
  id: number;
  event_id: string;
  subject: string;
  /** JSON. */
  envelope: string;
}

/** Events published as one message: a single event, or consecutive events of one subject. */
export interface Bundle {
  events: readonly WaitingEvent[];
  subject: string;
  payload: string;
  /** Equal for equal events only. */
  messageId: string;
}

/** With 20, NATS writes to disk a twentieth as often. More would save little and make retries larger. */
const bundleMaxEvents = 20;
/** Far below the message limit of NATS. A larger event is published alone. */
const bundleMaxBytes = 64 * 1_024;

const toBundle = (events: readonly WaitingEvent[]): Bundle => {
  const [{ subject, envelope, event_id }] = events as [WaitingEvent];
  if (events.length === 1) return { events, subject, payload: envelope, messageId: event_id };
  const ids = events.map((event) => event.event_id).join();
  return {
    events,
    subject,
    payload: `[${events.map((event) => event.envelope).join()}]`,
    messageId: createHash('sha256').update(ids).digest('hex'),
  };
};

/** Groups events into messages, in order. Several events use the CloudEvents JSON batch format, an array. */
export const bundleEvents = (waiting: readonly WaitingEvent[]): Bundle[] => {
  const runs: WaitingEvent[][] = [];
  let bytes = 0;
  for (const event of waiting) {
    const run = runs.at(-1);
    const eventBytes = Buffer.byteLength(event.envelope);
    const isJoining =
      run?.[0]?.subject === event.subject &&
      run.length < bundleMaxEvents &&
      bytes + eventBytes <= bundleMaxBytes;
    if (run && isJoining) run.push(event);
    else runs.push([event]);
    bytes = isJoining ? bytes + eventBytes : eventBytes;
  }
  return runs.map(toBundle);
};

const readArray = (payload: string): unknown[] => {
  try {
    return JSON.parse(payload) as unknown[];
  } catch {
    return [];
  }
};

/** Splits a message into its events as JSON. An empty or broken array yields one unreadable event. */
export const splitBundle = (payload: string): string[] => {
  const events = payload.startsWith('[') ? readArray(payload) : [];
  return events.length > 0 ? events.map((event) => JSON.stringify(event)) : [payload];
};
