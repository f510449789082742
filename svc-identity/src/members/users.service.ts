import {
  limits,
  type OrganizationRoleCode,
  type User,
  type UserSearch,
  type UserSummary,
} from '@obieg/contracts';
import {
  type Actor,
  type Database,
  problem,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import type { MembershipRow, UserRow } from './members.repo';

interface RoleRow {
  user_id: number;
  roles: OrganizationRoleCode[];
  name: string;
}

interface UserPage {
  users: User[];
  nextCursor: string | null;
}

const membersOf = (tx: Tx, organizationId: number) =>
  tx<UserRow>('users as u')
    .join('memberships as m', 'm.user_id', 'u.id')
    .where('m.organization_id', organizationId)
    .whereRaw('cardinality(m.roles) > 0');

/** `%`, `_` and `\` are letters to search for, not patterns. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const matching = (query: ReturnType<typeof membersOf>, text: string) => {
  const pattern = `%${escapeLike(text)}%`;
  return query.where((where) => where.whereILike('u.username', pattern).orWhereILike('u.email', pattern));
};

/** Organizations of other people's roles are for holders of MANAGE_SUSER; others see those of their own organization. */
const present = async (tx: Tx, rows: UserRow[], actor: Actor, organizationId: number): Promise<User[]> => {
  const roles: RoleRow[] = await tx<MembershipRow>('memberships as m')
    .join('organizations as o', 'o.id', 'm.organization_id')
    .whereNull('o.deleted_at')
    .whereIn(
      'm.user_id',
      rows.map(({ id }) => id),
    )
    .modify((query) => {
      if (!actor.permissions.has('MANAGE_SUSER')) query.where('m.organization_id', organizationId);
    })
    .select('m.user_id', 'm.roles', 'o.name');
  return rows.map(({ id, username, email, created_at }) => ({
    id,
    username,
    email,
    createdAt: created_at.toISOString(),
    userOrganizationRoles: roles
      .filter(({ user_id }) => user_id === id)
      .flatMap(({ roles: codes, name }) =>
        codes.map((code) => ({ organization: { name }, role: { name: code } })),
      ),
  }));
};

export const createUsers = (db: Database) => ({
  /** Members of the organization by id, a page at a time; `search` looks in username and e-mail. */
  list: (
    actor: Actor,
    organizationId: number,
    { limit, cursor, search }: { limit: number; cursor?: number | undefined; search?: string | undefined },
  ): Promise<UserPage> =>
    // Roles in other organizations are shown to those who manage all users.
    withEveryOrganization(db, async (tx) => {
      const query = membersOf(tx, organizationId)
        .orderBy('u.id')
        .limit(limit + 1)
        .select('u.*');
      if (cursor !== undefined) query.where('u.id', '>', cursor);
      if (search) matching(query, search);
      const rows = (await query) as UserRow[];
      const page = rows.slice(0, limit);
      return {
        users: await present(tx, page, actor, organizationId),
        nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
      };
    }),

  get: (actor: Actor, organizationId: number, userId: number): Promise<User> =>
    withEveryOrganization(db, async (tx) => {
      const row = actor.permissions.has('MANAGE_SUSER')
        ? await tx<UserRow>('users').where({ id: userId }).first()
        : ((await membersOf(tx, organizationId).where('u.id', userId).first('u.*')) as UserRow | undefined);
      const [user] = row ? await present(tx, [row], actor, organizationId) : [];
      if (!user) throw problem.notFound('User not found');
      return user;
    }),

  /** The first fifteen members whose username or e-mail holds the text (spec 2 §7, §9). */
  search: (organizationId: number, text: string): Promise<UserSearch> =>
    withOrganization(db, organizationId, async (tx) => {
      const rows = await matching(membersOf(tx, organizationId), text)
        .orderBy('u.username')
        .orderBy('u.id')
        .limit(limits.userSearchResults + 1)
        .select('u.id', 'u.username', 'u.email');
      return {
        users: (rows as UserSummary[]).slice(0, limits.userSearchResults),
        limitReached: rows.length > limits.userSearchResults,
      };
    }),

  listSummaries: (organizationId: number): Promise<UserSummary[]> =>
    withOrganization(
      db,
      organizationId,
      async (tx) =>
        (await membersOf(tx, organizationId)
          .orderBy('u.username')
          .orderBy('u.id')
          .limit(1_000)
          .select('u.id', 'u.username', 'u.email')) as UserSummary[],
    ),
});
export type Users = ReturnType<typeof createUsers>;
