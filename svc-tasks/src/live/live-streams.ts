import { PassThrough, type Readable } from 'node:stream';
import { changedEvent, liveHeartbeatMs, liveMemoryMs, liveRefetchIntervalMs } from '@obieg/contracts';
import { isProblem, type Logger } from '@obieg/service-kit';
import { createCheckQueue } from './check-queue';
import { createRecentUpdates } from './recent-updates';
import type { LiveUpdate, TaskUpdate } from './task-updates';

type Pace = Record<keyof typeof liveRefetchIntervalMs, number>;

interface Listener {
  organizationId: number;
  /** Task of the stream; undefined for the list, which ignores links, and comments that not all readers may read. */
  publicTaskId: number | undefined;
  /** The stream follows the inbox of this user instead. */
  inboxOfUserId?: number;
  /** Age of the data that the page shows. The stream also reports the changes since then. */
  dataAgeMs?: number | undefined;
  /**
   * Checks with the caller's current permissions whether an update is visible to the caller.
   *
   * @throws a problem if the caller may no longer listen
   */
  hasVisibleUpdate(updates: readonly TaskUpdate[]): Promise<boolean>;
}

export interface LiveStreams {
  /** Opens a stream of server-sent events. The client may close it; the server ends it after 15 minutes. */
  open(listener: Listener): Readable;
  publish(update: LiveUpdate): void;
  count(): number;
  /** Ends all streams. Streams that are opened later end immediately. */
  close(): void;
}

/**
 * Delay that combines the updates of a stream into one check. Longer for lists, which have many readers. After an
 * event, the next check waits until the page may refetch.
 */
const collectMs = { list: 1_000, task: 100 } as const;
/** Lets new replicas take over streams, and ends streams that a proxy did not close. */
const lifetimeMs = 15 * 60_000;
/** A client with more unread bytes is considered disconnected. */
const unreadBytesMax = 4_096;

const greeting = 'retry: 2000\n\n';
const heartbeat = ':\n\n';
const changed = `event: ${changedEvent}\ndata: {}\n\n`;

const isRelevant = (
  { organizationId, publicTaskId, inboxOfUserId }: Listener,
  update: LiveUpdate,
): boolean => {
  if (organizationId !== update.organizationId) return false;
  if ('userIds' in update) return inboxOfUserId !== undefined && update.userIds.includes(inboxOfUserId);
  if (inboxOfUserId !== undefined) return false;
  if (publicTaskId === undefined)
    return update.movesLastUpdate || (update.commentId === undefined && update.linkedTaskId === undefined);
  return publicTaskId === update.publicTaskId || publicTaskId === update.linkedTaskId;
};

const isNotFound = (error: unknown): boolean => isProblem(error) && error.status === 404;

/** Manages the open streams of this process. */
export const createLiveStreams = (log: Logger, paceMs: Pace = liveRefetchIntervalMs): LiveStreams => {
  const openStreams = new Set<{ notify(update: LiveUpdate): void; send(text: string): void; end(): void }>();
  const checkQueue = createCheckQueue();
  const recentUpdates = createRecentUpdates(liveMemoryMs);
  let isClosed = false;

  const open: LiveStreams['open'] = (listener) => {
    const stream = new PassThrough();
    let pendingUpdates: LiveUpdate[] = [];
    let collectTimer: NodeJS.Timeout | undefined;
    let lastEventAt = Number.NEGATIVE_INFINITY;
    const kind =
      listener.publicTaskId === undefined && listener.inboxOfUserId === undefined ? 'list' : 'task';
    const send = (text: string): void => {
      if (stream.writableLength > unreadBytesMax) stream.destroy();
      else if (!stream.writableEnded && !stream.destroyed) stream.write(text);
    };
    const sendChanged = (): void => {
      send(changed);
      lastEventAt = performance.now();
    };
    const end = (): void => void stream.end();
    const check = async (): Promise<void> => {
      const updates = pendingUpdates;
      pendingUpdates = [];
      if (stream.destroyed || stream.writableEnded) return;
      try {
        if (
          !(await listener.hasVisibleUpdate(
            updates.filter((update): update is TaskUpdate => !('userIds' in update)),
          ))
        )
          return;
        sendChanged();
      } catch (error) {
        // The task became invisible. The page must refetch once to show that.
        if (isNotFound(error)) send(changed);
        else if (!isProblem(error)) log.error({ err: error }, 'could not check the visibility of updates');
        // A client that may still listen reconnects and refetches.
        end();
      }
    };
    const openStream = {
      notify: (update: LiveUpdate): void => {
        if (!isRelevant(listener, update)) return;
        pendingUpdates.push(update);
        if (pendingUpdates.length > 1) return;
        const delayMs = Math.max(collectMs[kind], lastEventAt + paceMs[kind] - performance.now());
        collectTimer = setTimeout(() => checkQueue.add(listener.organizationId, check), delayMs);
      },
      send,
      end,
    };
    const lifetimeTimer = setTimeout(end, lifetimeMs);
    openStreams.add(openStream);
    stream.once('close', () => {
      openStreams.delete(openStream);
      clearTimeout(collectTimer);
      clearTimeout(lifetimeTimer);
    });
    send(greeting);
    if (listener.dataAgeMs !== undefined) {
      const missed = recentUpdates.listSince(listener.dataAgeMs);
      if (missed) for (const update of missed) openStream.notify(update);
      else sendChanged();
    }
    if (isClosed) end();
    return stream;
  };

  const heartbeatTimer = setInterval(() => {
    for (const { send } of openStreams) send(heartbeat);
  }, liveHeartbeatMs).unref();

  return {
    open,
    publish: (update) => {
      recentUpdates.add(update);
      for (const { notify } of openStreams) notify(update);
    },
    count: () => openStreams.size,
    close: () => {
      isClosed = true;
      clearInterval(heartbeatTimer);
      for (const { end } of openStreams) end();
    },
  };
};
