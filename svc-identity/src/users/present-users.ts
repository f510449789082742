import type { OrganizationRoleCode, User } from '@obieg/contracts';
import { type Actor, groupPathIn, type Tx } from '@obieg/service-kit';
import { invitationValidDays } from '../invitations/send-invitation';
import type { MembershipRow, UserRow } from '../members/members.repo';
import { byOrganizationName } from '../organizations/organizations.service';
import { listProviderNames } from '../provider-rules/required-provider';
import { listUsersWithFactor } from '../second-factor/second-factors.repo';

interface RoleRow {
  user_id: number;
  roles: OrganizationRoleCode[];
  name: string;
  organization_id: number;
}

/** Selects roles in the organization, or in all organizations for holders of MANAGE_SUSER. */
const selectRoles = (
  tx: Tx,
  userIds: readonly number[],
  actor: Actor,
  organizationId: number,
): PromiseLike<RoleRow[]> =>
  tx<MembershipRow>('memberships as m')
    .join('organizations as o', 'o.id', 'm.organization_id')
    .whereNull('o.deleted_at')
    .whereIn('m.user_id', [...userIds])
    .modify((query) => {
      if (!actor.permissions.has('MANAGE_SUSER')) query.where('m.organization_id', organizationId);
    })
    .orderByRaw(byOrganizationName)
    .select('m.user_id', 'm.roles', 'm.organization_id', 'o.name');

interface GroupsRow {
  user_id: number;
  groups: { id: number; name: string; path: string }[];
  count: number;
}

/** Selects the first groups of each user by name, and their number. Suspended members count, too. */
const selectGroups = async (
  tx: Tx,
  userIds: readonly number[],
  organizationId: number,
  groupsMax: number,
): Promise<GroupsRow[]> => {
  const { rows } = await tx.raw<{ rows: GroupsRow[] }>(
    `select user_id, max(count)::int as count,
            json_agg(json_build_object('id', id, 'name', name, 'path', ${groupPathIn('placed')}) order by place)
              filter (where place <= :groupsMax) as groups
       from (select m.user_id, g.organization_id, g.id, g.parent_group_id, g.name,
                    count(*) over (partition by m.user_id) as count,
                    row_number() over (partition by m.user_id order by g.name collate "pl-x-icu", g.id) as place
               from group_members m
               join groups g on g.organization_id = m.organization_id and g.id = m.group_id
              where m.organization_id = :organizationId and m.user_id = any(:userIds)) as placed
      group by user_id`,
    { organizationId, userIds: [...userIds], groupsMax },
  );
  return rows;
};

/** More names do not help the reader of a warning. */
const groupsLedAloneMax = 20;

/** The first groups by name of which the user is the only leader. */
export const listGroupsLedAlone = async (
  tx: Tx,
  organizationId: number,
  userId: number,
): Promise<NonNullable<User['groupsLedAlone']>> => {
  const { rows } = await tx.raw<{ rows: NonNullable<User['groupsLedAlone']> }>(
    `select g.id, g.name, ${groupPathIn('g')} as path
       from group_members m
       join groups g on g.organization_id = m.organization_id and g.id = m.group_id
      where m.organization_id = :organizationId and m.user_id = :userId and m.role = 'LEADER'
        and not exists (
          select 1 from group_members other
           where other.organization_id = m.organization_id and other.group_id = m.group_id
             and other.role = 'LEADER' and other.user_id <> m.user_id)
      order by g.name collate "pl-x-icu", g.id limit ${groupsLedAloneMax}`,
    { organizationId, userId },
  );
  return rows;
};

const dayMs = 24 * 60 * 60 * 1_000;

/** An account with a password gets a mail without a token, so nothing expires. Neither does it without a mail. */
const presentInvitation = (
  user: UserRow,
  member: MembershipRow | undefined,
  nameProvider: (address: string) => string | null,
): User['invitation'] => {
  const sentAt = member?.invited_at;
  if (!sentAt) return null;
  const isMailed = !member.is_invitation_unsent;
  const expiresAt = new Date(sentAt.getTime() + invitationValidDays * dayMs);
  return {
    sentAt: sentAt.toISOString(),
    expiresAt: isMailed && user.password_hash === null ? expiresAt.toISOString() : null,
    isMailed,
    providerName: nameProvider(user.email),
  };
};

interface Reader {
  actor: Actor;
  organizationId: number;
  /** Number of listed groups per user. */
  groupsMax: number;
}

/**
 * Presents users to user managers of the organization. Roles in other organizations are visible only to holders of
 * MANAGE_SUSER. Activity and groups in other organizations are never visible.
 */
export const presentUsers = async (
  tx: Tx,
  users: readonly UserRow[],
  { actor, organizationId, groupsMax }: Reader,
): Promise<User[]> => {
  const userIds = users.map(({ id }) => id);
  const roles = await selectRoles(tx, userIds, actor, organizationId);
  const members = await tx<MembershipRow>('memberships')
    .where({ organization_id: organizationId })
    .whereIn('user_id', userIds);
  const groups = await selectGroups(tx, userIds, organizationId, groupsMax);
  const waiting = users.filter(({ id }) =>
    members.some(({ user_id, invited_at }) => user_id === id && invited_at !== null),
  );
  const nameProvider = await listProviderNames(
    tx,
    organizationId,
    waiting.map(({ email }) => email),
  );
  const withFactor = new Set(await listUsersWithFactor(tx, userIds));
  return users.map((user) => {
    const own = roles.filter(({ user_id }) => user_id === user.id);
    const member = members.find(({ user_id }) => user_id === user.id);
    const placed = groups.find(({ user_id }) => user_id === user.id);
    return {
      id: user.id,
      username: user.username,
      email: user.email,
      createdAt: user.created_at.toISOString(),
      userOrganizationRoles: own.flatMap(({ roles: codes, name }) =>
        codes.map((code) => ({ organization: { name }, role: { name: code } })),
      ),
      roles: own.find(({ organization_id }) => organization_id === organizationId)?.roles ?? [],
      groups: placed?.groups ?? [],
      groupCount: placed?.count ?? 0,
      lastSignInAt: member?.last_sign_in_at?.toISOString() ?? null,
      invitation: presentInvitation(user, member, nameProvider),
      hasSecondFactor: withFactor.has(user.id),
    };
  });
};
