import type { GroupMemberRole, OrganizationRoleCode } from '@obieg/contracts';

/** Who sees what, as ADR 0007 words it, written a second time and without SQL: what the service is compared with. */

export interface Person {
  id: number;
  /** Undefined: has left the organization. */
  role: OrganizationRoleCode | 'SUPER_ADMIN' | undefined;
  /** The own address, in this organization. */
  isVerified: boolean;
}

export interface GroupOfRule {
  id: number;
  parentId: number | null;
  isDeleted: boolean;
}

export interface MembershipOfRule {
  groupId: number;
  userId: number;
  role: GroupMemberRole;
}

/** People, groups and who is in them, at one moment. */
export interface World {
  people: readonly Person[];
  groups: readonly GroupOfRule[];
  memberships: readonly MembershipOfRule[];
}

export interface CommentOfRule {
  content: string;
  writerId: number;
  isVisibleToAuthor: boolean;
  userIds: readonly number[];
  groupIds: readonly number[];
}

export interface TaskOfRule {
  author: { userId: number } | { email: string };
  userIds: readonly number[];
  groupIds: readonly number[];
  assignee: { userId: number } | { groupId: number } | null;
  isDeleted: boolean;
  comments: readonly CommentOfRule[];
}

export type ReaderView = 'member' | 'author' | 'visitor' | undefined;

export const emailOf = (userId: number): string => `user${userId}@obieg.test`;

const hasBase = ({ role }: Person): boolean => role !== undefined && role !== 'REPORTER';

/** The group and all above it. */
const lineOf = ({ groups }: Pick<World, 'groups'>, groupId: number): number[] => {
  const group = groups.find(({ id, isDeleted }) => id === groupId && !isDeleted);
  if (!group) return [];
  return [group.id, ...(group.parentId === null ? [] : lineOf({ groups }, group.parentId))];
};

export const isInGroup = (world: World, { id }: Person, groupId: number): boolean =>
  world.memberships.some(
    (membership) =>
      membership.userId === id &&
      membership.role !== 'SUSPENDED' &&
      lineOf(world, membership.groupId).includes(groupId),
  );

const isAuthor = (person: Person, { author }: TaskOfRule): boolean =>
  'userId' in author
    ? author.userId === person.id
    : person.isVerified && person.role !== 'SUPER_ADMIN' && author.email === emailOf(person.id);

/** As what this reader, undefined for a visitor, sees the task; undefined when it is not there for them. */
export const viewByRule = (world: World, reader: Person | undefined, task: TaskOfRule): ReaderView => {
  if (task.isDeleted) return undefined;
  const isOpen = task.userIds.length + task.groupIds.length === 0;
  if (reader === undefined || !hasBase(reader)) {
    if (reader && isAuthor(reader, task)) return 'author';
    return isOpen ? 'visitor' : undefined;
  }
  if (isOpen || isAuthor(reader, task) || task.userIds.includes(reader.id)) return 'member';
  if (task.groupIds.some((groupId) => isInGroup(world, reader, groupId))) return 'member';
  if (task.assignee === null) return undefined;
  const isAssigned =
    'userId' in task.assignee
      ? task.assignee.userId === reader.id
      : isInGroup(world, reader, task.assignee.groupId);
  return isAssigned ? 'member' : undefined;
};

/** The comments, in their order, that this reader finds on a task that they see as `view`. */
export const commentsByRule = (
  world: World,
  reader: Person | undefined,
  view: ReaderView,
  task: TaskOfRule,
): string[] =>
  task.comments
    .filter(({ writerId, isVisibleToAuthor, userIds, groupIds }) => {
      if (reader?.id === writerId) return true;
      const isRestricted = userIds.length + groupIds.length > 0;
      const isAuthorUnknown =
        !('userId' in task.author) && !world.people.some((person) => isAuthor(person, task));
      const isForVisitor = view === 'visitor' && (isAuthorUnknown || !isRestricted);
      if (isVisibleToAuthor && (isForVisitor || (reader !== undefined && isAuthor(reader, task))))
        return true;
      if (view === 'visitor' || reader === undefined) return false;
      if (!isRestricted) return view === 'member';
      return userIds.includes(reader.id) || groupIds.some((groupId) => isInGroup(world, reader, groupId));
    })
    .map(({ content }) => content);
