import type { GroupMemberRole, OrganizationRoleCode } from '@obieg/contracts';

// A second implementation of the visibility rule (ADR 0007), without SQL. Tests compare the service with it.

export interface Person {
  id: number;
  /** Undefined after the person has left the organization. */
  role: OrganizationRoleCode | 'SUPER_ADMIN' | undefined;
  /** Whether the person has verified their own e-mail address in this organization. */
  isVerified: boolean;
}

export interface ModelGroup {
  id: number;
  parentId: number | null;
  isDeleted: boolean;
}

export interface ModelMembership {
  groupId: number;
  userId: number;
  role: GroupMemberRole;
}

/** The state of an organization that decides about visibility. */
export interface ModelOrganization {
  people: readonly Person[];
  groups: readonly ModelGroup[];
  memberships: readonly ModelMembership[];
}

export interface ModelComment {
  content: string;
  writerId: number;
  isVisibleToAuthor: boolean;
  userIds: readonly number[];
  groupIds: readonly number[];
}

export interface ModelTask {
  author: { userId: number } | { email: string };
  userIds: readonly number[];
  groupIds: readonly number[];
  assignee: { userId: number } | { groupId: number } | null;
  isDeleted: boolean;
  comments: readonly ModelComment[];
}

export type ReaderView = 'member' | 'author' | 'visitor' | undefined;

export const emailOf = (userId: number): string => `user${userId}@obieg.test`;

const hasBasePermission = ({ role }: Person): boolean => role !== undefined && role !== 'REPORTER';

/** Ids of the group and of all its ancestors. */
const listGroupPath = ({ groups }: Pick<ModelOrganization, 'groups'>, groupId: number): number[] => {
  const group = groups.find(({ id, isDeleted }) => id === groupId && !isDeleted);
  if (!group) return [];
  return [group.id, ...(group.parentId === null ? [] : listGroupPath({ groups }, group.parentId))];
};

export const isInGroup = (organization: ModelOrganization, { id }: Person, groupId: number): boolean =>
  organization.memberships.some(
    (membership) =>
      membership.userId === id &&
      membership.role !== 'SUSPENDED' &&
      listGroupPath(organization, membership.groupId).includes(groupId),
  );

const isAuthor = (person: Person, { author }: ModelTask): boolean =>
  'userId' in author
    ? author.userId === person.id
    : person.isVerified && person.role !== 'SUPER_ADMIN' && author.email === emailOf(person.id);

/** Returns how the reader sees the task, or undefined if it is hidden. An undefined reader is a visitor. */
export const computeView = (
  organization: ModelOrganization,
  reader: Person | undefined,
  task: ModelTask,
): ReaderView => {
  if (task.isDeleted) return undefined;
  const isUnrestricted = task.userIds.length + task.groupIds.length === 0;
  if (reader === undefined || !hasBasePermission(reader)) {
    if (reader && isAuthor(reader, task)) return 'author';
    return isUnrestricted ? 'visitor' : undefined;
  }
  if (isUnrestricted || isAuthor(reader, task) || task.userIds.includes(reader.id)) return 'member';
  if (task.groupIds.some((groupId) => isInGroup(organization, reader, groupId))) return 'member';
  if (task.assignee === null) return undefined;
  const isAssigned =
    'userId' in task.assignee
      ? task.assignee.userId === reader.id
      : isInGroup(organization, reader, task.assignee.groupId);
  return isAssigned ? 'member' : undefined;
};

/** Returns the comments that the reader sees on a task with this view, oldest first. */
export const computeComments = (
  organization: ModelOrganization,
  reader: Person | undefined,
  view: ReaderView,
  task: ModelTask,
): string[] =>
  task.comments
    .filter(({ writerId, isVisibleToAuthor, userIds, groupIds }) => {
      if (reader?.id === writerId) return true;
      const isRestricted = userIds.length + groupIds.length > 0;
      const isAuthorUnknown =
        !('userId' in task.author) && !organization.people.some((person) => isAuthor(person, task));
      const isForVisitor = view === 'visitor' && (isAuthorUnknown || !isRestricted);
      if (isVisibleToAuthor && (isForVisitor || (reader !== undefined && isAuthor(reader, task))))
        return true;
      if (view === 'visitor' || reader === undefined) return false;
      if (!isRestricted) return view === 'member';
      return (
        userIds.includes(reader.id) || groupIds.some((groupId) => isInGroup(organization, reader, groupId))
      );
    })
    .map(({ content }) => content);
