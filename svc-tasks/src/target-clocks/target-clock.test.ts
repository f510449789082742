import type { Target } from '@obieg/contracts';
import { createWorkingTime, type WorkingHours } from '@obieg/workflow-rules';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceClocks, type ClockRules, stateOf, summarizeClocks, type TargetClock } from './target-clock';

const minuteMs = 60_000;
/** A Monday, 8:00 in Warsaw. */
const monday = Date.parse('2026-11-30T07:00:00Z');
const status = { new: 1, waiting: 2, done: 3 };
const office: WorkingHours = {
  week: [1, 2, 3, 4, 5].flatMap((day) => [
    { day, from: '08:00', to: '12:00' },
    { day, from: '12:30', to: '16:00' },
  ]),
  holidays: new Set(['2026-12-02']),
  timeZone: 'Europe/Warsaw',
};
const always: WorkingHours = {
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })),
  holidays: new Set(),
  timeZone: 'Asia/Kathmandu',
};
const calendars: Record<number, WorkingHours> = { 1: office, 2: always };
const times = new Map(Object.entries(calendars).map(([id, hours]) => [Number(id), createWorkingTime(hours)]));
const rules: ClockRules = {
  finalStatusIds: new Set([status.done]),
  between: (id, from, until) => times.get(id)?.between(from, until) ?? 0,
  workingTimeOf: (id) => times.get(id),
};
const target = (more: Partial<Target> = {}): Target => ({
  id: 1,
  metric: 'Rozwiązanie',
  isActive: true,
  sortOrder: 0,
  priorities: [],
  conditions: [],
  calendarId: 1,
  minutes: 240,
  start: { event: 'CREATED' },
  end: { event: 'FINISHED' },
  pausedStatusIds: [status.waiting],
  ...more,
});

interface Step {
  minute: number;
  statusId?: number;
  chosen?: Target[];
  hasReply?: boolean;
}

/** Runs the steps, each of which keeps what the one before had. */
const run = (steps: readonly Step[]) => {
  let clocks: TargetClock[] = [];
  const history: string[] = [];
  const news: string[] = [];
  const current = { statusId: status.new, chosen: [target()], hasReply: false };
  for (const { minute, ...more } of steps) {
    Object.assign(current, more);
    const advanced = advanceClocks(clocks, { at: monday + minute * minuteMs, ...current }, rules);
    clocks = advanced.clocks;
    history.push(...advanced.changes.map(({ kind, at }) => `${kind} ${(at - monday) / minuteMs}`));
    news.push(...advanced.news.map(({ kind }) => kind));
  }
  return { clock: clocks[0], history, news, summary: summarizeClocks(clocks) };
};

