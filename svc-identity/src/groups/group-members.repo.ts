import {
  type GroupMember,
  type GroupMemberRole,
  groupMemberRoles,
  type Language,
  openGroupMemberRoleSchema,
} from '@obieg/contracts';
import {
  type Actor,
  knownValueIn,
  problem,
  recordEvent,
  type Tx,
  translateConstraint,
} from '@obieg/service-kit';
import { findLastChange } from '../members/last-change';
import { lockMember } from '../members/members.repo';
import { shownName } from '../members/names.repo';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { isoTime } from './iso-time';

export interface Place {
  organizationId: number;
  groupId: number;
  userId: number;
}

/**
 * SQL: members of group `?` in the API's shape, sorted by name in Polish order. PostgreSQL builds the JSON,
 * because there can be many.
 */
export const membersJson = `
  select coalesce(json_agg(json_build_object(
           'userId', m.user_id, 'userName', ${shownName}, 'userEmail', u.email,
           'role', ${knownValueIn('m.role', groupMemberRoles, openGroupMemberRoleSchema)},
           'joinedAt', ${isoTime('m.joined_at')}, 'isIntegration', u.is_integration)
         order by coalesce(u.display_name, u.username) collate "pl-x-icu", u.id), '[]')::text as json
    from group_members m join users u on u.id = m.user_id
   where m.organization_id = app_organization_id() and m.group_id = ?`;

/** Returns one member. Like every function here, runs in the tenant scope. @throws 404 */
export const getMember = async (tx: Tx, { organizationId, groupId, userId }: Place): Promise<GroupMember> => {
  const row = await tx('group_members as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where({ 'm.organization_id': organizationId, 'm.group_id': groupId, 'm.user_id': userId })
    .first('m.*', tx.raw(`${shownName} as username`), 'u.email', 'u.is_integration');
  if (!row) throw problem.notFound();
  return {
    userId: row.user_id,
    userName: row.username,
    userEmail: row.email,
    role: row.role,
    joinedAt: row.joined_at.toISOString(),
    isIntegration: row.is_integration,
  };
};

export const recordMemberChanged = (
  tx: Tx,
  { organizationId, groupId, userId }: Place,
  role: GroupMemberRole,
  traceparent?: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.identity.group-member.changed',
    organizationId,
    aggregateId: `${groupId}-${userId}`,
    data: { organizationId, groupId, userId, role },
    traceparent,
  });

const recordMemberRemoved = (
  tx: Tx,
  { organizationId, groupId, userId }: Place,
  traceparent?: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.identity.group-member.deleted',
    organizationId,
    aggregateId: `${groupId}-${userId}`,
    data: { organizationId, groupId, userId },
    traceparent,
  });

const memberNotFound = (language: Language) =>
  problem.validation([{ field: 'userId', message: translate(language, 'memberNotFound') }]);

/**
 * @throws 409 if the user is already in the group, 422 if they are no member of the organization, 404 for an unknown
 * group
 */
export const addMember = async (
  tx: Tx,
  place: Place,
  role: GroupMemberRole,
  origin: Origin,
): Promise<void> => {
  const { organizationId, groupId, userId } = place;
  if (!(await lockMember(tx, organizationId, userId))) throw memberNotFound(origin.language);
  await tx('group_members')
    .insert({ organization_id: organizationId, group_id: groupId, user_id: userId, role })
    .catch(
      translateConstraint({
        group_members_pkey: () => problem.conflict('CONFLICT', translate(origin.language, 'alreadyInGroup')),
        group_members_group_fkey: () => problem.notFound(),
      }),
    );
  recordMemberChanged(tx, place, role, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'group-member.add',
    subject: { type: 'user', id: userId },
    details: { groupId, role },
  });
};

interface NewMember {
  userId: number;
  role: GroupMemberRole;
}

/**
 * Adds people who are not in the group. The caller has locked their memberships. @throws 422 if one is no member of the
 * organization
 */
