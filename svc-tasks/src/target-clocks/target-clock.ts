import type { Target, TargetChangeKind, TargetState } from '@obieg/contracts';
import type { WorkingTime } from '@obieg/workflow-rules';

/**
 * The clock of one metric of a task. Moments are milliseconds since 1970. Elapsed time was counted until `countedAt`;
 * since then, it passes while the clock ticks.
 */
export interface TargetClock {
  metric: string;
  /** The target that applies. Null while none of the metric fits; the clock then stands still. */
  targetId: number | null;
  calendarId: number;
  minutes: number;
  /** Working milliseconds. */
  elapsedMs: number;
  countedAt: number;
  isTicking: boolean;
  /** People were told that most of the time has passed. */
  isSoonTold: boolean;
  missedAt: number | null;
  endedAt: number | null;
  /** When the time ends, or ended; null while the clock stands still, or if that takes more than ten years. */
  dueAt: number | null;
  /** When most of the time has passed. Null as `dueAt`, and once the time has ended. */
  soonAt: number | null;
}

interface ClockChange {
  metric: string;
  kind: TargetChangeKind;
  at: number;
  /** Of the target that applies then. */
  minutes: number;
}

interface ClockNews {
  metric: string;
  kind: 'TARGET_SOON' | 'TARGET_MISSED';
}

/** What a clock needs to know of its task at one moment. */
export interface TaskMoment {
  at: number;
  statusId: number;
  /** The targets that apply now, one of each metric. */
  chosen: readonly Target[];
  /** Whether somebody else has written a comment that the author sees. */
  hasReply: boolean;
}

export interface ClockRules {
  finalStatusIds: ReadonlySet<number>;
  /** Working milliseconds between two moments, by the calendars that were valid then. */
  between(calendarId: number, from: number, until: number): number;
  /** The arithmetic of a calendar as it is now. Undefined if the calendar does not exist. */
  workingTimeOf(calendarId: number): WorkingTime | undefined;
}

const minuteMs = 60_000;
const soonShare = 0.75;

export const stateOf = ({ missedAt, endedAt, isTicking }: TargetClock): TargetState => {
  if (missedAt !== null) return 'MISSED';
  if (endedAt !== null) return 'MET';
  return isTicking ? 'RUNNING' : 'PAUSED';
};

/** Elapsed working time until a moment. */
export const elapsedAt = (
  clock: Pick<TargetClock, 'elapsedMs' | 'isTicking' | 'calendarId' | 'countedAt'>,
  at: number,
  { between }: Pick<ClockRules, 'between'>,
): number => clock.elapsedMs + (clock.isTicking ? between(clock.calendarId, clock.countedAt, at) : 0);

const limitOf = ({ minutes }: Pick<TargetClock, 'minutes'>): number => minutes * minuteMs;
const soonLimitOf = (clock: Pick<TargetClock, 'minutes'>): number => limitOf(clock) * soonShare;

const isIn = (statusIds: readonly number[] | undefined, { statusId }: TaskMoment): boolean =>
  statusIds?.includes(statusId) ?? false;

const isStarted = ({ start }: Target, moment: TaskMoment): boolean =>
  start.event === 'CREATED' || isIn(start.statusIds, moment);

const isEnded = ({ end }: Target, moment: TaskMoment, { finalStatusIds }: ClockRules): boolean => {
  if (end.event === 'FIRST_REPLY') return moment.hasReply;
  if (end.event === 'FINISHED') return finalStatusIds.has(moment.statusId);
  return isIn(end.statusIds, moment);
};

/** A finished task waits for nothing, unless the target begins with its end. */
const isFinished = ({ start }: Target, { statusId }: TaskMoment, { finalStatusIds }: ClockRules): boolean =>
  finalStatusIds.has(statusId) && !(start.statusIds ?? []).some((id) => finalStatusIds.has(id));

const standsStill = (target: Target, moment: TaskMoment, rules: ClockRules): boolean =>
  isIn(target.pausedStatusIds, moment) || isFinished(target, moment, rules);

/** Computes when the time ends and when most of it has passed. */
const withTimes = (clock: TargetClock, rules: ClockRules): TargetClock => {
  const { isTicking, missedAt, countedAt, elapsedMs, endedAt } = clock;
  if (missedAt !== null) return { ...clock, dueAt: missedAt, soonAt: null };
  if (endedAt !== null) return { ...clock, soonAt: null };
  const time = isTicking ? rules.workingTimeOf(clock.calendarId) : undefined;
  return {
    ...clock,
    dueAt: time?.add(countedAt, limitOf(clock) - elapsedMs) ?? null,
    soonAt: time?.add(countedAt, soonLimitOf(clock) - elapsedMs) ?? null,
  };
};

interface Progress {
  clock: TargetClock;
  changes: ClockChange[];
  news: ClockNews[];
}

const note = (progress: Progress, kind: TargetChangeKind, at: number): void => {
  const { metric, minutes } = progress.clock;
  progress.changes.push({ metric, kind, at, minutes });
};

/** Marks what the elapsed time has passed. `missedAt`: when the time ended. */
const passLimits = (progress: Progress, missedAt: number): void => {
  const { clock } = progress;
  const { metric } = clock;
  if (clock.missedAt === null && clock.elapsedMs >= limitOf(clock)) {
    progress.clock = { ...clock, missedAt, isSoonTold: true };
    note(progress, 'MISSED', missedAt);
    progress.news.push({ metric, kind: 'TARGET_MISSED' });
  } else if (!clock.isSoonTold && clock.elapsedMs >= soonLimitOf(clock)) {
    progress.clock = { ...clock, isSoonTold: true };
    progress.news.push({ metric, kind: 'TARGET_SOON' });
  }
};

