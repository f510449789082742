import { changedEvent, dataAgeParameter, liveHeartbeatMs, liveMediaType } from '@obieg/contracts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { http } from '../http/http';

/** What a stream follows: the user's inbox, a task, or the task list. */
export interface LiveSource {
  /** Number of the open task. Undefined for the task list. */
  task: number | undefined;
  isInbox?: boolean;
}

interface LiveStreamOptions extends LiveSource {
  /** The server also reports the changes of the last so many milliseconds. Undefined for later changes only. */
  dataAgeMs: number | undefined;
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

const pathOf = ({ task, isInbox = false }: LiveSource): string => {
  if (isInbox) return '/notifications/live';
  return task === undefined ? '/tasks/live' : `/tasks/${task}/live`;
};

const openStream = async (path: string, dataAgeMs: number | undefined, signal: AbortSignal) => {
  const { data, headers } = await http.get<ReadableStream<Uint8Array<ArrayBuffer>>>(path, {
    responseType: 'stream',
    params: { [dataAgeParameter]: dataAgeMs },
    timeout: 0,
    headers: { Accept: liveMediaType },
    signal,
  });
  const mediaType = headers['content-type'] ?? '';
  if (!mediaType.startsWith(liveMediaType)) throw new TypeError(`expected an event stream, got ${mediaType}`);
  return data;
};

/**
 * Opens the stream of changes and reads it until it ends.
 *
 * @throws ApiError if the request fails; any other error if the stream breaks or is aborted
 */
export const listenToStream = async ({
  signal,
  onOpen,
  onChanged,
  dataAgeMs,
  ...source
}: LiveStreamOptions): Promise<void> => {
  const guard = createSilenceGuard(signal);
  try {
    const bytes = await openStream(pathOf(source), dataAgeMs, guard.signal);
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
