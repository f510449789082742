import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setNavigate } from '../navigation';
import { currentSession } from '../session/session.store';
import { type FakeAnswer, problemAnswer, signInAs, signOutForTest } from '../testing';
import { connectLive } from './live-connection';
import { changed, pass, serveLive, show } from './test-support';

let disconnect = (): void => {};
beforeEach(() => {
  vi.useFakeTimers();
  // As late as it may be.
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
  const server = serveLive();
  const onChange = vi.fn();
  disconnect = connectLive({ task, onChange });
  await pass();
  return { ...server, onChange };
};

describe('the stream of changes', () => {
  it('is asked for by the task that is open, with the token, and says nothing of itself', async () => {
    const { requests, onChange } = await connect(100000000001);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ path: '/api/tasks/100000000001/live' });
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer test-token',
      accept: 'text/event-stream',
    });
    expect(onChange).not.toHaveBeenCalled();
  });

  it('tells of each change, also where its bytes come one by one', async () => {
    const { write, onChange } = await connect();
    write(`:\n\n${changed}`);
    await pass();
    expect(onChange).toHaveBeenCalledTimes(1);
    for (const sign of changed) {
      expect(onChange).toHaveBeenCalledTimes(1);
      write(sign);
      await pass();
    }
    expect(onChange).toHaveBeenCalledTimes(2);
    write('event: other\ndata: {}\n\ndata: {}\n\n');
    await pass();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('is closed with the page that listens', async () => {
    const { timesAsked, write, onChange } = await connect();
    disconnect();
    await pass();
    expect(() => write(changed)).toThrow();
    await pass(600);
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('a stream that ended', () => {
  it('is opened again within two seconds, and what was missed is asked for', async () => {
    const { timesAsked, write, end, onChange } = await connect();
    await pass(30);
    write(':\n\n');
    end();
    await pass(1.9);
    expect(timesAsked()).toBe(1);
    await pass(0.1);
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([2, 1]);
  });

  it('comes back at another moment on each page', async () => {
    const { timesAsked, end } = await connect();
    vi.mocked(Math.random).mockReturnValue(0.25);
    end();
    await pass(0.4);
    expect(timesAsked()).toBe(1);
    await pass(0.1);
    expect(timesAsked()).toBe(2);
  });

  it('is missed after a while of silence, not before', async () => {
    const { timesAsked, write, onChange } = await connect();
    await pass(49);
    write(':\n\n');
    await pass(49);
    expect(timesAsked()).toBe(1);
    await pass(3);
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([2, 1]);
  });

  it('is missed where not even an answer comes', async () => {
    const { timesAsked, answerWith, end } = await connect();
    answerWith(() => new Promise<never>(() => {}));
    end();
    await pass(2);
    expect(timesAsked()).toBe(2);
    await pass(49);
    expect(timesAsked()).toBe(2);
    await pass(5);
    expect(timesAsked()).toBe(3);
  });
});

const endsAtOnce = (): FakeAnswer => ({
  body: new ReadableStream({ start: (controller) => controller.close() }),
  headers: { 'content-type': 'text/event-stream' },
});
const page = (): FakeAnswer => ({ body: endsAtOnce().body, headers: { 'content-type': 'text/html' } });

describe('a server that has no stream to give', () => {
  it.each([
    ['is out of reach', () => 'offline' as const],
    ['is away', () => problemAnswer(503, 'SERVICE_UNAVAILABLE')],
    ['has failed', () => problemAnswer(500, 'INTERNAL_ERROR')],
    ['has too much to do', () => problemAnswer(429, 'TOO_MANY_REQUESTS')],
    ['ends it at once', endsAtOnce],
    ['answers with a page', page],
  ])('is asked ever more rarely, at least once in a minute, where it %s', async (_, answer) => {
    const { timesAsked, answerWith, end } = await connect();
    const askedAt: number[] = [];
    await pass(30);
    const start = performance.now();
    answerWith(() => {
      askedAt.push(Math.round((performance.now() - start) / 1_000));
      return answer();
    });
    end();
    await pass(260);
    expect(askedAt).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
    // All is well again, for as long as a beat: the next time begins where this one did.
    answerWith();
    await pass(60);
    const asked = timesAsked();
    await pass(20);
    end();
    await pass(2);
    expect(timesAsked()).toBe(asked + 1);
  });

  it('has told nothing where a page of somebody in between has come', async () => {
    const { answerWith, timesAsked, end, onChange } = await connect();
    answerWith(page);
    end();
    await pass(10);
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([3, 0]);
  });

  it('is asked when it said that one may', async () => {
    const { timesAsked, answerWith, end, onChange } = await connect();
    answerWith(() => ({ ...problemAnswer(429, 'TOO_MANY_REQUESTS'), headers: { 'retry-after': '90' } }));
    end();
    await pass(2);
    answerWith();
    await pass(89);
    expect(timesAsked()).toBe(2);
    await pass(3);
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([3, 1]);
  });

  it('is asked within an hour, whatever it said', async () => {
    const { timesAsked, answerWith, end } = await connect();
    answerWith(() => ({
      ...problemAnswer(503, 'SERVICE_UNAVAILABLE'),
      headers: { 'retry-after': '9999999' },
    }));
    end();
    await pass(10);
    expect(timesAsked()).toBe(2);
    await pass(3_600);
    expect(timesAsked()).toBe(3);
  });
});

describe('a refusal', () => {
  it.each([
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ])('with %i stands; the page is told once, as it may show what is gone', async (status, code) => {
    const { timesAsked, answerWith, end, onChange } = await connect();
    answerWith(() => problemAnswer(status, code));
    end();
    await pass(600);
    show('hidden');
    show('visible');
    await pass(600);
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([2, 1]);
  });

  it('says nothing new to a page that has just read everything', async () => {
    const server = serveLive();
    server.answerWith(() => problemAnswer(404, 'NOT_FOUND'));
    const onChange = vi.fn();
    disconnect = connectLive({ task: undefined, onChange });
    await pass(600);
    expect([server.timesAsked(), onChange.mock.calls.length]).toEqual([1, 0]);
  });

  it('for want of a session signs out and asks for nothing', async () => {
    const { timesAsked, answerWith, end, onChange } = await connect();
    answerWith(() => problemAnswer(401, 'UNAUTHORIZED'));
    end();
    await pass(600);
    expect(currentSession()).toBeUndefined();
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([2, 0]);
  });
});

describe('a page that is hidden', () => {
  it('gives its connection back, and catches up when it is seen again', async () => {
    const { timesAsked, write, onChange } = await connect();
    show('hidden');
    await pass();
    expect(() => write(changed)).toThrow();
    await pass(600);
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([1, 0]);
    show('visible');
    await pass();
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([2, 1]);
    write(changed);
    await pass();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('does not ask again when it is hidden while it waits to', async () => {
    const { timesAsked, end } = await connect();
    end();
    await pass(1);
    show('hidden');
    expect(vi.getTimerCount()).toBe(0);
    await pass(600);
    expect(timesAsked()).toBe(1);
  });

  it('is connected once, however often it is said to be seen', async () => {
    const { timesAsked } = await connect();
    show('visible');
    show('visible');
    await pass();
    expect(timesAsked()).toBe(1);
  });

  it('connects when it is seen first, and has then been read some time ago', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { timesAsked, onChange } = await connect();
    await pass(600);
    expect(timesAsked()).toBe(0);
    show('visible');
    await pass();
    expect([timesAsked(), onChange.mock.calls.length]).toEqual([1, 1]);
  });

  it('is not followed any more once the page is left', async () => {
    const { timesAsked } = await connect();
    disconnect();
    show('hidden');
    show('visible');
    await pass();
    expect(timesAsked()).toBe(1);
  });
});
