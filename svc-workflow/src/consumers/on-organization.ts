import { defineReaction, resolveTimeZone } from '@obieg/service-kit';
import { provideDefaultWorkflow } from '../configuration/default-workflow';

export const onOrganizationChanged = defineReaction({
  type: 'obieg.identity.organization.changed',
  apply: async (tx, { data: { id, timeZone } }, log) => {
    await provideDefaultWorkflow(tx, id);
    if (timeZone) {
      const time_zone = await resolveTimeZone(tx, { organizationId: id, timeZone }, log);
      await tx('known_organizations').where({ id }).update({ time_zone });
    }
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
