import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setNavigate } from '../navigation/navigate-to';
import { currentSession } from '../session/session.store';
import { type FakeResponse, problemResponse, signInAs, signOutForTest } from '../testing';
import { connectLive, reconnectLive } from './live-connection';
import { advance, changedFrame, fakeLiveServer, setVisibility } from './test-support';

let disconnect = (): void => {};
beforeEach(() => {
  vi.useFakeTimers();
  // Makes every random delay as long as possible.
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  setNavigate(() => {});
  signInAs();
});
afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.restoreAllMocks();
  signOutForTest();
});

const connect = async (task?: number) => {
  const server = fakeLiveServer();
  const onChange = vi.fn();
  disconnect = connectLive({ task, onChange });
  await advance();
  return { ...server, onChange };
};

describe('connectLive', () => {
  it('opens the stream of the task with the token and reports no change', async () => {
    const { requests, onChange } = await connect(100000000001);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ path: '/api/tasks/100000000001/live' });
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer test-token',
      accept: 'text/event-stream',
    });
    expect(onChange).not.toHaveBeenCalled();
  });

  it('tells the server the age of the data of the first stream only', async () => {
    await advance(100);
    const { requests, respondWith, end } = await connect();
    expect(requests[0]?.query).toEqual({ dataAgeMs: '15000' });
    end();
    await advance(2);
    expect(requests[1]?.query).toEqual({});
    respondWith();
  });

  it('tries again at once when the server answers again', async () => {
    const { requests, respondWith, end, onChange } = await connect();
    respondWith(() => 'offline');
    end();
    await advance(2);
    expect(requests).toHaveLength(2);
    respondWith();
    reconnectLive();
    await advance();
    expect(requests).toHaveLength(3);
    expect(onChange).toHaveBeenCalledTimes(1);
    reconnectLive();
    await advance(5);
    expect(requests).toHaveLength(3);
  });

  it('opens the stream of the inbox', async () => {
    const server = fakeLiveServer();
    disconnect = connectLive({ task: undefined, isInbox: true, onChange: () => {} });
    await advance();
    expect(server.requests[0]).toMatchObject({ path: '/api/notifications/live' });
  });

  it('reports each change, also if its bytes arrive one by one', async () => {
    const { write, onChange } = await connect();
    write(`:\n\n${changedFrame}`);
    await advance();
    expect(onChange).toHaveBeenCalledTimes(1);
    for (const sign of changedFrame) {
      expect(onChange).toHaveBeenCalledTimes(1);
      write(sign);
      await advance();
    }
    expect(onChange).toHaveBeenCalledTimes(2);
    write('event: other\ndata: {}\n\ndata: {}\n\n');
    await advance();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('closes the stream on disconnect', async () => {
    const { requestCount, write, onChange } = await connect();
    disconnect();
    await advance();
    expect(() => write(changedFrame)).toThrow();
    await advance(600);
    expect([requestCount(), onChange.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('connectLive, after the stream ended', () => {
  it('reconnects within two seconds and reports a possible change', async () => {
    const { requestCount, write, end, onChange } = await connect();
    await advance(30);
    write(':\n\n');
    end();
    await advance(1.9);
    expect(requestCount()).toBe(1);
    await advance(0.1);
    expect([requestCount(), onChange.mock.calls.length]).toEqual([2, 1]);
  });

  it('reconnects after a random delay', async () => {
    const { requestCount, end } = await connect();
    vi.mocked(Math.random).mockReturnValue(0.25);
    end();
    await advance(0.4);
    expect(requestCount()).toBe(1);
    await advance(0.1);
    expect(requestCount()).toBe(2);
  });

  it('reconnects after 50 s of silence, not before', async () => {
    const { requestCount, write, onChange } = await connect();
    await advance(49);
    write(':\n\n');
    await advance(49);
    expect(requestCount()).toBe(1);
    await advance(3);
    expect([requestCount(), onChange.mock.calls.length]).toEqual([2, 1]);
  });

  it('reconnects if the request gets no response', async () => {
    const { requestCount, respondWith, end } = await connect();
    respondWith(() => new Promise<never>(() => {}));
    end();
    await advance(2);
    expect(requestCount()).toBe(2);
    await advance(49);
    expect(requestCount()).toBe(2);
    await advance(5);
    expect(requestCount()).toBe(3);
  });
});

const emptyStream = (): FakeResponse => ({
  body: new ReadableStream({ start: (controller) => controller.close() }),
  headers: { 'content-type': 'text/event-stream' },
});
const htmlPage = (): FakeResponse => ({ body: emptyStream().body, headers: { 'content-type': 'text/html' } });

describe('connectLive, if the server offers no stream', () => {
  it.each([
    ['is unreachable', () => 'offline' as const],
    ['is unavailable', () => problemResponse(503, 'SERVICE_UNAVAILABLE')],
    ['fails', () => problemResponse(500, 'INTERNAL_ERROR')],
    ['is overloaded', () => problemResponse(429, 'TOO_MANY_REQUESTS')],
    ['ends the stream immediately', emptyStream],
    ['returns an HTML page', htmlPage],
  ])('backs off to one attempt per minute if the server %s', async (_, respond) => {
    const { requestCount, respondWith, end } = await connect();
    const requestedAt: number[] = [];
    await advance(30);
    const start = performance.now();
    respondWith(() => {
      requestedAt.push(Math.round((performance.now() - start) / 1_000));
      return respond();
    });
    end();
    await advance(260);
    expect(requestedAt).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
    // A stream that lasts one heartbeat resets the backoff.
    respondWith();
    await advance(60);
    const before = requestCount();
    await advance(20);
    end();
    await advance(2);
    expect(requestCount()).toBe(before + 1);
  });

  it('reports no change if the response is an HTML page', async () => {
    const { respondWith, requestCount, end, onChange } = await connect();
    respondWith(htmlPage);
    end();
    await advance(10);
    expect([requestCount(), onChange.mock.calls.length]).toEqual([3, 0]);
  });

  it('waits as long as Retry-After says', async () => {
    const { requestCount, respondWith, end, onChange } = await connect();
    respondWith(() => ({ ...problemResponse(429, 'TOO_MANY_REQUESTS'), headers: { 'retry-after': '90' } }));
    end();
    await advance(2);
    respondWith();
    await advance(89);
    expect(requestCount()).toBe(2);
    await advance(3);
    expect([requestCount(), onChange.mock.calls.length]).toEqual([3, 1]);
  });

  it('waits at most an hour if Retry-After is longer', async () => {
    const { requestCount, respondWith, end } = await connect();
    respondWith(() => ({
      ...problemResponse(503, 'SERVICE_UNAVAILABLE'),
      headers: { 'retry-after': '9999999' },
    }));
    end();
    await advance(10);
    expect(requestCount()).toBe(2);
    await advance(3_600);
    expect(requestCount()).toBe(3);
  });
});

describe('connectLive, after a refusal', () => {
  it.each([
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ])(
    'stops after a %i and reports one change, because the page may show deleted data',
    async (status, code) => {
      const { requestCount, respondWith, end, onChange } = await connect();
      respondWith(() => problemResponse(status, code));
      end();
      await advance(600);
      setVisibility('hidden');
      setVisibility('visible');
      await advance(600);
      expect([requestCount(), onChange.mock.calls.length]).toEqual([2, 1]);
    },
  );

  it('reports no change if the first request was refused', async () => {
    const server = fakeLiveServer();
    server.respondWith(() => problemResponse(404, 'NOT_FOUND'));
    const onChange = vi.fn();
    disconnect = connectLive({ task: undefined, onChange });
    await advance(600);
    expect([server.requestCount(), onChange.mock.calls.length]).toEqual([1, 0]);
  });

  it('signs out after a 401 and reports no change', async () => {
    const { requestCount, respondWith, end, onChange } = await connect();
    respondWith(() => problemResponse(401, 'UNAUTHORIZED'));
    end();
    await advance(600);
    expect(currentSession()).toBeUndefined();
    expect([requestCount(), onChange.mock.calls.length]).toEqual([2, 0]);
  });
});

describe('connectLive, on a hidden page', () => {
  it('closes the stream, and reports a possible change when the page is visible again', async () => {
    const { requestCount, write, onChange } = await connect();
    setVisibility('hidden');
    await advance();
    expect(() => write(changedFrame)).toThrow();
    await advance(600);
    expect([requestCount(), onChange.mock.calls.length]).toEqual([1, 0]);
    setVisibility('visible');
    await advance();
    expect([requestCount(), onChange.mock.calls.length]).toEqual([2, 1]);
    write(changedFrame);
    await advance();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('cancels a pending reconnect', async () => {
    const { requestCount, end } = await connect();
    end();
    await advance(1);
    setVisibility('hidden');
    expect(vi.getTimerCount()).toBe(0);
    await advance(600);
    expect(requestCount()).toBe(1);
  });

  it('keeps a single stream after repeated visibility events', async () => {
    const { requestCount } = await connect();
    setVisibility('visible');
    setVisibility('visible');
    await advance();
    expect(requestCount()).toBe(1);
  });

  it('connects when the page first becomes visible, and reports a possible change', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { requestCount, onChange } = await connect();
    await advance(600);
    expect(requestCount()).toBe(0);
    setVisibility('visible');
    await advance();
    expect([requestCount(), onChange.mock.calls.length]).toEqual([1, 1]);
  });

  it('ignores visibility events after disconnect', async () => {
    const { requestCount } = await connect();
    disconnect();
    setVisibility('hidden');
    setVisibility('visible');
    await advance();
    expect(requestCount()).toBe(1);
  });
});
