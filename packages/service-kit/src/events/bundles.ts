import { createHash } from 'node:crypto';

/** A row of the outbox. */
export interface WaitingEvent {
  id: number;
  event_id: string;
  subject: string;
  /** As JSON. */
  envelope: string;
}

/** What leaves as one message: one event, or several that follow one another and have one subject. */
export interface Bundle {
  events: readonly WaitingEvent[];
  subject: string;
  payload: string;
  /** The same whenever the same events leave together, and only then. */
  messageId: string;
}

/** With 20 the server writes a twentieth as often to its disk; more would save little, and come again if one of them fails. */
const bundleMaxEvents = 20;
/** Far below what a server takes as one message; a larger event leaves alone. */
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

/** Events as they leave, in their order. Several in one message are CloudEvents' JSON batch format: an array. */
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

/** The events of one message, each as JSON. At least one: an array that is empty or broken is one that cannot be read. */
export const splitBundle = (payload: string): string[] => {
  const events = payload.startsWith('[') ? readArray(payload) : [];
  return events.length > 0 ? events.map((event) => JSON.stringify(event)) : [payload];
};
