import { defineReaction } from '@obieg/service-kit';

export const onGroupChanged = defineReaction({
  type: 'obieg.identity.group.changed',
  apply: async (tx, { data: { organizationId, id, name, parentGroupId } }) => {
    await tx('groups')
      .insert({ organization_id: organizationId, id, name, parent_group_id: parentGroupId, deleted_at: null })
      .onConflict(['organization_id', 'id'])
      .merge();
  },
});

/** Keeps the row, because tasks and histories show the group's name. Deletes the memberships. */
export const onGroupDeleted = defineReaction({
  type: 'obieg.identity.group.deleted',
  apply: async (tx, { data: { id } }) => {
    await tx('groups').where({ id }).update({ deleted_at: tx.fn.now() });
    await tx('group_members').where({ group_id: id }).delete();
  },
});
