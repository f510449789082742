import type { TargetCause } from '@obieg/contracts';
import { sendWithCommit, type Tx } from '@obieg/service-kit';
import type { FormerCalendars } from '../target-clocks/clock-rules';
import { type Advanced, stateOf, summarizeClocks, type TargetClock } from '../target-clocks/target-clock';
import type { TaskRow } from '../tasks/tasks.repo';

/** The parts of a task that its clocks depend on. */
export type ClockedTask = Pick<TaskRow, 'public_task_id' | 'status_id' | 'priority' | 'answers'>;

/** The stored clocks of a task, with what decides about them. */
export interface StoredClocks extends ClockedTask {
  id: number;
  is_deleted: boolean;
  clocks: TargetClock[];
  has_reply: boolean;
  former: FormerCalendars[];
}

/** Kind of the timers of clocks. A task has one, for the clock that needs attention first. */
export const targetTimer = 'TARGET';

const millisecondsOf = (column: string): string => `cast(extract(epoch from ${column}) * 1000 as bigint)`;

/** Columns of `task_targets` that hold a clock: the key of the clock and its type in JSON. */
const plainColumns = {
  metric: ['metric', 'text'],
  target_id: ['targetId', 'bigint'],
  calendar_id: ['calendarId', 'bigint'],
  minutes: ['minutes', 'int'],
  elapsed_ms: ['elapsedMs', 'bigint'],
  is_ticking: ['isTicking', 'boolean'],
  is_soon_told: ['isSoonTold', 'boolean'],
} as const;
const timeColumns = {
  counted_at: 'countedAt',
  missed_at: 'missedAt',
  ended_at: 'endedAt',
  due_at: 'dueAt',
  soon_at: 'soonAt',
} as const;

const clockJson = [
  ...Object.entries(plainColumns).map(([column, [key]]) => `'${key}', g.${column}`),
  ...Object.entries(timeColumns).map(([column, key]) => `'${key}', ${millisecondsOf(`g.${column}`)}`),
].join(', ');

const hasReply = `exists (
  select from comments c
   where c.organization_id = t.organization_id and c.task_id = t.id and c.is_visible_to_author and c.deleted_at is null
     and case when t.author_user_id is null then lower(c.author_email) is distinct from t.author_email
              else c.author_user_id is distinct from t.author_user_id end)`;

const selectClocks = `
  select t.id, t.public_task_id, t.status_id, t.priority, t.answers, t.deleted_at is not null as is_deleted,
         (select coalesce(json_agg(json_build_object(${clockJson}) order by g.metric), '[]') from task_targets g
           where g.organization_id = t.organization_id and g.task_id = t.id) as clocks,
         case when :awaitsReply then ${hasReply} else false end as has_reply,
         (select coalesce(json_agg(json_build_object('changedAt', ${millisecondsOf('r.changed_at')},
                   'timeZone', r.time_zone, 'calendars', r.calendars) order by r.id), '[]')
            from target_recounts r) as former
    from tasks t
   where t.id = any(cast(:taskIds as bigint[])) order by t.id`;

/** Reads the clocks of tasks. Lock the tasks before. */
export const readClocks = async (
  tx: Tx,
  taskIds: readonly number[],
  { awaitsReply }: { awaitsReply: boolean },
): Promise<StoredClocks[]> => {
  const { rows } = await tx.raw<{ rows: StoredClocks[] }>(selectClocks, {
    taskIds: [...taskIds],
    awaitsReply,
  });
  return rows;
};

const momentOf = (name: string): string => `timestamptz 'epoch' + ${name} * interval '1 millisecond'`;

const stored = [...Object.keys(plainColumns), ...Object.keys(timeColumns), 'state'];
const storedValues = [
  ...Object.values(plainColumns).map(([key]) => `c."${key}"`),
  ...Object.values(timeColumns).map((key) => momentOf(`c."${key}"`)),
  'c.state',
];
const clockRecord = [
  ...Object.values(plainColumns).map(([key, type]) => `"${key}" ${type}`),
  ...Object.values(timeColumns).map((key) => `"${key}" bigint`),
  'state text',
].join(', ');

/** One statement, so that a change of a task with targets costs one round trip less than with several. */
const saveClocks = `
  with task as (select t.organization_id, t.id from tasks t where t.public_task_id = :publicTaskId),
  saved as (
    insert into task_targets (organization_id, task_id, ${stored.join(', ')})
    select task.organization_id, task.id, ${storedValues.join(', ')}
      from task cross join jsonb_to_recordset(cast(:clocks as jsonb)) c (${clockRecord})
    on conflict (organization_id, task_id, metric)
    do update set ${stored.map((column) => `${column} = excluded.${column}`).join(', ')}),
  logged as (
    insert into task_target_changes (organization_id, task_id, metric, change, minutes, changed_at, cause, status_name)
    select task.organization_id, task.id, c.metric, c.kind, c.minutes, ${momentOf('c.at')}, :cause, :statusName
      from task cross join jsonb_to_recordset(cast(:changes as jsonb)) c (metric text, kind text, minutes int, at bigint)),
  waking as (
    insert into timers (organization_id, task_id, kind, due_at)
    select task.organization_id, task.id, '${targetTimer}', ${momentOf('cast(:wakeAt as bigint)')}
      from task where cast(:wakeAt as bigint) is not null
    on conflict (organization_id, task_id, kind, subject) do update set due_at = excluded.due_at, attempts = 0),
  resting as (
    delete from timers using task
     where cast(:wakeAt as bigint) is null and timers.organization_id = task.organization_id
       and timers.task_id = task.id and timers.kind = '${targetTimer}')
  update tasks t
     set has_targets = :hasTargets, is_target_missed = :isTargetMissed,
         next_target_at = ${momentOf('cast(:nextTargetAt as bigint)')},
         target_soon_at = ${momentOf('cast(:targetSoonAt as bigint)')}
    from task where t.organization_id = task.organization_id and t.id = task.id`;

/** Stores the clocks of a task with their history, its timer and what lists need, when the transaction commits. */
export const storeClocks = (
  tx: Tx,
  { public_task_id: publicTaskId }: Pick<ClockedTask, 'public_task_id'>,
  { clocks, changes }: Advanced,
  { cause, statusName }: { cause: TargetCause; statusName: string | null },
): void => {
  const withStates = clocks.map((clock) => ({ ...clock, state: stateOf(clock) }));
  sendWithCommit(
    tx,
    tx.raw(saveClocks, {
      publicTaskId,
      clocks: JSON.stringify(withStates),
      changes: JSON.stringify(changes),
      cause,
      statusName,
      ...summarizeClocks(clocks),
    }),
  );
};
