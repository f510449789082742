import { changedEvent, liveHeartbeatMs, liveMediaType } from '@obieg/contracts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { http } from '../http/http';

interface LiveStreamOptions {
  /** Number of the open task. Undefined for the task list. */
  task: number | undefined;
  /** Closes the stream. */
  signal: AbortSignal;
  onOpen: () => void;
  onChanged: () => void;
}

/** The server sends a heartbeat every `liveHeartbeatMs`. Longer silence means that the connection is lost. */
const silenceTimeoutMs = 2.5 * liveHeartbeatMs;

/** Creates a signal that aborts with the given signal, or after a silence. */
const createSilenceGuard = (signal: AbortSignal) => {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  let timer = setTimeout(stop, silenceTimeoutMs);
  signal.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    reset: (): void => {
      clearTimeout(timer);
      timer = setTimeout(stop, silenceTimeoutMs);
    },
    dispose: (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      // Also closes a stream that was read only in part.
      stop();
    },
  };
};

const openStream = async (task: number | undefined, signal: AbortSignal) => {
  const path = task === undefined ? '/tasks/live' : `/tasks/${task}/live`;
  const { data, headers } = await http.get<ReadableStream<Uint8Array<ArrayBuffer>>>(path, {
    // XMLHttpRequest delivers a response only when it is complete.
    adapter: 'fetch',
    responseType: 'stream',
    timeout: 0,
    headers: { Accept: liveMediaType },
    signal,
  });
  const mediaType = String(headers['content-type'] ?? '');
  if (!mediaType.startsWith(liveMediaType)) throw new TypeError(`expected an event stream, got ${mediaType}`);
  return data;
};

/**
 * Opens the stream of changes and reads it until it ends.
 *
 * @throws ApiError if the request fails; any other error if the stream breaks or is aborted
 */
export const listenToStream = async ({
  task,
  signal,
  onOpen,
  onChanged,
}: LiveStreamOptions): Promise<void> => {
  const guard = createSilenceGuard(signal);
  try {
    const bytes = await openStream(task, guard.signal);
    guard.reset();
    onOpen();
    const events = bytes
      .pipeThrough(new TextDecoderStream(), { signal: guard.signal })
      .pipeThrough(new EventSourceParserStream({ onComment: guard.reset }))
      .getReader();
    for (let next = await events.read(); !next.done; next = await events.read()) {
      guard.reset();
      if (next.value.event === changedEvent) onChanged();
    }
  } finally {
    guard.dispose();
  }
};
