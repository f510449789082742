import { readKnownValue, type TargetHistoryEntry, targetCauses, targetChanges } from '@obieg/contracts';
import { batchSize, type EntryBatch, toBatch } from '../history/entry-batches';
import { preparedReader } from '../policy/reader-sql';
import { hasBasePermission, isListedFor } from '../policy/tasks.policy';
import { selectTaskId } from '../tasks/open-task';
import type { TaskPart } from '../tasks/task-parts';

interface TargetChangeRow {
  id: number;
  metric: string;
  change: string;
  changed_at: Date;
  cause: string;
  status_name: string | null;
  minutes: number;
}

/** The next changes of the task's targets, oldest first; empty for all but members. */
export const targetHistoryPart: TaskPart<EntryBatch<TargetHistoryEntry>> = {
  select: (knex, { caller, publicTaskId, afterId }) => {
    const { actor } = caller;
    const isShown = actor && hasBasePermission(actor) ? isListedFor(actor, preparedReader) : 'false';
    return [
      knex('task_target_changes')
        .where('task_id', selectTaskId(knex, caller, publicTaskId, isShown))
        .where('id', '>', afterId)
        .select('id', 'metric', 'change', 'changed_at', 'cause', 'status_name', 'minutes')
        .orderBy('id')
        .limit(batchSize),
    ];
  },
  present: ({ view }, [entryRows]) => {
    if (view !== 'member') return toBatch([], []);
    const rows = entryRows as unknown as TargetChangeRow[];
    const entries = rows.map(({ id, metric, change, changed_at, cause, status_name, minutes }) => ({
      id,
      metric,
      change: readKnownValue(targetChanges, 'OTHER', change),
      changedAt: changed_at.toISOString(),
      cause: readKnownValue(targetCauses, 'OTHER', cause),
      statusName: status_name,
      minutes,
    }));
    return toBatch(rows, entries);
  },
};
