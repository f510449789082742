import { defineReaction } from '@obieg/service-kit';
import { provideDefaultWorkflow } from '../configuration/default-workflow';

export const onOrganizationChanged = defineReaction({
  type: 'obieg.identity.organization.changed',
  apply: (tx, { data }) => provideDefaultWorkflow(tx, data.id),
});

export const onOrganizationDeleted = defineReaction({
  type: 'obieg.identity.organization.deleted',
  apply: async (tx, { data }) => {
    await tx('workflow_configurations')
      .where({ organization_id: data.id })
      .update({ deleted_at: tx.fn.now() });
  },
});
