import { type GroupMember, type GroupMemberRole, groupMemberRoles } from '@obieg/contracts';
import { currentSession } from '@obieg/web-kit';
import { isOwnAccount } from '../../api/own-account';

const isOwn = ({ userId, userEmail }: GroupMember): boolean =>
  isOwnAccount(currentSession()?.user, { id: userId, email: userEmail });

const isOnlyLeader = (member: GroupMember, members: readonly GroupMember[]): boolean =>
  member.role === 'LEADER' && members.filter(({ role }) => role === 'LEADER').length === 1;

/** Returns the keys of the texts that say what follows if the member leaves the group. */
export const findRemovalEffects = (member: GroupMember, members: readonly GroupMember[]): string[] => [
  ...(isOnlyLeader(member, members) ? ['group.members.onlyLeader'] : []),
  ...(isOwn(member) ? ['group.members.ownRemoval'] : []),
];

/** Like {@link findRemovalEffects}, for another role. Empty if the role is higher. The roles are listed downwards. */
export const findDemotionEffects = (
  member: GroupMember,
  wanted: GroupMemberRole,
  members: readonly GroupMember[],
): string[] => {
  if (groupMemberRoles.indexOf(wanted) <= groupMemberRoles.indexOf(member.role)) return [];
  return [
    ...(isOnlyLeader(member, members) ? ['group.members.onlyLeader'] : []),
    ...(isOwn(member) ? ['group.members.ownDemotion'] : []),
  ];
};
