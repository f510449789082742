import type { TaskTarget } from '@obieg/contracts';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';
import { createClockRules } from './clock-rules';
import { elapsedAt } from './target-clock';

const millisecondsOf = (column: string): string => `cast(extract(epoch from ${column}) * 1000 as bigint)`;

const stored = `json_build_object('metric', g.metric, 'state', g.state, 'minutes', g.minutes,
  'dueAt', ${millisecondsOf('g.due_at')}, 'calendarId', g.calendar_id, 'isTicking', g.is_ticking,
  'elapsedMs', g.elapsed_ms, 'countedAt', ${millisecondsOf('g.counted_at')})`;

/** SQL: the targets of `t` as JSON, the earliest first; null without any. Reads no table for a task without targets. */
export const storedTargets = `(case when t.has_targets then (
  select json_agg(${stored} order by g.due_at nulls last, g.metric) from task_targets g
   where g.organization_id = t.organization_id and g.task_id = t.id and g.target_id is not null) end)`;

/** What `storedTargets` selects. Moments are milliseconds since 1970. */
export interface StoredTarget extends Pick<TaskTarget, 'metric' | 'state' | 'minutes'> {
  dueAt: number | null;
  calendarId: number;
  isTicking: boolean;
  elapsedMs: number;
  countedAt: number;
}

const minuteMs = 60_000;

/** Presents the targets of tasks at one moment. */
export const createPresentTargets = (
  configuration: CachedConfiguration,
  now: number,
): ((targets: readonly StoredTarget[]) => TaskTarget[]) => {
  const rules = createClockRules(configuration);
  return (targets) =>
    targets.map((target) => ({
      metric: target.metric,
      state: target.state,
      isRunning: target.isTicking,
      dueAt: target.dueAt === null ? null : new Date(target.dueAt).toISOString(),
      elapsedMinutes: Math.floor(elapsedAt(target, now, rules) / minuteMs),
      minutes: target.minutes,
    }));
};
