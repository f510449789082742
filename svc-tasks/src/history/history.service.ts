import {
  type AssignmentHistoryEntry,
  assigneeKinds,
  type ChangeHistoryEntry,
  changedFields,
  changeTypes,
  isKnownValue,
  isTaskTextReadable,
  maskAddresses,
  otherChange,
  presentName,
  readKnownValue,
  taskTextNames,
} from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Caller } from '../callers/caller';
import { createPresentPerson, type PresentPerson } from '../members/reader-names';
import { preparedReader } from '../policy/reader-sql';
import { isListedFor, type View } from '../policy/tasks.policy';
import { selectTaskId } from '../tasks/open-task';
import type { PartContext, TaskPart } from '../tasks/task-parts';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';
import { isHiddenFromReporters } from '../workflow-model/hidden-answers';
import { lacksParameterType, mapTypesByName } from './answer-types';
import { type EntryBatch, selectHistoryBatch, toBatch } from './entry-batches';

interface EntryRow {
  id: number;
  changed_by_user_id: number | null;
  changed_by_email: string | null;
  changed_by_name: string | null;
  changed_at: Date;
  comment: string | null;
}

/** Presents the common fields. Only members see the comment on a change. */
const presentEntry = (
  { id, changed_by_user_id, changed_by_email, changed_by_name, changed_at, comment }: EntryRow,
  view: View,
  presentPerson: PresentPerson,
) => ({
  id,
  changedByEmail: presentPerson(changed_by_email, changed_by_user_id),
  changedByName: presentPerson(changed_by_name, changed_by_user_id),
  changedAt: changed_at.toISOString(),
  comment: view === 'member' ? comment : null,
});

interface AssignmentRow extends EntryRow {
  assignment_type: 'USER' | 'GROUP';
  assigned_to_name: string | null;
  assigned_to_address_hint: string | null;
  assigned_to_group_path: string | null;
}

/** The stored name of the assignee. The name of a group may be any text. */
const presentAssignee = (
  { assignment_type, assigned_to_name: name }: AssignmentRow,
  view: View,
  presentPerson: PresentPerson,
): string | null => {
  if (name === null || (assignment_type === 'GROUP' && view === 'member')) return name;
  return assignment_type === 'GROUP' ? maskAddresses(name) : presentPerson(name);
};

/** Selects no task for visitors, so that not even the duration tells them of its entries. */
const selectHistoryTask = (knex: Knex, caller: Caller, publicTaskId: number): Knex.Raw =>
  selectTaskId(
    knex,
    caller,
    publicTaskId,
    caller.actor ? isListedFor(caller.actor, preparedReader) : 'false',
  );

/** The next assignments, oldest first; empty for visitors. */
export const assignmentHistoryPart: TaskPart<EntryBatch<AssignmentHistoryEntry>> = {
  select: (knex, { caller, publicTaskId, afterId }) => [
    selectHistoryBatch(knex, 'assignment_history', selectHistoryTask(knex, caller, publicTaskId), afterId),
  ],
  present: (context, [entryRows]) => {
    const { view } = context;
    if (view === 'visitor') return toBatch([], []);
    const presentPerson = createPresentPerson(context);
    const rows = entryRows as unknown as AssignmentRow[];
    const entries = rows.map((entry) => ({
      ...presentEntry(entry, view, presentPerson),
      assignmentType: readKnownValue(assigneeKinds, 'USER', entry.assignment_type),
      assignedToName: presentAssignee(entry, view, presentPerson),
      assignedToAddressHint: view === 'member' ? entry.assigned_to_address_hint : null,
      assignedToGroupPath: view === 'member' ? entry.assigned_to_group_path : null,
    }));
    return toBatch(rows, entries);
  },
};

interface ChangeRow extends EntryRow {
  change_type: ChangeHistoryEntry['changeType'];
  changes: ChangeHistoryEntry['changes'];
}

type Change = ChangeHistoryEntry['changes'][number];

/** Only members see who else may see a task, how approvers decide, and the texts that are for them. */
const memberFields: readonly string[] = [
  'visibleUsers',
  'visibleGroups',
  'approval',
  ...taskTextNames.filter((name) => !isTaskTextReadable(name, 'author')),
];

/**
 * An old entry does not say of which question it is, so that only members see its answers. The same applies to a field
 * of a newer version, which may be for members only.
 */
const isForMembers = ({ field, parameterId }: Change, configuration: CachedConfiguration): boolean =>
  field === 'workflowParameters'
    ? parameterId === undefined || isHiddenFromReporters(configuration, parameterId)
    : memberFields.includes(field) || !isKnownValue(changedFields, field);

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

const presentNames = (names: string | null): string | null =>
  names
    ?.split(', ')
    .map((name) => presentName(name, true))
    .join(', ') ?? null;

/** A newer version may store the values in a form that this one cannot show. */
const unknownChange: Change = { field: otherChange, label: null, before: null, after: null };

/** The names of visible users are stored as they were. */
const presentChange = (change: Change): Change =>
  change.field === 'visibleUsers'
    ? { ...change, before: presentNames(change.before), after: presentNames(change.after) }
    : change;

const presentChanges = (changes: readonly Change[]): Change[] => {
  const known = changes.filter(({ field }) => isKnownValue(changedFields, field)).map(presentChange);
  return known.length === changes.length ? known : [...known, unknownChange];
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

/** The next edits, changes of priority and due date, and attachments, oldest first; empty for visitors. */
export const changeHistoryPart: TaskPart<EntryBatch<ChangeHistoryEntry>> = {
  needsConfiguration: true,
  select: (knex, { caller, publicTaskId, afterId }) => [
    selectHistoryBatch(knex, 'change_history', selectHistoryTask(knex, caller, publicTaskId), afterId),
  ],
  present: async (context, [entryRows]) => {
    const { view } = context;
    if (view === 'visitor') return toBatch([], []);
    const presentPerson = createPresentPerson(context);
    const rows = await addMissingTypes(context, entryRows as unknown as ChangeRow[]);
    const entries = (await filterChanges(context, rows))
      .map((entry) => ({
        ...presentEntry(entry, view, presentPerson),
        changeType: readKnownValue(changeTypes, otherChange, entry.change_type),
        changes: presentChanges(entry.changes),
      }))
      .filter(({ changes, comment }) => changes.length > 0 || comment !== null);
    return toBatch(rows, entries);
  },
};
