import { liveMediaType } from '@obieg/contracts';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { type FakeAnswer, type FakeRoutes, fakeApi } from '../testing';

/** For tests: as the window, its browser, says that the page is seen or not. */
export const show = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
};

/** For tests: lets time go by, and what waits for nothing but its turn. */
export const pass = (seconds = 0) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

export const changed = 'event: changed\ndata: {}\n\n';

/** For tests: a server of GET /api/tasks/live, and of that of a task, whose streams the test writes byte by byte. */
export const serveLive = () => {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const openStream = (): FakeAnswer => ({
    body: new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) }),
    headers: { 'content-type': `${liveMediaType}; charset=utf-8` },
  });
  let answer: FakeRoutes[string] = openStream;
  const api = fakeApi({
    'GET /api/tasks/live': (request) => answer(request),
    'GET /api/tasks/:id/live': (request) => answer(request),
  });
  return {
    requests: api.requests,
    timesAsked: () => api.requests.length,
    /** From now on; none: streams again. */
    answerWith: (other: FakeRoutes[string] = openStream) => {
      answer = other;
    },
    write: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)),
    end: () => streams.at(-1)?.close(),
    cut: () => streams.at(-1)?.error(new TypeError('network error')),
  };
};
