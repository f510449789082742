import { streams } from '@obieg/contracts';
import type { Logger } from 'pino';
import * as z from 'zod';
import { applyMessage, type Inbox } from './inbox';
import type { BusMessage, EventBus } from './nats';

/** A message that could not be applied, with the reason. */
const deadLetterSchema = z.object({
  service: z.string(),
  subject: z.string(),
  payload: z.string(),
  reason: z.string(),
  diedAt: z.iso.datetime(),
});
type DeadLetter = z.infer<typeof deadLetterSchema>;
/** `sequence` is the position in the dead-letter stream and identifies the letter for a replay. */
type StoredDeadLetter = DeadLetter & { sequence: number };

/** zod lists every problem, which can exceed the message limit of NATS. */
const reasonMaxLength = 2_000;

/** Publishes a message that this service cannot apply to the dead-letter stream. Publishing it again has no effect. */
export const publishDeadLetter = async (
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
  // Without the aggregate's id that some subjects append.
  const kind = subject.split('.').slice(0, 4).join('.');
  await bus.publish(`dead.${kind}.${service}`, JSON.stringify(letter), `dead-${service}-${id}`);
};

/** Lists the dead letters of one service, oldest first. */
export const listDeadLetters = async (bus: EventBus, service: string): Promise<StoredDeadLetter[]> => {
  const stored = await bus.read(streams.deadLetters, `dead.obieg.*.*.*.${service}`);
  return stored.map(({ sequence, payload }) => ({
    sequence,
    ...deadLetterSchema.parse(JSON.parse(payload)),
  }));
};

export const discardDeadLetter = (bus: EventBus, sequence: number): Promise<void> =>
  bus.remove(streams.deadLetters, sequence);

/**
 * Applies dead letters again and deletes those that succeed. An outdated event has no effect. @returns
 * the number of remaining letters
 */
export const replayDeadLetters = async (
  inbox: Inbox,
  bus: EventBus,
  log: Logger,
  letters: readonly StoredDeadLetter[],
): Promise<number> => {
  let stillDead = 0;
  for (const { sequence, subject, payload } of letters) {
    try {
      const outcome = await applyMessage(inbox, payload);
      await bus.remove(streams.deadLetters, sequence);
      log.info({ sequence, subject, outcome }, 'dead letter replayed');
    } catch (error) {
      stillDead += 1;
      log.error({ err: error, sequence, subject }, 'dead letter fails again');
    }
  }
  return stillDead;
};