describe('advanceClocks', () => {
  it('meets a target whose end comes in time', () => {
    const { clock, history, summary } = run([{ minute: 0 }, { minute: 60, statusId: status.done }]);
    expect(history).toEqual(['STARTED 0', 'MET 60']);
    expect(clock && [stateOf(clock), clock.elapsedMs / minuteMs]).toEqual(['MET', 60]);
    expect(summary).toMatchObject({ nextTargetAt: null, hasTargets: true, wakeAt: null });
  });

  it('stands still in a paused status', () => {
    const { clock, history, summary } = run([
      { minute: 0 },
      { minute: 30, statusId: status.waiting },
      { minute: 230, statusId: status.new },
    ]);
    expect(history).toEqual(['STARTED 0', 'PAUSED 30', 'RESUMED 230']);
    expect(clock?.elapsedMs).toBe(30 * minuteMs);
    // 10 minutes before lunch, 200 after it from minute 270.
    expect(summary.nextTargetAt).toBe(monday + 470 * minuteMs);
  });

  it('tells at three quarters and at the end, and goes on when it is missed', () => {
    const soon = run([{ minute: 0 }, { minute: 180 }]);
    expect([soon.news, soon.summary.wakeAt]).toEqual([['TARGET_SOON'], monday + 240 * minuteMs]);
    const { clock, history, news } = run([
      { minute: 0 },
      { minute: 180 },
      { minute: 300 },
      { minute: 330, statusId: status.done },
    ]);
    expect(news).toEqual(['TARGET_SOON', 'TARGET_MISSED']);
    expect(history).toEqual(['STARTED 0', 'MISSED 240', 'ENDED 330']);
    expect(clock && [stateOf(clock), clock.elapsedMs / minuteMs]).toEqual(['MISSED', 300]);
  });

  it('keeps what has elapsed when another target applies', () => {
    const longer = target({ id: 2, minutes: 480 });
    const { clock, history } = run([{ minute: 0 }, { minute: 300 }, { minute: 300, chosen: [longer] }]);
    expect(history).toEqual(['STARTED 0', 'MISSED 240', 'CHANGED 300']);
    expect(clock && [stateOf(clock), clock.elapsedMs / minuteMs]).toEqual(['RUNNING', 270]);
    const shorter = run([{ minute: 0 }, { minute: 90, chosen: [target({ id: 3, minutes: 60 })] }]);
    expect(shorter.history).toEqual(['STARTED 0', 'CHANGED 90', 'MISSED 90']);
  });

  it('goes on after a reopening if its end was not reached, and stays met otherwise', () => {
    const reply = target({ end: { event: 'FIRST_REPLY' } });
    const reopened = [
      { minute: 0, chosen: [reply] },
      { minute: 10, statusId: status.done },
      { minute: 100, statusId: status.new },
      { minute: 110, hasReply: true },
    ];
    expect(run(reopened).history).toEqual(['STARTED 0', 'PAUSED 10', 'RESUMED 100', 'MET 110']);
    expect(run(reopened).clock?.elapsedMs).toBe(20 * minuteMs);
    const finished = run([
      { minute: 0 },
      { minute: 10, statusId: status.done },
      { minute: 100, statusId: status.new },
    ]);
    expect(finished.history).toEqual(['STARTED 0', 'MET 10']);
  });

  it('starts with the first of its statuses, also with a final one', () => {
    const archive = target({ start: { statusIds: [status.done] }, end: { statusIds: [status.waiting] } });
    const { history } = run([
      { minute: 0, chosen: [archive] },
      { minute: 5, statusId: status.done },
      { minute: 9, statusId: status.waiting },
    ]);
    expect(history).toEqual(['STARTED 5', 'MET 9']);
  });

  it('stands still while no target of the metric fits', () => {
    const { history, summary } = run([
      { minute: 0 },
      { minute: 10, chosen: [] },
      { minute: 60, chosen: [target()] },
    ]);
    expect(history).toEqual(['STARTED 0', 'CHANGED 10', 'CHANGED 60', 'RESUMED 60']);
    expect(summary.nextTargetAt).toBe(monday + 320 * minuteMs);
  });

  it('equals a plain count minute by minute', () => {
    const isWorking = (id: number, minute: number): boolean =>
      (times.get(id)?.between(monday + minute * minuteMs, monday + (minute + 1) * minuteMs) ?? 0) > 0;
    const targets = [
      target({ minutes: 300 }),
      target({ id: 2, calendarId: 2, minutes: 700 }),
      target({ id: 3, minutes: 900, pausedStatusIds: [] }),
    ];
    const step = fc.record({
      after: fc.integer({ min: 0, max: 700 }),
      statusId: fc.constantFrom(status.new, status.waiting),
      target: fc.constantFrom(...targets, undefined),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (random) => {
        let minute = 0;
        let elapsed = 0;
        let missedAt: number | null = null;
        const steps: Step[] = [{ minute: 0, chosen: targets.slice(0, 1) }];
        let now: { statusId: number; target: Target | undefined } = {
          statusId: status.new,
          target: targets[0],
        };
        for (const { after, ...next } of [
          ...random,
          { after: 0, statusId: status.new, target: targets[0] },
        ]) {
          for (const until = minute + after; minute < until; minute += 1) {
            const { target: applied } = now;
            if (!applied || applied.pausedStatusIds.includes(now.statusId)) continue;
            if (isWorking(applied.calendarId, minute)) elapsed += 1;
            if (elapsed >= applied.minutes) missedAt ??= minute + 1;
          }
          const isOther = next.target && next.target.id !== now.target?.id;
          if (next.target && isOther) missedAt = elapsed >= next.target.minutes ? (missedAt ?? minute) : null;
          now = next;
          steps.push({ minute, statusId: next.statusId, chosen: next.target ? [next.target] : [] });
        }
        const { clock } = run(steps);
        expect((clock?.elapsedMs ?? 0) / minuteMs).toBe(elapsed);
        const missed = clock?.missedAt ?? null;
        expect(missed === null ? null : (missed - monday) / minuteMs).toBe(missedAt);
      }),
      { numRuns: 150 },
    );
  });
});
