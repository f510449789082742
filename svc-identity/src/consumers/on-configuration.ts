import type { EventData } from '@obieg/contracts';
import { defineReaction, type Logger } from '@obieg/service-kit';
import { restoreUsedGroups } from '../groups/deleted-groups';

/** PostgreSQL accepts 65,535 values per statement. */
const rowsPerInsert = 1_000;

type Configuration = EventData<'obieg.workflow.configuration.changed'>;

/** The approver groups of a status by the transition that their approval runs. */
const listApprovers = ({ statuses }: Configuration): ReadonlyMap<number, readonly number[]> =>
  new Map(
    statuses.flatMap(({ approval }) =>
      approval ? [[approval.approvedTransitionId, approval.approverGroupIds] as const] : [],
    ),
  );

/**
 * Records the target, executor and approver groups of transitions, so that they are not deleted. Restores one that was.
 */
export const onConfigurationChanged = (log: Logger) =>
  defineReaction({
    type: 'obieg.workflow.configuration.changed',
    apply: async (tx, { data }) => {
      const { organizationId, transitions } = data;
      const approvers = listApprovers(data);
      await tx('transition_groups').where({ organization_id: organizationId }).delete();
      const rows = transitions.flatMap(({ id, name, targetGroupId, executorGroupIds }) =>
        [
          ...new Set([
            ...(targetGroupId === null ? [] : [targetGroupId]),
            ...executorGroupIds,
            ...(approvers.get(id) ?? []),
          ]),
        ].map((groupId) => ({
          organization_id: organizationId,
          transition_id: id,
          group_id: groupId,
          transition_name: name,
        })),
      );
      for (let start = 0; start < rows.length; start += rowsPerInsert)
        await tx('transition_groups').insert(rows.slice(start, start + rowsPerInsert));
      const held = new Set(rows.map(({ group_id }) => group_id));
      await restoreUsedGroups(tx, organizationId, [...held], log);
    },
  });
