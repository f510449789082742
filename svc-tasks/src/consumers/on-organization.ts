import { defineReaction } from '@obieg/service-kit';

export const onOrganizationChanged = defineReaction({
  type: 'obieg.identity.organization.changed',
  apply: async (tx, { data: { id, name, codeName } }) => {
    await tx('organizations')
      .insert({ organization_id: id, name, code_name: codeName, deleted_at: null })
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
