import { defineReaction, type Reaction } from '../events/reaction';

/** Maintain a service's table `group_members` (organization_id, group_id, user_id, role) from svc-identity's events. */
export const groupMemberReactions: readonly Reaction[] = [
  defineReaction({
    type: 'obieg.identity.group-member.changed',
    apply: async (tx, { data: { organizationId, groupId, userId, role } }) => {
      await tx('group_members')
        .insert({ organization_id: organizationId, group_id: groupId, user_id: userId, role })
        .onConflict(['organization_id', 'group_id', 'user_id'])
        .merge();
    },
  }),
  defineReaction({
    type: 'obieg.identity.group-member.deleted',
    apply: async (tx, { data: { groupId, userId } }) => {
      await tx('group_members').where({ group_id: groupId, user_id: userId }).delete();
    },
  }),
];