/** Counts the time until a moment. */
const count = (progress: Progress, at: number, rules: ClockRules): void => {
  const { clock } = progress;
  if (!clock.isTicking || at <= clock.countedAt) return;
  progress.clock = { ...clock, elapsedMs: elapsedAt(clock, at, rules), countedAt: at };
  const { dueAt } = clock;
  passLimits(progress, dueAt === null ? at : Math.min(dueAt, at));
};

/** Takes over the target that applies now. What has elapsed stays; a longer time can make a missed one good. */
const judge = (progress: Progress, target: Target | undefined, at: number): void => {
  const { clock } = progress;
  if (!target) {
    if (clock.targetId === null) return;
    progress.clock = { ...clock, targetId: null, isTicking: false };
    note(progress, 'CHANGED', at);
    return;
  }
  const { id: targetId, minutes, calendarId } = target;
  const isSame = clock.targetId === targetId && clock.minutes === minutes && clock.calendarId === calendarId;
  if (isSame) return;
  const judged = { ...clock, targetId, minutes, calendarId };
  const isLate = judged.elapsedMs >= limitOf(judged);
  progress.clock = {
    ...judged,
    missedAt: isLate ? clock.missedAt : null,
    isSoonTold: judged.elapsedMs >= soonLimitOf(judged) && clock.isSoonTold,
  };
  note(progress, 'CHANGED', at);
  passLimits(progress, at);
};

/** Ends the clock, or lets it tick or stand still by the task's status. */
const follow = (progress: Progress, target: Target, moment: TaskMoment, rules: ClockRules): void => {
  const { at } = moment;
  const { clock } = progress;
  if (isEnded(target, moment, rules)) {
    const { dueAt } = withTimes(clock, rules);
    progress.clock = { ...clock, isTicking: false, endedAt: at, dueAt };
    note(progress, clock.missedAt === null ? 'MET' : 'ENDED', at);
    return;
  }
  const isTicking = !standsStill(target, moment, rules);
  if (isTicking === clock.isTicking) return;
  progress.clock = { ...clock, isTicking, countedAt: Math.max(at, clock.countedAt) };
  note(progress, isTicking ? 'RESUMED' : 'PAUSED', at);
};

const advance = (
  clock: TargetClock,
  target: Target | undefined,
  moment: TaskMoment,
  rules: ClockRules,
): Progress => {
  const progress: Progress = { clock, changes: [], news: [] };
  if (clock.endedAt !== null) return progress;
  count(progress, moment.at, rules);
  judge(progress, target, moment.at);
  if (target) follow(progress, target, moment, rules);
  return { ...progress, clock: withTimes(progress.clock, rules) };
};

const start = (target: Target, moment: TaskMoment, rules: ClockRules): Progress[] => {
  const { at } = moment;
  if (!isStarted(target, moment) || isEnded(target, moment, rules) || isFinished(target, moment, rules))
    return [];
  const { metric, id: targetId, calendarId, minutes } = target;
  const isTicking = !standsStill(target, moment, rules);
  const clock = withTimes(
    {
      metric,
      targetId,
      calendarId,
      minutes,
      elapsedMs: 0,
      countedAt: at,
      isTicking,
      isSoonTold: false,
      missedAt: null,
      endedAt: null,
      dueAt: null,
      soonAt: null,
    },
    rules,
  );
  const progress: Progress = { clock, changes: [], news: [] };
  note(progress, 'STARTED', at);
  if (!isTicking) note(progress, 'PAUSED', at);
  return [progress];
};

export interface Advanced {
  clocks: TargetClock[];
  changes: ClockChange[];
  news: ClockNews[];
}

/**
 * Advances the clocks of a task to a moment at which something happened to it or time has passed. A target applies from
 * the first moment at which it fits: it starts then, and counts nothing before. A clock that has ended stays.
 */
export const advanceClocks = (
  clocks: readonly TargetClock[],
  moment: TaskMoment,
  rules: ClockRules,
): Advanced => {
  const known = new Set(clocks.map(({ metric }) => metric));
  const targetOf = (metric: string) => moment.chosen.find((target) => target.metric === metric);
  const all = [
    ...clocks.map((clock) => advance(clock, targetOf(clock.metric), moment, rules)),
    ...moment.chosen
      .filter(({ metric }) => !known.has(metric))
      .flatMap((target) => start(target, moment, rules)),
  ];
  return {
    clocks: all.map(({ clock }) => clock),
    changes: all.flatMap(({ changes }) => changes),
    news: all.flatMap(({ news }) => news),
  };
};

const earliest = (moments: readonly (number | null)[]): number | null => {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** What lists find tasks by, and when a clock needs attention next. */
export const summarizeClocks = (clocks: readonly TargetClock[]) => {
  const ticking = clocks.filter(({ isTicking }) => isTicking);
  const kept = ticking.filter(({ missedAt }) => missedAt === null);
  return {
    nextTargetAt: earliest(ticking.map(({ dueAt }) => dueAt)),
    targetSoonAt: earliest(kept.map(({ soonAt }) => soonAt)),
    isTargetMissed: clocks.some(({ missedAt, targetId }) => missedAt !== null && targetId !== null),
    hasTargets: clocks.some(({ targetId }) => targetId !== null),
    wakeAt: earliest(kept.map(({ isSoonTold, dueAt, soonAt }) => (isSoonTold ? dueAt : soonAt))),
  };
};
