import { liveMediaType } from '@obieg/contracts';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { type FakeResponse, type FakeRoutes, fakeApi } from '../testing';

/** Sets the page's visibility and dispatches the event. */
export const setVisibility = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
};

/** Advances the fake timers and flushes promises. */
export const advance = (seconds = 0) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

export const changedFrame = 'event: changed\ndata: {}\n\n';

/** Fakes all change streams. The test writes their bytes. */
export const fakeLiveServer = () => {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const openStream = (): FakeResponse => ({
    body: new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) }),
    headers: { 'content-type': `${liveMediaType}; charset=utf-8` },
  });
  let respond: FakeRoutes[string] = openStream;
  const api = fakeApi({
    'GET /api/tasks/live': (request) => respond(request),
    'GET /api/tasks/:id/live': (request) => respond(request),
    'GET /api/notifications/live': (request) => respond(request),
  });
  return {
    requests: api.requests,
    requestCount: () => api.requests.length,
    /** Sets the response of later requests. Default: a stream. */
    respondWith: (other: FakeRoutes[string] = openStream) => {
      respond = other;
    },
    write: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)),
    end: () => streams.at(-1)?.close(),
  };
};
