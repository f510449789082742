import { defineReaction } from '@obieg/service-kit';

export const onOrganizationChanged = defineReaction({
  type: 'obieg.identity.organization.changed',
  apply: async (tx, { data: { id, name, codeName, timeZone } }) => {
    await tx('organizations')
      .insert({
        organization_id: id,
        name,
        code_name: codeName,
        deleted_at: null,
        ...(timeZone && { time_zone: timeZone }),
      })
      .onConflict('organization_id')
      .merge();
  },
});

export const onOrganizationDeleted = defineReaction({
  type: 'obieg.identity.organization.deleted',
  apply: async (tx, { data: { id } }) => {
    await tx('organizations').where({ organization_id: id }).update({ deleted_at: tx.fn.now() });
  },
});
