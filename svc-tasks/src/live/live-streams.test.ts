import { liveMemoryMs } from '@obieg/contracts';
import type { Logger } from '@obieg/service-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveStreams, type LiveStreams } from './live-streams';

const log = { error: vi.fn() } as unknown as Logger;
let streams: LiveStreams;
beforeEach(() => {
  vi.useFakeTimers();
  streams = createLiveStreams(log);
});
afterEach(() => {
  streams.close();
  vi.useRealTimers();
});

const organizationId = 1;
const publicTaskId = 100000000001;
const open = (
  task: number | undefined,
  hasVisibleUpdate: boolean | Promise<boolean> = true,
  ofOrganization = organizationId,
  dataAgeMs?: number,
) => {
  const check = vi.fn(async () => hasVisibleUpdate);
  let text = '';
  streams
    .open({ organizationId: ofOrganization, publicTaskId: task, hasVisibleUpdate: check, dataAgeMs })
    .on('data', (part: Buffer) => {
      text += part.toString();
    });
  return { countChecks: () => check.mock.calls.length, countEvents: () => text.split('event:').length - 1 };
};
const change = (ofOrganization = organizationId): void =>
  streams.publish({ organizationId: ofOrganization, publicTaskId });
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

describe('createLiveStreams', () => {
  it.each([
    ['the list', undefined, 1, 5],
    ['a task', publicTaskId, 0.1, 2],
  ])(
    'sends an event for %s soon, then at most as often as a page may refetch',
    async (_, task, soon, pace) => {
      const { countChecks, countEvents } = open(task);
      change();
      await advance(soon);
      expect(countEvents()).toBe(1);
      for (let times = 0; times < 3; times += 1) change();
      await advance(pace - 0.01);
      expect([countEvents(), countChecks()]).toEqual([1, 1]);
      await advance(0.01);
      expect([countEvents(), countChecks()]).toEqual([2, 2]);
      await advance(60);
      expect(countEvents()).toBe(2);
      change();
      await advance(soon);
      expect(countEvents()).toBe(3);
    },
  );

  it('sends an event for the list after a comment that moves the last update, and after no other', async () => {
    const { countEvents } = open(undefined);
    streams.publish({ organizationId, publicTaskId, commentId: 1 });
    await advance(60);
    expect(countEvents()).toBe(0);
    streams.publish({ organizationId, publicTaskId, commentId: 1, movesLastUpdate: true });
    await advance(60);
    expect(countEvents()).toBe(1);
  });

  it('checks the list without a pause when no event was sent', async () => {
    const { countChecks, countEvents } = open(undefined, false);
    for (let second = 0; second < 3; second += 1) {
      change();
      await advance(1);
    }
    expect([countEvents(), countChecks()]).toEqual([0, 3]);
  });

  it('checks the changes since the data of the page was loaded', async () => {
    await advance(10);
    change();
    await advance(3);
    change(2);
    const opened = [
      open(undefined, true, organizationId, 2_000),
      open(undefined, true, organizationId, 4_000),
      open(undefined, false, organizationId, 4_000),
    ];
    await advance(5);
    expect(opened.map(({ countChecks }) => countChecks())).toEqual([0, 1, 1]);
    expect(opened.map(({ countEvents }) => countEvents())).toEqual([0, 1, 0]);
  });

  it('sends an event without a check if changes may be forgotten', async () => {
    await advance(120);
    const tooOld = open(undefined, false, organizationId, liveMemoryMs);
    const remembered = open(undefined, false, organizationId, liveMemoryMs - 1);
    for (let times = 0; times < 6_000; times += 1) change(2);
    await advance(1);
    const afterMany = open(undefined, false, organizationId, 2_000);
    await advance(1);
    const opened = [tooOld, remembered, afterMany];
    expect(opened.map(({ countEvents }) => countEvents())).toEqual([1, 0, 1]);
    expect(opened.map(({ countChecks }) => countChecks())).toEqual([0, 0, 0]);
  });

  it('sends an event if the process started after the data was loaded', async () => {
    await advance(1);
    const opened = open(undefined, false, organizationId, 2_000);
    await advance(0);
    expect(opened.countEvents()).toBe(1);
  });

  it('sends an event of one organization while the check of another is pending', async () => {
    const pending = new Promise<boolean>(() => undefined);
    const slow = [open(undefined, pending), open(undefined, pending)];
    const quick = [open(undefined, true, 2), open(undefined, true, 2)];
    change();
    change(2);
    await advance(1);
    expect(quick.map(({ countEvents }) => countEvents())).toEqual([1, 1]);
    expect(slow.map(({ countChecks }) => countChecks())).toEqual([1, 0]);
  });

  it('runs checks of four organizations concurrently and lets organizations take turns', async () => {
    const answers: (() => void)[] = [];
    const answerLater = () =>
      new Promise<boolean>((resolve) => {
        answers.push(() => resolve(true));
      });
    const opened = [1, 1, 2, 3, 4, 5].map((id) => open(undefined, answerLater(), id));
    const checks = () => opened.map(({ countChecks }) => countChecks());
    for (const id of [1, 2, 3, 4, 5]) change(id);
    await advance(1);
    expect(checks()).toEqual([1, 0, 1, 1, 1, 0]);
    answers[0]?.();
    await advance(0);
    // The fifth organization has not had a turn yet.
    expect(checks()).toEqual([1, 0, 1, 1, 1, 1]);
    answers[2]?.();
    await advance(0);
    expect(checks()).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
