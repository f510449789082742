import { defineReaction } from '@obieg/service-kit';

export const onGroupChanged = defineReaction({
  type: 'obieg.identity.group.changed',
  apply: async (tx, { data: { organizationId, id, name, parentGroupId } }) => {
    await tx('groups')
      .insert({ organization_id: organizationId, id, name, parent_group_id: parentGroupId })
      .onConflict(['organization_id', 'id'])
      .merge();
  },
});

export const onGroupDeleted = defineReaction({
  type: 'obieg.identity.group.deleted',
  apply: async (tx, { data: { id } }) => {
    await tx('groups').where({ id }).delete();
    await tx('group_members').where({ group_id: id }).delete();
  },
});
