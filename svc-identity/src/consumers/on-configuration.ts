import { defineReaction } from '@obieg/service-kit';

/** Which groups transitions name, as target or executor, so that none of them is deleted. */
export const onConfigurationChanged = defineReaction({
  type: 'obieg.workflow.configuration.changed',
  apply: async (tx, { data: { organizationId, transitions } }) => {
    await tx('transition_groups').where({ organization_id: organizationId }).delete();
    const rows = transitions.flatMap(({ id, name, targetGroupId, executorGroupIds }) =>
      [...new Set([...(targetGroupId === null ? [] : [targetGroupId]), ...executorGroupIds])].map(
        (groupId) => ({
          organization_id: organizationId,
          transition_id: id,
          group_id: groupId,
          transition_name: name,
        }),
      ),
    );
    if (rows.length > 0) await tx.batchInsert('transition_groups', rows, 1_000);
  },
});
