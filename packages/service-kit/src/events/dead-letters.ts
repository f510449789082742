import { streams } from '@obieg/contracts';
import type { Logger } from 'pino';
import * as z from 'zod';
import { applyMessage, type Inbox } from './inbox';
import type { BusMessage, EventBus } from './nats';

/** A message as it came, and why it could not be applied. */
const deadLetterSchema = z.object({
  service: z.string(),
  subject: z.string(),
  payload: z.string(),
  reason: z.string(),
  diedAt: z.iso.datetime(),
});
type DeadLetter = z.infer<typeof deadLetterSchema>;
/** `sequence` is its place in the dead-letter stream and names it for a replay. */
type StoredDeadLetter = DeadLetter & { sequence: number };

/** Zod lists each problem; a letter with all of them might be larger than NATS takes. */
const reasonMaxLength = 2_000;

/** Puts a message that one service cannot apply aside, once; the other services are not concerned. */
export const buryMessage = async (
  bus: EventBus,
  service: string,
  { subject, payload, id }: BusMessage,
  reason: string,
): Promise<void> => {
  const letter: DeadLetter = {
    service,
    subject,
    payload,
    reason: reason.slice(0, reasonMaxLength),
    diedAt: new Date().toISOString(),
  };
  // Of a subject that also names the aggregate, the kind alone.
  const kind = subject.split('.').slice(0, 4).join('.');
  await bus.publish(`dead.${kind}.${service}`, JSON.stringify(letter), `dead-${service}-${id}`);
};

/** The dead letters of one service, oldest first. */
export const listDeadLetters = async (bus: EventBus, service: string): Promise<StoredDeadLetter[]> => {
  const stored = await bus.read(streams.deadLetters, `dead.obieg.*.*.*.${service}`);
  return stored.map(({ sequence, payload }) => ({
    sequence,
    ...deadLetterSchema.parse(JSON.parse(payload)),
  }));
};

/**
 * Applies dead letters again, all or the one of this sequence, and removes those that could be applied. Harmless for
 * what was overtaken meanwhile: the order guard drops it. Answers how many stay dead.
 */
export const replayDeadLetters = async (
  inbox: Inbox,
  bus: EventBus,
  log: Logger,
  only?: number,
): Promise<number> => {
  let stillDead = 0;
  const letters = await listDeadLetters(bus, inbox.service);
  for (const { sequence, subject, payload } of letters) {
    if (only !== undefined && sequence !== only) continue;
    try {
      const outcome = await applyMessage(inbox, payload);
      await bus.remove(streams.deadLetters, sequence);
      log.info({ sequence, subject, outcome }, 'dead letter replayed');
    } catch (error) {
      stillDead += 1;
      log.error({ err: error, sequence, subject }, 'dead letter still cannot be applied');
    }
  }
  return stillDead;
};
