import type { StatusHistoryEntry, StatusType, TransitionOption } from '@obieg/contracts';
import { type Database, groupPathIn, readOrganization } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { parseGroupIds, selectActingGroups } from '../groups/effective-groups';
import { type EntryBatch, selectHistoryBatch, toBatch } from '../history/entry-batches';
import { createPresentPerson } from '../members/reader-names';
import { selectTaskId } from '../tasks/open-task';
import type { TaskPart } from '../tasks/task-parts';
import { listOfferedTransitions, listRequiredGroupIds, presentOption } from './offered-transitions';

/** Loads the paths of groups. Skips the query if `ids` is empty, which is the common case. */
const listGroupNames = async (db: Database, { tenantScope }: Caller, ids: readonly number[]) => {
  if (ids.length === 0) return [];
  const [groups = []] = await readOrganization(db, tenantScope, (knex) => [
    knex('groups as g')
      .whereIn('g.id', ids)
      .whereNull('g.deleted_at')
      .orderBy('g.name')
      .select('g.id', knex.raw(`${groupPathIn('g')} as name`)),
  ]);
  return groups as { id: number; name: string }[];
};

/** The transitions offered to the caller; empty for visitors and reporters. */
export const transitionsPart: TaskPart<TransitionOption[]> = {
  needsConfiguration: true,
  select: (knex, { caller }) => [selectActingGroups(knex, caller.actor?.userId ?? null)],
  present: async ({ db, caller, row, view, getConfiguration }, [actingGroups]) => {
    if (view !== 'member') return [];
    const configuration = await getConfiguration();
    const offered = listOfferedTransitions(configuration, row, caller.actor, parseGroupIds(actingGroups));
    const groups = await listGroupNames(db, caller, listRequiredGroupIds(offered));
    return offered.map(presentOption(configuration, groups));
  },
};

interface StatusHistoryRow {
  id: number;
  changed_by_user_id: number | null;
  changed_by_email: string | null;
  changed_by_name: string | null;
  changed_at: Date;
  status_name: string;
  status_type: StatusType;
  transition_name: string | null;
  comment: string | null;
}

/** The next status changes, oldest first. */
export const statusHistoryPart: TaskPart<EntryBatch<StatusHistoryEntry>> = {
  select: (knex, { publicTaskId, afterId }) => [
    selectHistoryBatch(knex, 'status_history', selectTaskId(knex, publicTaskId), afterId),
  ],
  present: (context, [entryRows]) => {
    const presentPerson = createPresentPerson(context);
    const rows = entryRows as unknown as StatusHistoryRow[];
    const entries = rows.map((entry) => ({
      id: entry.id,
      changedByEmail: presentPerson(entry.changed_by_email, entry.changed_by_user_id),
      changedByName:
        context.view === 'visitor' ? null : presentPerson(entry.changed_by_name, entry.changed_by_user_id),
      changedAt: entry.changed_at.toISOString(),
      statusName: entry.status_name,
      statusType: entry.status_type,
      transitionName: entry.transition_name,
      comment: context.view === 'member' ? entry.comment : null,
    }));
    return toBatch(rows, entries);
  },
};
