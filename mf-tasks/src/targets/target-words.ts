import type { TaskTarget } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

const minuteMs = 60_000;
const hour = 60;
const day = 24 * hour;

/** The two largest units of a time. The last begun minute counts. */
const describeMinutes = (minutes: number, t: Translate): string => {
  const units = [
    ['days', Math.floor(minutes / day)],
    ['hours', Math.floor((minutes % day) / hour)],
    ['minutes', minutes % hour],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  return units
    .slice(first === -1 ? 2 : first, first === -1 ? 3 : first + 2)
    .filter(([, count], index) => count > 0 || (index === 0 && first === -1))
    .map(([unit, count]) => t(`targets.${unit}`, { count }))
    .join(' ');
};

/** How much of a target's working time has passed. */
export const describeElapsed = ({ elapsedMinutes, minutes }: TaskTarget, t: Translate): string =>
  t('targets.elapsed', { elapsed: describeMinutes(elapsedMinutes, t), minutes: describeMinutes(minutes, t) });

/** Whether the target's time has ended. The server says so a little later. */
export const isMissed = ({ state, isRunning, dueAt }: TaskTarget, nowMs: number): boolean =>
  state === 'MISSED' || (isRunning && dueAt !== null && Date.parse(dueAt) <= nowMs);

/** The time that is left, or that has passed since the end; the state of a clock that does not count. */
export const describeTarget = (target: TaskTarget, nowMs: number, t: Translate): string => {
  const { state, isRunning, dueAt } = target;
  if (isRunning && dueAt !== null) {
    const leftMs = Date.parse(dueAt) - nowMs;
    return leftMs > 0
      ? t('targets.left', { time: describeMinutes(Math.ceil(leftMs / minuteMs), t) })
      : t('targets.late', { time: describeMinutes(Math.floor(-leftMs / minuteMs), t) });
  }
  return t(`targets.states.${state}`);
};
