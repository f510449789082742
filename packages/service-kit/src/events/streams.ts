import { type StreamName, streams } from '@obieg/contracts';
import { type NatsConnection, nanos, RetentionPolicy, StorageType } from 'nats';

const day = 24 * 60 * 60 * 1_000;
const streamMaxAgeMs = 14 * day;
const deadLetterMaxAgeMs = 90 * day;
/**
 * How long a server recognises an event that is published again, by ids that it holds in memory: some 800 bytes each.
 * Whatever comes twice later is recognised by the inbox.
 */
const duplicateWindowMs = 10 * 1_000;

/** What each stream holds; a consumer filters by the same subject. */
export const streamSubjects: Record<StreamName, string> = {
  [streams.identity]: 'obieg.identity.>',
  [streams.workflow]: 'obieg.workflow.>',
  [streams.tasks]: 'obieg.tasks.>',
  [streams.deadLetters]: 'dead.obieg.>',
};

/** Makes the streams where they are missing; every service may be the first. */
export const ensureStreams = async (connection: NatsConnection): Promise<void> => {
  const manager = await connection.jetstreamManager();
  const present = await manager.streams.names().next();
  for (const [name, subject] of Object.entries(streamSubjects)) {
    if (present.includes(name)) continue;
    await manager.streams.add({
      name,
      subjects: [subject],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      max_age: nanos(name === streams.deadLetters ? deadLetterMaxAgeMs : streamMaxAgeMs),
      duplicate_window: nanos(duplicateWindowMs),
    });
  }
};
