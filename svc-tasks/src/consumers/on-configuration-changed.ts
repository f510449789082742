import { defineReaction } from '@obieg/service-kit';

/** Takes over the whole configuration at once. Statuses that are gone stay for the tasks that hold them. */
export const onConfigurationChanged = defineReaction({
  type: 'obieg.workflow.configuration.changed',
  apply: async (tx, { data, aggregateversion }) => {
    await tx('configurations')
      .insert({
        organization_id: data.organizationId,
        version: aggregateversion,
        configuration: JSON.stringify(data),
      })
      .onConflict('organization_id')
      .merge();
    if (data.statuses.length === 0) return;
    await tx('statuses')
      .insert(
        data.statuses.map(({ id, name, statusType }) => ({
          organization_id: data.organizationId,
          id,
          name,
          status_type: statusType,
        })),
      )
      .onConflict(['organization_id', 'id'])
      .merge();
  },
});
