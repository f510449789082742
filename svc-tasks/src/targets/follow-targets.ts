import type { TargetCause } from '@obieg/contracts';
import { type Tx, transactionTime } from '@obieg/service-kit';
import { chooseTargets, readAnswers } from '@obieg/workflow-rules';
import { queueNews } from '../news-queue/queue-news';
import {
  awaitsReply,
  createClockRules,
  type FormerCalendars,
  hasActiveTargets,
} from '../target-clocks/clock-rules';
import { type Advanced, advanceClocks, type TargetClock } from '../target-clocks/target-clock';
import type { TaskRow } from '../tasks/tasks.repo';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';
import { type ClockedTask, readClocks, type StoredClocks, storeClocks } from './clocks.repo';

interface KnownClocks {
  clocks: readonly TargetClock[];
  has_reply: boolean;
  former: readonly FormerCalendars[];
}

interface TargetEvent {
  cause: TargetCause;
  at: number;
  /** Stores the clocks also if nothing but time has passed. */
  isCounted?: boolean;
}

const advanceTask = (
  configuration: CachedConfiguration,
  task: ClockedTask,
  { clocks, has_reply, former }: KnownClocks,
  at: number,
): Advanced =>
  advanceClocks(
    clocks,
    {
      at,
      statusId: task.status_id,
      chosen: chooseTargets(configuration, { priority: task.priority, answers: readAnswers(task.answers) }),
      hasReply: has_reply,
    },
    createClockRules(configuration, former),
  );

/** Advances the clocks of a locked task and queues their news, when the transaction commits. */
const advanceAndStore = (
  tx: Tx,
  configuration: CachedConfiguration,
  task: ClockedTask,
  known: KnownClocks,
  { cause, at, isCounted = false }: TargetEvent,
): void => {
  const advanced = advanceTask(configuration, task, known, at);
  const { changes, news } = advanced;
  if (changes.length === 0 && news.length === 0 && !(isCounted && known.clocks.length > 0)) return;
  const status = configuration.statuses.find(({ id }) => id === task.status_id);
  const hasEntered = cause === 'STATUS' || cause === 'CREATED';
  storeClocks(tx, task, advanced, { cause, statusName: hasEntered ? (status?.name ?? null) : null });
  for (const kind of new Set(news.map((one) => one.kind))) queueNews(tx, task, { kind, actorUserId: null });
};

/** Starts the clocks of a new task, when the transaction commits. */
export const startTargets = async (
  tx: Tx,
  configuration: CachedConfiguration,
  task: ClockedTask,
): Promise<void> => {
  if (!hasActiveTargets(configuration)) return;
  const at = (await transactionTime(tx)).getTime();
  advanceAndStore(
    tx,
    configuration,
    task,
    { clocks: [], has_reply: false, former: [] },
    { cause: 'CREATED', at },
  );
};

/**
 * Advances the clocks of a changed task, which is locked, when the transaction commits. Costs one read and at most one
 * write, and nothing in an organization without active targets.
 *
 * @param task the row after the change
 */
export const followTargets = async (
  tx: Tx,
  configuration: CachedConfiguration,
  task: TaskRow,
  cause: TargetCause,
): Promise<void> => {
  if (!hasActiveTargets(configuration)) return;
  const [known] = await readClocks(tx, [task.id], { awaitsReply: awaitsReply(configuration) });
  const at = (await transactionTime(tx)).getTime();
  if (known) advanceAndStore(tx, configuration, task, known, { cause, at });
};

/**
 * Ends the clocks that wait for a reply, after somebody other than the author wrote a comment that the author sees. Does
 * nothing if no target waits for one.
 */
export const followReply = async (
  tx: Tx,
  configuration: CachedConfiguration,
  task: TaskRow,
): Promise<void> => {
  if (awaitsReply(configuration)) await followTargets(tx, configuration, task, 'COMMENT');
};

/** Advances the clocks of tasks that are not deleted. Lock the tasks before. */
export const advanceStored = async (
  tx: Tx,
  configuration: CachedConfiguration,
  taskIds: readonly number[],
  event: TargetEvent,
): Promise<void> => {
  const stored = await readClocks(tx, taskIds, { awaitsReply: awaitsReply(configuration) });
  for (const task of stored.filter(({ is_deleted }: StoredClocks) => !is_deleted))
    advanceAndStore(tx, configuration, task, task, event);
};
