import type { AssignmentHistoryEntry, ChangeHistoryEntry } from '@obieg/contracts';
import type { Database } from '@obieg/service-kit';
import { getConfigurationOfVersion, selectConfigurationVersion } from '../configuration/configuration.repo';
import type { Caller } from '../people/caller';
import { readTask, selectTaskId } from '../tasks/open-task';
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

/** Returns the next assignments, oldest first; empty for visitors. @throws 404 */
export const listAssignmentHistory = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  afterId: number,
): Promise<EntryBatch<AssignmentHistoryEntry>> => {
  const { view, parts } = await readTask(db, caller, publicTaskId, (knex) => [
    selectBatch(knex('assignment_history').where('task_id', selectTaskId(knex, publicTaskId)), afterId),
  ]);
  if (view === 'visitor') return toBatch([], []);
  const rows = parts[0] as unknown as AssignmentRow[];
  const entries = rows.map((entry) => ({
    ...presentEntry(entry, view),
    assignmentType: entry.assignment_type,
    assignedToName: entry.assigned_to_name,
  }));
  return toBatch(rows, entries);
};

interface ChangeRow extends EntryRow {
  change_type: ChangeHistoryEntry['changeType'];
  changes: ChangeHistoryEntry['changes'];
}

const memberFields: readonly string[] = ['visibleUsers', 'visibleGroups'];

/** Hides from reporters who else may see their task. */
const filterChanges = (view: View, { changes }: ChangeRow): ChangeHistoryEntry['changes'] =>
  view === 'member' ? changes : changes.filter(({ field }) => !memberFields.includes(field));

/** Adds the parameter type to answers of old entries that lack it; undefined if it is unknown. */
const addMissingTypes = async (
  db: Database,
  caller: Caller,
  rows: readonly ChangeRow[],
  versions: Record<string, unknown>[] | undefined,
): Promise<ChangeRow[]> => {
  if (!rows.some(({ changes }) => changes.some(lacksParameterType))) return [...rows];
  const types = mapTypesByName(await getConfigurationOfVersion(db, caller, versions));
  return rows.map((row) => ({
    ...row,
    changes: row.changes.map((change) =>
      lacksParameterType(change) ? { ...change, parameterType: types.get(change.label) } : change,
    ),
  }));
};

/** Returns the next edits, priority changes and attachments, oldest first; empty for visitors. @throws 404 */
export const listChangeHistory = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  afterId: number,
): Promise<EntryBatch<ChangeHistoryEntry>> => {
  const { view, parts } = await readTask(db, caller, publicTaskId, (knex) => [
    selectBatch(knex('change_history').where('task_id', selectTaskId(knex, publicTaskId)), afterId),
    selectConfigurationVersion(knex),
  ]);
  if (view === 'visitor') return toBatch([], []);
  const rows = await addMissingTypes(db, caller, parts[0] as unknown as ChangeRow[], parts[1]);
  const entries = rows
    .map((entry) => ({
      ...presentEntry(entry, view),
      changeType: entry.change_type,
      changes: filterChanges(view, entry),
    }))
    .filter(({ changes, comment }) => changes.length > 0 || comment !== null);
  return toBatch(rows, entries);
};
