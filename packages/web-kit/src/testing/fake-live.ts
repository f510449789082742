import { changedEvent, liveHeartbeatMs, liveMediaType } from '@obieg/contracts';
import { act, waitFor } from '@testing-library/react';
import type { FakeRequest, FakeResponse } from './fake-routes';

interface OpenStream {
  request: { path: string };
  send: (text: string) => void;
  end: () => void;
}

/** Default change streams. They send heartbeats, and changes only when the test emits one. */
export interface FakeLive {
  /** Open streams, oldest first. */
  openStreams: () => { path: string }[];
  /** Sends a change to every open stream. Waits for the first stream. */
  emitChange: () => Promise<void>;
  /** Ends all streams, like a server restart. */
  endStreams: () => Promise<void>;
}

const changed = `event: ${changedEvent}\ndata: {}\n\n`;

export const isLivePath = (path: string): boolean =>
  /^\/api\/(tasks\/(\d+\/)?|notifications\/)live$/.test(path);

export const createFakeLive = () => {
  const streams = new Set<OpenStream>();

  const createStream = (path: string, signal: AbortSignal | undefined): ReadableStream => {
    const encoder = new TextEncoder();
    return new ReadableStream({
      start: (controller) => {
        if (signal?.aborted) return controller.close();
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        const heartbeat = setInterval(() => send(':\n\n'), liveHeartbeatMs);
        const dispose = (): void => {
          clearInterval(heartbeat);
          streams.delete(stream);
        };
        const stream: OpenStream = {
          request: { path },
          send,
          end: () => {
            dispose();
            controller.close();
          },
        };
        streams.add(stream);
        signal?.addEventListener('abort', dispose);
      },
    });
  };
  const forEachStream = async (send: (stream: OpenStream) => void): Promise<void> => {
    await waitFor(() => {
      if (streams.size === 0) throw new Error('No change stream is open.');
    });
    await act(async () => {
      for (const stream of [...streams]) send(stream);
    });
  };
  const live: FakeLive = {
    openStreams: () => [...streams].map(({ request }) => request),
    emitChange: () => forEachStream(({ send }) => send(changed)),
    endStreams: () => forEachStream(({ end }) => end()),
  };
  const openStream = ({ path }: FakeRequest, signal: AbortSignal | undefined): FakeResponse => ({
    body: createStream(path, signal),
    headers: { 'content-type': liveMediaType },
  });
  return { live, openStream };
};
