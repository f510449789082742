import type { AssignmentHistoryEntry, ChangeHistoryEntry } from '@obieg/contracts';
import type { CachedConfiguration } from '../configuration/configuration.repo';
import { isHiddenFromReporters } from '../configuration/hidden-answers';
import { selectTaskId } from '../tasks/open-task';
import type { PartContext, TaskPart } from '../tasks/task-parts';
import type { View } from '../tasks/tasks.policy';
import { lacksParameterType, mapTypesByName } from './answer-types';
import { type EntryBatch, selectBatch, toBatch } from './entry-batches';

interface EntryRow {
  id: number;
  changed_by_email: string | null;
  changed_at: Date;
  comment: string | null;
}

/** Presents the common fields. Only members see the comment on a change. */
const presentEntry = ({ id, changed_by_email, changed_at, comment }: EntryRow, view: View) => ({
  id,
  changedByEmail: changed_by_email,
  changedAt: changed_at.toISOString(),
  comment: view === 'member' ? comment : null,
});

interface AssignmentRow extends EntryRow {
  assignment_type: 'USER' | 'GROUP';
  assigned_to_name: string | null;
}

/** The next assignments, oldest first; empty for visitors. */
export const assignmentHistoryPart: TaskPart<EntryBatch<AssignmentHistoryEntry>> = {
  select: (knex, { publicTaskId, afterId }) => [
    selectBatch(knex('assignment_history').where('task_id', selectTaskId(knex, publicTaskId)), afterId),
  ],
  present: ({ view }, [entryRows]) => {
    if (view === 'visitor') return toBatch([], []);
    const rows = entryRows as unknown as AssignmentRow[];
    const entries = rows.map((entry) => ({
      ...presentEntry(entry, view),
      assignmentType: entry.assignment_type,
      assignedToName: entry.assigned_to_name,
    }));
    return toBatch(rows, entries);
  },
};

interface ChangeRow extends EntryRow {
  change_type: ChangeHistoryEntry['changeType'];
  changes: ChangeHistoryEntry['changes'];
}

type Change = ChangeHistoryEntry['changes'][number];

/** Only members see who else may see a task. */
const memberFields: readonly string[] = ['visibleUsers', 'visibleGroups'];

/** An old entry does not say of which question it is, so that only members see its answers. */
const isForMembers = ({ field, parameterId }: Change, configuration: CachedConfiguration): boolean =>
  field === 'workflowParameters'
    ? parameterId === undefined || isHiddenFromReporters(configuration, parameterId)
    : memberFields.includes(field);

/** Removes changes that the view does not show. */
const filterChanges = async (
  { view, getConfiguration }: PartContext,
  rows: readonly ChangeRow[],
): Promise<ChangeRow[]> => {
  if (view === 'member') return [...rows];
  const configuration = await getConfiguration();
  return rows.map((row) => ({
    ...row,
    changes: row.changes.filter((change) => !isForMembers(change, configuration)),
  }));
};

/** Adds the parameter type to answers of old entries that lack it; undefined if it is unknown. */
const addMissingTypes = async (
  { getConfiguration }: PartContext,
  rows: readonly ChangeRow[],
): Promise<ChangeRow[]> => {
  if (!rows.some(({ changes }) => changes.some(lacksParameterType))) return [...rows];
  const types = mapTypesByName(await getConfiguration());
  return rows.map((row) => ({
    ...row,
    changes: row.changes.map((change) =>
      lacksParameterType(change) ? { ...change, parameterType: types.get(change.label) } : change,
    ),
  }));
};

/** The next edits, priority changes and attachments, oldest first; empty for visitors. */
export const changeHistoryPart: TaskPart<EntryBatch<ChangeHistoryEntry>> = {
  needsConfiguration: true,
  select: (knex, { publicTaskId, afterId }) => [
    selectBatch(knex('change_history').where('task_id', selectTaskId(knex, publicTaskId)), afterId),
  ],
  present: async (context, [entryRows]) => {
    const { view } = context;
    if (view === 'visitor') return toBatch([], []);
    const rows = await addMissingTypes(context, entryRows as unknown as ChangeRow[]);
    const entries = (await filterChanges(context, rows))
      .map((entry) => ({
        ...presentEntry(entry, view),
        changeType: entry.change_type,
        changes: entry.changes,
      }))
      .filter(({ changes, comment }) => changes.length > 0 || comment !== null);
    return toBatch(rows, entries);
  },
};
