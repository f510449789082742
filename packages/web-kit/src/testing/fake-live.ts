import { changedEvent, liveBeatMs, liveMediaType } from '@obieg/contracts';
import { act, waitFor } from '@testing-library/react';
import type { FakeAnswer, FakeRequest } from './fake-routes';

interface OpenStream {
  asked: { path: string };
  send: (text: string) => void;
  end: () => void;
}

/** What the page hears of changes; one that is open is answered as by a server in which nothing changes. */
export interface FakeLive {
  /** What was asked for the streams that are open now, oldest first. */
  listening: () => { path: string }[];
  /** Tells every open stream that something has changed; where there is none yet, the first one. */
  tellChanged: () => Promise<void>;
  /** Ends them as a server does that restarts. */
  endStreams: () => Promise<void>;
}

const changed = `event: ${changedEvent}\ndata: {}\n\n`;

export const isLivePath = (path: string): boolean => /^\/api\/tasks\/(\d+\/)?live$/.test(path);

export const createFakeLive = () => {
  const streams = new Set<OpenStream>();

  const open = (path: string, signal: AbortSignal | undefined): ReadableStream => {
    const encoder = new TextEncoder();
    return new ReadableStream({
      start: (controller) => {
        if (signal?.aborted) return controller.close();
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        const beat = setInterval(() => send(':\n\n'), liveBeatMs);
        const forget = (): void => {
          clearInterval(beat);
          streams.delete(stream);
        };
        const stream: OpenStream = {
          asked: { path },
          send,
          end: () => {
            forget();
            controller.close();
          },
        };
        streams.add(stream);
        signal?.addEventListener('abort', forget);
      },
    });
  };
  const toAll = async (tell: (stream: OpenStream) => void): Promise<void> => {
    await waitFor(() => {
      if (streams.size === 0) throw new Error('Nobody listens for changes.');
    });
    await act(async () => {
      for (const stream of [...streams]) tell(stream);
    });
  };
  const live: FakeLive = {
    listening: () => [...streams].map(({ asked }) => asked),
    tellChanged: () => toAll(({ send }) => send(changed)),
    endStreams: () => toAll(({ end }) => end()),
  };
  const answer = ({ path }: FakeRequest, signal: AbortSignal | undefined): FakeAnswer => ({
    body: open(path, signal),
    headers: { 'content-type': liveMediaType },
  });
  return { live, answer };
};
