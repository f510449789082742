import { PassThrough, type Readable } from 'node:stream';
import { changedEvent, liveBeatMs, livePaceMs } from '@obieg/contracts';
import { isProblem, type Logger } from '@obieg/service-kit';
import { createCheckQueue } from './check-queue';
import type { TaskUpdate } from './task-updates';

type Pace = Record<keyof typeof livePaceMs, number>;

interface Listener {
  organizationId: number;
  /** The one task that is listened for; undefined: all in the list, and no comments. */
  publicTaskId: number | undefined;
  /** Whether this is news to who listens, as who they are by now. Throws a problem when they may not listen any more. */
  hasVisibleUpdate(news: readonly TaskUpdate[]): Promise<boolean>;
}

export interface LiveStreams {
  /** Opens what a listener is told by: server-sent events. It is theirs to close, and ends by itself after a while. */
  open(listener: Listener): Readable;
  publish(update: TaskUpdate): void;
  count(): number;
  /** Ends all, and those that are opened after it at once. */
  close(): void;
}

/**
 * What happens meanwhile is judged once for each stream. A list is read by many, its task by few. Who has just been told
 * is judged for again when their page would read again.
 */
const gatherMs = { list: 1_000, task: 100 } as const;
/** So that replicas that came later get their share, and one that was forgotten by its proxy ends. */
const lastsMs = 15 * 60_000;
/** So much is not taken only by who is not there. */
const unreadMax = 4_096;

const greeting = 'retry: 2000\n\n';
const beat = ':\n\n';
const changed = `event: ${changedEvent}\ndata: {}\n\n`;

const concerns = ({ organizationId, publicTaskId }: Listener, news: TaskUpdate): boolean =>
  organizationId === news.organizationId &&
  (publicTaskId === undefined ? news.commentId === undefined : publicTaskId === news.publicTaskId);

/** Whether the listener's page has to look once more before it is left alone: what it shows is gone. */
const isGone = (error: unknown): boolean => isProblem(error) && error.status === 404;

/** The open streams of this process. */
export const createLiveStreams = (log: Logger, paceMs: Pace = livePaceMs): LiveStreams => {
  const hearers = new Set<{ hear(news: TaskUpdate): void; send(text: string): void; end(): void }>();
  const judgements = createCheckQueue();
  let isClosed = false;

  const open: LiveStreams['open'] = (listener) => {
    const stream = new PassThrough();
    let unheard: TaskUpdate[] = [];
    let gathering: NodeJS.Timeout | undefined;
    let toldAt = Number.NEGATIVE_INFINITY;
    const kind = listener.publicTaskId === undefined ? 'list' : 'task';
    const send = (text: string): void => {
      if (stream.writableLength > unreadMax) stream.destroy();
      else if (!stream.writableEnded && !stream.destroyed) stream.write(text);
    };
    const end = (): void => void stream.end();
    const judge = async (): Promise<void> => {
      const news = unheard;
      unheard = [];
      if (stream.destroyed || stream.writableEnded) return;
      try {
        if (!(await listener.hasVisibleUpdate(news))) return;
        send(changed);
        toldAt = performance.now();
      } catch (error) {
        if (isGone(error)) send(changed);
        else if (!isProblem(error)) log.error({ err: error }, 'news cannot be judged');
        // Whoever may go on opens another, and looks at what there is.
        end();
      }
    };
    const hearer = {
      hear: (news: TaskUpdate): void => {
        if (!concerns(listener, news)) return;
        unheard.push(news);
        if (unheard.length > 1) return;
        const pause = Math.max(gatherMs[kind], toldAt + paceMs[kind] - performance.now());
        gathering = setTimeout(() => judgements.add(listener.organizationId, judge), pause);
      },
      send,
      end,
    };
    const lasting = setTimeout(end, lastsMs);
    hearers.add(hearer);
    stream.once('close', () => {
      hearers.delete(hearer);
      clearTimeout(gathering);
      clearTimeout(lasting);
    });
    send(greeting);
    if (isClosed) end();
    return stream;
  };

  const beating = setInterval(() => {
    for (const { send } of hearers) send(beat);
  }, liveBeatMs).unref();

  return {
    open,
    publish: (news) => {
      for (const { hear } of hearers) hear(news);
    },
    count: () => hearers.size,
    close: () => {
      isClosed = true;
      clearInterval(beating);
      for (const { end } of hearers) end();
    },
  };
};
