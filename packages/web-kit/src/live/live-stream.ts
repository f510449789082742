import { changedEvent, liveBeatMs, liveMediaType } from '@obieg/contracts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { http } from '../http/http';

interface LiveStreamOptions {
  /** Number of the task that is open; undefined: all that the list of tasks shows. */
  task: number | undefined;
  /** Closes the stream. */
  signal: AbortSignal;
  onOpen: () => void;
  onChanged: () => void;
}

/** Whoever sends at least every beat, and has not for so long, is gone, though nobody has said so. */
const lostAfterMs = 2.5 * liveBeatMs;

/** Aborts with the given signal, and when nothing has been heard for long. */
const listenWithin = (signal: AbortSignal) => {
  const listening = new AbortController();
  const stop = (): void => listening.abort();
  let silence = setTimeout(stop, lostAfterMs);
  signal.addEventListener('abort', stop);
  return {
    signal: listening.signal,
    hear: (): void => {
      clearTimeout(silence);
      silence = setTimeout(stop, lostAfterMs);
    },
    end: (): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      // Also where only a part of the answer was read.
      stop();
    },
  };
};

const openStream = async (task: number | undefined, signal: AbortSignal) => {
  const path = task === undefined ? '/tasks/live' : `/tasks/${task}/live`;
  const { data, headers } = await http.get<ReadableStream<Uint8Array<ArrayBuffer>>>(path, {
    // XMLHttpRequest gives an answer when it is complete, which this one never is.
    adapter: 'fetch',
    responseType: 'stream',
    timeout: 0,
    headers: { Accept: liveMediaType },
    signal,
  });
  const mediaType = String(headers['content-type'] ?? '');
  if (!mediaType.startsWith(liveMediaType)) throw new TypeError(`no stream of events: ${mediaType}`);
  return data;
};

/**
 * Opens the stream of changes and listens until it ends.
 *
 * @throws ApiError when it is not to be had; something else when it is cut off, lost or closed.
 */
export const listenToStream = async ({
  task,
  signal,
  onOpen,
  onChanged,
}: LiveStreamOptions): Promise<void> => {
  const listening = listenWithin(signal);
  try {
    const bytes = await openStream(task, listening.signal);
    listening.hear();
    onOpen();
    const events = bytes
      .pipeThrough(new TextDecoderStream(), { signal: listening.signal })
      .pipeThrough(new EventSourceParserStream({ onComment: listening.hear }))
      .getReader();
    for (let next = await events.read(); !next.done; next = await events.read()) {
      listening.hear();
      if (next.value.event === changedEvent) onChanged();
    }
  } finally {
    listening.end();
  }
};
