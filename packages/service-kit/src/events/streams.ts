import { setTimeout as wait } from 'node:timers/promises';
import { type EventType, type StreamName, streamOfEvent, streams } from '@obieg/contracts';
import {
  DiscardPolicy,
  type NatsConnection,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamAPI,
  type StreamConfig,
} from 'nats';

const day = 24 * 60 * 60 * 1_000;
const mebibyte = 1_024 * 1_024;
const streamMaxAgeMs = 14 * day;
const deadLetterMaxAgeMs = 90 * day;
/**
 * Time in which NATS drops a repeated message id. Each id takes 800 bytes of its memory. The inbox drops later
 * duplicates.
 */
const duplicateWindowMs = 10 * 1_000;

/** Subjects of each stream. Consumers filter by the same subject. */
export const streamSubjects: Record<StreamName, string> = {
  [streams.identity]: 'obieg.identity.>',
  [streams.workflow]: 'obieg.workflow.>',
  [streams.tasks]: 'obieg.tasks.>',
  [streams.deadLetters]: 'dead.obieg.>',
};

/**
 * Size limit of each stream, together below the required 4 GB. A full stream discards its oldest messages, which
 * consumers applied long ago. Without these limits, one organization's writes could block the events of all streams.
 */
const streamMaxBytes: Record<StreamName, number> = {
  [streams.identity]: 512 * mebibyte,
  [streams.workflow]: 1_024 * mebibyte,
  [streams.tasks]: 2_048 * mebibyte,
  [streams.deadLetters]: 256 * mebibyte,
};

/**
 * Whether events of this stream contain complete states. Each aggregate then has its own subject, and the stream
 * retains only its newest event.
 */
const isStateStream = (name: StreamName): boolean => name === streams.workflow;

/** Whether a stream of complete states stores this subject. */
export const isStateSubject = (subject: string): boolean =>
  Object.entries(streamSubjects).some(
    ([name, pattern]) => isStateStream(name as StreamName) && subject.startsWith(pattern.replace('>', '')),
  );

/** Returns the subject for publishing an event. */
export const subjectOfEvent = (type: EventType, aggregateId: string | number): string =>
  isStateStream(streamOfEvent(type)) ? `${type}.${aggregateId}` : type;

const limitsOf = (name: StreamName) => ({
  max_age: nanos(name === streams.deadLetters ? deadLetterMaxAgeMs : streamMaxAgeMs),
  max_bytes: streamMaxBytes[name],
  max_msgs_per_subject: isStateStream(name) ? 1 : -1,
  discard: DiscardPolicy.Old,
  duplicate_window: nanos(duplicateWindowMs),
});

const addAttempts = 20;
const addPauseMs = 100;

const hasStream = async (manager: StreamAPI, name: string): Promise<boolean> => {
  for await (const other of manager.names()) if (other === name) return true;
  return false;
};

/**
 * Creates a stream unless another service does. NATS reserves the size of a stream for each of two that create it at
 * once, so the server seems full for a moment.
 */
const addStream = async (
  manager: StreamAPI,
  config: Partial<StreamConfig> & { name: string },
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await manager.add(config);
      return;
    } catch (error) {
      if (await hasStream(manager, config.name)) return;
      if (attempt === addAttempts) throw error;
      await wait(addPauseMs);
    }
  }
};

/**
 * Creates missing streams, limits streams without a size limit and adds missing replicas. Every service may call it
 * first. It never removes a replica, because a process without the setting must not weaken a cluster.
 */
export const ensureStreams = async (connection: NatsConnection, replicas: number): Promise<void> => {
  const { streams: manager } = await connection.jetstreamManager();
  const present = new Map<string, StreamConfig>();
  for await (const { config } of manager.list()) present.set(config.name, config);
  for (const [key, subject] of Object.entries(streamSubjects)) {
    const name = key as StreamName;
    const current = present.get(name);
    if (current === undefined)
      await addStream(manager, {
        name,
        subjects: [subject],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        num_replicas: replicas,
        ...limitsOf(name),
      });
    else if (current.max_bytes < 0 || current.num_replicas < replicas)
      await manager.update(name, {
        ...limitsOf(name),
        num_replicas: Math.max(replicas, current.num_replicas),
      });
  }
};
