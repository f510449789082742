import type { Logger } from '@obieg/service-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
const open = (task: number | undefined, isNews = true) => {
  const judge = vi.fn(async () => isNews);
  let text = '';
  streams.open({ organizationId, publicTaskId: task, isNews: judge }).on('data', (part: Buffer) => {
    text += part.toString();
  });
  return { timesJudged: () => judge.mock.calls.length, timesTold: () => text.split('event:').length - 1 };
};
const change = (): void => streams.tell({ organizationId, publicTaskId });
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

it.each([
  ['the list', undefined, 1, 5],
  ['a task', publicTaskId, 0.1, 2],
])('of %s tells soon, then no more often than a page would read', async (_, task, soon, pace) => {
  const { timesJudged, timesTold } = open(task);
  change();
  await pass(soon);
  expect(timesTold()).toBe(1);
  for (let times = 0; times < 3; times += 1) change();
  await pass(pace - 0.01);
  expect([timesTold(), timesJudged()]).toEqual([1, 1]);
  await pass(0.01);
  expect([timesTold(), timesJudged()]).toEqual([2, 2]);
  await pass(60);
  expect(timesTold()).toBe(2);
  change();
  await pass(soon);
  expect(timesTold()).toBe(3);
});

it('of the list does not wait where nothing was told', async () => {
  const { timesJudged, timesTold } = open(undefined, false);
  for (let seconds = 0; seconds < 3; seconds += 1) {
    change();
    await pass(1);
  }
  expect([timesTold(), timesJudged()]).toEqual([0, 3]);
});
