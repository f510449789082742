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
const open = (
  task: number | undefined,
  answer: boolean | Promise<boolean> = true,
  ofOrganization = organizationId,
) => {
  const judge = vi.fn(async () => answer);
  let text = '';
  streams
    .open({ organizationId: ofOrganization, publicTaskId: task, hasVisibleUpdate: judge })
    .on('data', (part: Buffer) => {
      text += part.toString();
    });
  return { timesJudged: () => judge.mock.calls.length, timesTold: () => text.split('event:').length - 1 };
};
const change = (ofOrganization = organizationId): void =>
  streams.publish({ organizationId: ofOrganization, publicTaskId });
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

it('of an organization does not wait for what is judged for another', async () => {
  const never = new Promise<boolean>(() => undefined);
  const slow = [open(undefined, never), open(undefined, never)];
  const quick = [open(undefined, true, 2), open(undefined, true, 2)];
  change();
  change(2);
  await pass(1);
  expect(quick.map(({ timesTold }) => timesTold())).toEqual([1, 1]);
  expect(slow.map(({ timesJudged }) => timesJudged())).toEqual([1, 0]);
});

it('is judged for some organizations at once, for each in its turn', async () => {
  const answers: (() => void)[] = [];
  const later = () =>
    new Promise<boolean>((resolve) => {
      answers.push(() => resolve(true));
    });
  const opened = [1, 1, 2, 3, 4, 5].map((id) => open(undefined, later(), id));
  const judged = () => opened.map(({ timesJudged }) => timesJudged());
  for (const id of [1, 2, 3, 4, 5]) change(id);
  await pass(1);
  expect(judged()).toEqual([1, 0, 1, 1, 1, 0]);
  answers[0]?.();
  await pass(0);
  expect(judged()).toEqual([1, 1, 1, 1, 1, 0]);
  answers[2]?.();
  await pass(0);
  expect(judged()).toEqual([1, 1, 1, 1, 1, 1]);
});