export const addMembers = async (
  tx: Tx,
  { organizationId, groupId }: Omit<Place, 'userId'>,
  members: readonly NewMember[],
  origin: Origin,
): Promise<void> => {
  if (members.length === 0) return;
  const userIds = members.map(({ userId }) => userId);
  const present = new Set<number>(
    await tx('memberships')
      .where({ organization_id: organizationId })
      .whereRaw('user_id = any(?) and cardinality(roles) > 0', [userIds])
      .pluck('user_id'),
  );
  const message = translate(origin.language, 'memberNotFound');
  const errors = members.flatMap(({ userId }, index) =>
    present.has(userId) ? [] : [{ field: `members.${index}.userId`, message }],
  );
  if (errors.length > 0) throw problem.validation(errors);
  await tx('group_members').insert(
    members.map(({ userId, role }) => ({
      organization_id: organizationId,
      group_id: groupId,
      user_id: userId,
      role,
    })),
  );
  for (const { userId, role } of members)
    recordMemberChanged(tx, { organizationId, groupId, userId }, role, origin.traceparent);
  await recordSecurity(
    tx,
    origin,
    ...members.map(({ userId, role }) => ({
      event: 'group-member.add' as const,
      subject: { type: 'user' as const, id: userId },
      details: { groupId, role },
    })),
  );
};

export interface RoleChange {
  role: GroupMemberRole;
  /** The role that the actor has seen. Undefined: any. */
  expectedRole?: GroupMemberRole | undefined;
}

/** @throws 404 if the user is not in the group, 412 if they no longer have the expected role */
export const changeMember = async (
  tx: Tx,
  place: Place,
  { role, expectedRole }: RoleChange,
  { actor, origin }: { actor: Actor; origin: Origin },
): Promise<void> => {
  const { organizationId, groupId, userId } = place;
  const which = { organization_id: organizationId, group_id: groupId, user_id: userId };
  const before = await tx('group_members').where(which).forUpdate().first('role');
  if (!before) throw problem.notFound();
  if (expectedRole !== undefined && openGroupMemberRoleSchema.parse(before.role) !== expectedRole)
    throw problem.preconditionFailed(
      undefined,
      await findLastChange(tx, actor, {
        organizationId,
        events: ['group-member.add', 'group-member.change'],
        subject: { type: 'user', id: userId },
        groupId,
      }),
    );
  await tx('group_members').where(which).update({ role });
  recordMemberChanged(tx, place, role, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'group-member.change',
    subject: { type: 'user', id: userId },
    details: { groupId, role, roleBefore: before.role },
  });
};

/** Removes all matching members. @returns their number */
const removeMembers = async (
  tx: Tx,
  organizationId: number,
  which: { group_id?: number; user_id?: number },
  origin: Origin,
  userIds?: readonly number[],
): Promise<number> => {
  const removed: { group_id: number; user_id: number; role: GroupMemberRole }[] = await tx('group_members')
    .where({ organization_id: organizationId, ...which })
    .modify((query) => {
      if (userIds) query.whereRaw('user_id = any(?)', [[...userIds]]);
    })
    .delete()
    .returning(['group_id', 'user_id', 'role']);
  for (const { group_id, user_id } of removed)
    recordMemberRemoved(tx, { organizationId, groupId: group_id, userId: user_id }, origin.traceparent);
  await recordSecurity(
    tx,
    origin,
    ...removed.map(({ group_id, user_id, role }) => ({
      event: 'group-member.remove' as const,
      subject: { type: 'user' as const, id: user_id },
      details: { groupId: group_id, roleBefore: role },
    })),
  );
  return removed.length;
};

/** @throws 404 if the user is not in the group */
export const removeMember = async (
  tx: Tx,
  { organizationId, groupId, userId }: Place,
  origin: Origin,
): Promise<void> => {
  const removed = await removeMembers(tx, organizationId, { group_id: groupId, user_id: userId }, origin);
  if (removed === 0) throw problem.notFound();
};

/** Removes those of the users who are in the group. */
export const removeSeveralMembers = (
  tx: Tx,
  { organizationId, groupId }: Omit<Place, 'userId'>,
  userIds: readonly number[],
  origin: Origin,
) => removeMembers(tx, organizationId, { group_id: groupId }, origin, userIds);

export const removeAllMembers = (tx: Tx, organizationId: number, groupId: number, origin: Origin) =>
  removeMembers(tx, organizationId, { group_id: groupId }, origin);

/** Removes a user from every group of the organization. */
export const removeFromGroups = (tx: Tx, organizationId: number, userId: number, origin: Origin) =>
  removeMembers(tx, organizationId, { user_id: userId }, origin);
