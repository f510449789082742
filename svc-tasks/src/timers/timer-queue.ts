import type { Queue, Tx } from '@obieg/service-kit';

/** Something that happens to a task at a moment. */
export interface Timer {
  id: number;
  task_id: number;
  kind: string;
  subject: string;
  payload: Record<string, unknown>;
  attempts: number;
}

export const timerQueue: Queue = {
  name: 'timers',
  table: 'timers',
  oldest: 'select min(due_at) from timers where due_at <= now()',
  reset: ['attempts', 'due_at'],
  isWaiting: 'due_at <= now()',
};

/** Organizations with due timers. Row-level security lets this read the timers of all organizations. */
export const listDueOrganizations = async (
  tx: Tx,
  { now, kinds }: { now: Date; kinds: readonly string[] },
): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
    `select o.organization_id from organizations o
      where exists (select from timers q
                     where q.organization_id = o.organization_id and q.due_at <= :now and q.kind = any(:kinds))`,
    { now, kinds: [...kinds] },
  );
  return rows.map(({ organization_id }) => organization_id);
};

/**
 * Takes the earliest due timers out of the table and locks their tasks. Skips tasks that another process or a call has
 * locked; they are taken later. A change locks its task before it moves the timer, so that none is taken too early.
 */
export const takeTimers = async (
  tx: Tx,
  { now, kinds, max }: { now: Date; kinds: readonly string[]; max: number },
): Promise<Timer[]> => {
  const found = await tx.raw<{ rows: { id: number }[] }>(
    `select q.id from timers q join tasks t on t.organization_id = q.organization_id and t.id = q.task_id
      where q.organization_id = app_organization_id() and q.due_at <= :now and q.kind = any(:kinds)
      order by q.due_at, q.id limit :max for no key update of t skip locked`,
    { now, kinds: [...kinds], max },
  );
  if (found.rows.length === 0) return [];
  const { rows } = await tx.raw<{ rows: (Timer & { due_at: Date })[] }>(
    `delete from timers where organization_id = app_organization_id() and id = any(:ids) and due_at <= :now
     returning id, task_id, kind, subject, payload, attempts, due_at`,
    { ids: found.rows.map(({ id }) => id), now },
  );
  return rows.sort((one, other) => one.due_at.getTime() - other.due_at.getTime() || one.id - other.id);
};

/** Lets the timer run again later. */
export const postponeTimer = async (tx: Tx, { id }: Pick<Timer, 'id'>, until: Date): Promise<void> => {
  await tx('timers')
    .where({ id })
    .update({ attempts: tx.raw('attempts + 1'), due_at: until });
};
