import type {
  StatusHistoryEntry,
  StatusType,
  TransitionOption,
  WorkflowConfiguration,
} from '@obieg/contracts';
import { type Database, groupPathIn, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller } from '../callers/caller';
import { parseGroupIds, selectActingGroups } from '../groups/effective-groups';
import { type EntryBatch, selectHistoryBatch, toBatch } from '../history/entry-batches';
import { createPresentPerson } from '../members/reader-names';
import { selectTaskId } from '../tasks/open-task';
import type { TaskPart } from '../tasks/task-parts';
import { recallConfiguration } from '../workflow-model/configuration.repo';
import { listOfferedTransitions, listRequiredGroupIds, presentOption } from './offered-transitions';
import { findSightChanges } from './sight-changes';

interface ExecutorGroup {
  id: number;
  name: string;
  isDeleted: boolean;
}

const selectGroups = (knex: Knex): Knex.QueryBuilder =>
  knex('groups as g')
    .orderBy('g.name')
    .select('g.id', knex.raw(`${groupPathIn('g')} as name, g.deleted_at is not null as "isDeleted"`));

/** Selects the executor groups of all transitions from the task's present status. */
const selectGroupsOfStatus = (
  knex: Knex,
  publicTaskId: number,
  transitions: WorkflowConfiguration['transitions'],
): Knex.QueryBuilder => {
  const pairs = transitions.flatMap(({ fromStatusId, executorGroupIds }) =>
    fromStatusId === null ? [] : executorGroupIds.map((groupId) => [fromStatusId, groupId] as const),
  );
  return selectGroups(knex).whereRaw(
    `g.id in (select pair.group_id
       from unnest(cast(? as bigint[]), cast(? as bigint[])) as pair (status_id, group_id)
       join tasks t on t.status_id = pair.status_id
      where t.public_task_id = ? and t.deleted_at is null)`,
    [pairs.map(([statusId]) => statusId), pairs.map(([, groupId]) => groupId), publicTaskId],
  );
};

/** Returns the required groups of those that were read, or reads them if the workflow has changed meanwhile. */
const completeGroups = async (
  db: Database,
  { tenantScope }: Caller,
  ids: readonly number[],
  read: readonly ExecutorGroup[],
): Promise<ExecutorGroup[]> => {
  const readIds = new Set(read.map(({ id }) => id));
  const groups = ids.every((id) => readIds.has(id))
    ? read
    : (await readOrganization(db, tenantScope, (knex) => [selectGroups(knex).whereIn('g.id', ids)]))[0];
  return (groups as ExecutorGroup[]).filter(({ isDeleted }) => !isDeleted);
};

/** The transitions offered to the caller; empty for visitors and reporters. */
export const transitionsPart: TaskPart<TransitionOption[]> = {
  needsConfiguration: true,
  select: (knex, { caller: { actor, organizationId }, publicTaskId }) => [
    selectActingGroups(knex, actor?.userId ?? null),
    selectGroupsOfStatus(knex, publicTaskId, recallConfiguration(organizationId)?.transitions ?? []),
  ],
  present: async ({ db, caller, row, view, getConfiguration }, [actingGroups, groupRows]) => {
    if (view !== 'member') return [];
    const configuration = await getConfiguration();
    const offered = listOfferedTransitions(configuration, row, caller.actor, parseGroupIds(actingGroups));
    const read = groupRows as unknown as ExecutorGroup[];
    const [groups, sightChanges] = await Promise.all([
      completeGroups(db, caller, listRequiredGroupIds(offered), read),
      findSightChanges(
        db,
        caller,
        row,
        offered.map(({ transition }) => transition),
      ),
    ]);
    const present = presentOption(configuration, groups);
    return offered.map((one) => ({ ...present(one), sightChange: sightChanges.get(one.transition.id) }));
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
  select: (knex, { caller, publicTaskId, afterId }) => [
    selectHistoryBatch(knex, 'status_history', selectTaskId(knex, caller, publicTaskId), afterId),
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
