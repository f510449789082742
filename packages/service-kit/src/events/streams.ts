import { type EventType, type StreamName, streamOfEvent, streams } from '@obieg/contracts';
import { DiscardPolicy, type NatsConnection, nanos, RetentionPolicy, StorageType } from 'nats';

const day = 24 * 60 * 60 * 1_000;
const mebibyte = 1_024 * 1_024;
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

/**
 * Room of its own for each, of the 4 GB that a server needs to have: one that is full forgets its oldest messages, which
 * have been applied long ago, and takes no room from another. Otherwise who writes much in one organization could keep
 * everybody's ended sessions and lost roles from being told.
 */
const streamMaxBytes: Record<StreamName, number> = {
  [streams.identity]: 512 * mebibyte,
  [streams.workflow]: 1_024 * mebibyte,
  [streams.tasks]: 2_048 * mebibyte,
  [streams.deadLetters]: 256 * mebibyte,
};

/** An event here is its aggregate's whole state: of each the newest is kept, by a subject of its own. */
const holdsStates = (name: StreamName): boolean => name === streams.workflow;

/** Under which an event is published. */
export const subjectOfEvent = (type: EventType, aggregateId: string | number): string =>
  holdsStates(streamOfEvent(type)) ? `${type}.${aggregateId}` : type;

const limitsOf = (name: StreamName) => ({
  max_age: nanos(name === streams.deadLetters ? deadLetterMaxAgeMs : streamMaxAgeMs),
  max_bytes: streamMaxBytes[name],
  max_msgs_per_subject: holdsStates(name) ? 1 : -1,
  discard: DiscardPolicy.Old,
  duplicate_window: nanos(duplicateWindowMs),
});

/** Makes the streams where they are missing, and limits those of before there were limits; every service may be the first. */
export const ensureStreams = async (connection: NatsConnection): Promise<void> => {
  const { streams: manager } = await connection.jetstreamManager();
  const maxBytes = new Map<string, number>();
  for await (const { config } of manager.list()) maxBytes.set(config.name, config.max_bytes);
  for (const [key, subject] of Object.entries(streamSubjects)) {
    const name = key as StreamName;
    const held = maxBytes.get(name);
    if (held === undefined)
      await manager.add({
        name,
        subjects: [subject],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        ...limitsOf(name),
      });
    else if (held < 0) await manager.update(name, limitsOf(name));
  }
};
