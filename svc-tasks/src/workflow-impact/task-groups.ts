import { setImmediate } from 'node:timers/promises';
import { type Database, isBusyDatabase, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { readerCte } from '../policy/reader-sql';
import { selectListed, type TaskSource } from '../policy/task-sources';
import { readerBindings } from '../policy/tasks.policy';
import type { JudgedStatus } from './judged-workflow';

/** A status whose tasks are judged by their answers to these parameters. */
export interface StatusWork extends JudgedStatus {
  parameterIds: readonly number[];
}

/** Tasks of one status with the same answers to the parameters that matter. */
export interface TaskGroup {
  answers: Record<string, string>;
  tasks: number;
}

interface TaskBatch {
  groups: TaskGroup[];
  /** Where the next batch starts; undefined after the last task. */
  nextId: number | undefined;
}

const batchSize = 1_000;
/** After it, the remaining statuses stay unchecked. */
const budgetMs = 2_000;
/** Other requests get their turn after this time. */
const turnMs = 10;

const newestFirst = `order by id desc limit ${batchSize}`;

const conditions = ['t.status_id = :statusId', 't.id < :beforeId'];
const selectNewest = ({ from, isLive, visibility }: TaskSource): string => `
  select t.id, t.answers from ${from} where ${[isLive, ...visibility, ...conditions].join(' and ')} ${newestFirst}`;

/** The tasks of the status that the caller's list contains, newest first, grouped by their answers. */
const readBatch = (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
  { id: statusId, parameterIds }: StatusWork,
  { beforeId, timeoutMs }: { beforeId: number; timeoutMs: number },
): Promise<TaskBatch> =>
  withOrganization(db, tenantScope, async (tx) => {
    await tx.raw(`set local statement_timeout = ${Math.max(1, Math.ceil(timeoutMs))}`);
    const { rows } = await tx.raw<{ rows: (TaskGroup & { oldestId: number })[] }>(
      `with ${readerCte}, batch as (
         select t.id,
                (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(t.answers) a
                  where a.key = any(cast(:keys as text[]))) as answers
           from (select * from (${selectListed(actor, selectNewest, conditions)}) listed ${newestFirst}) t)
       select answers, count(*)::int as tasks, min(id) as "oldestId" from batch group by answers`,
      { ...readerBindings(actor), statusId, beforeId, keys: parameterIds.map(String) },
    );
    const count = rows.reduce((total, { tasks }) => total + tasks, 0);
    return {
      groups: rows,
      nextId: count < batchSize ? undefined : Math.min(...rows.map(({ oldestId }) => oldestId)),
    };
  });

/**
 * Passes the tasks of each status to `judge`, in groups, until the time is up.
 *
 * @returns the statuses whose tasks were not all judged
 */
export const judgeTasks = async <S extends StatusWork>(
  db: Database,
  caller: SignedInCaller,
  statuses: readonly S[],
  judge: (status: S, group: TaskGroup) => void,
): Promise<S[]> => {
  const deadline = performance.now() + budgetMs;
  let turnEnd = performance.now() + turnMs;
  const takeTurns = async (): Promise<void> => {
    if (performance.now() < turnEnd) return;
    await setImmediate();
    turnEnd = performance.now() + turnMs;
  };
  const judgeStatus = async (status: S): Promise<boolean> => {
    for (let beforeId: number | undefined = Number.MAX_SAFE_INTEGER; beforeId !== undefined; ) {
      const timeoutMs = deadline - performance.now();
      if (timeoutMs <= 0) return false;
      const { groups, nextId } = await readBatch(db, caller, status, { beforeId, timeoutMs });
      for (const group of groups) {
        await takeTurns();
        if (performance.now() > deadline) return false;
        judge(status, group);
      }
      beforeId = nextId;
    }
    return true;
  };
  const unchecked: S[] = [];
  for (const status of statuses) {
    const isComplete = await judgeStatus(status).catch((error: unknown) => {
      if (isBusyDatabase(error)) return false;
      throw error;
    });
    if (!isComplete) unchecked.push(status);
  }
  return unchecked;
};
