import { defineReaction } from '@obieg/service-kit';
import { provideDefaultWorkflow } from '../configuration/default-workflow';

export const onOrganizationChanged = defineReaction({
  type: 'obieg.identity.organization.changed',
  apply: async (tx, { data: { id, timeZone } }) => {
    await provideDefaultWorkflow(tx, id);
    if (timeZone) await tx('known_organizations').where({ id }).update({ time_zone: timeZone });
  },
});

export const onOrganizationDeleted = defineReaction({
  type: 'obieg.identity.organization.deleted',
  apply: async (tx, { data }) => {
    await tx('workflow_configurations')
      .where({ organization_id: data.id })
      .update({ deleted_at: tx.fn.now() });
  },
});
