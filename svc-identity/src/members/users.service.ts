import {
  type Language,
  limits,
  type OrganizationRoleCode,
  organizationRoleCodes,
  permissionsOfRoles,
  type User,
  type UserListQuery,
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
import { translate } from '../messages/server-messages';
import { byOrganizationName } from '../organizations/organizations.service';
import type { MembershipRow, UserRow } from './members.repo';

const rolesWithBase = organizationRoleCodes.filter((role) => permissionsOfRoles([role]).has('BASE'));

interface RoleRow {
  user_id: number;
  roles: OrganizationRoleCode[];
  name: string;
  organization_id: number;
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

/** SQL: text in the form of `search_text`, as in the column's migration. */
const folded = `translate(lower(? collate "pl-x-icu"), 'ąćęłńóśźż', 'acelnoszz')`;

/** SQL: a LIKE pattern for the folded text, in the collation of the index, with escaped wildcards. */
const pattern = `('%' || regexp_replace(${folded}, '([%_\\\\])', '\\\\\\1', 'g') || '%') collate "default"`;

/** Restricts to users whose username or e-mail contains the text, ignoring case and Polish diacritics. */
const matching = (query: ReturnType<typeof membersOf>, text: string) =>
  query.whereRaw(`u.search_text like ${pattern}`, [text.normalize()]);

/** SQL: Polish name order, which an index has, too. */
const byUsername = 'u.username collate "pl-x-icu", u.id';

/** Selects a page of members by id. Without a search, it reads only the page. */
const selectPage = async (
  tx: Tx,
  organizationId: number,
  { limit, cursor = 0, search }: UserListQuery,
): Promise<UserRow[]> => {
  if (search)
    return matching(membersOf(tx, organizationId), search)
      .where('u.id', '>', cursor)
      .orderBy('u.id')
      .limit(limit)
      .select('u.*');
  const ids: number[] = await tx('memberships')
    .where({ organization_id: organizationId })
    .where('user_id', '>', cursor)
    .whereRaw('cardinality(roles) > 0')
    .orderBy('user_id')
    .limit(limit)
    .pluck('user_id');
  return tx<UserRow>('users').whereIn('id', ids).orderBy('id');
};

/** Roles in other organizations are visible only to holders of MANAGE_SUSER. */
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
    .orderByRaw(byOrganizationName)
    .select('m.user_id', 'm.roles', 'm.organization_id', 'o.name');
  return rows.map(({ id, username, email, created_at }) => {
    const own = roles.filter(({ user_id }) => user_id === id);
    return {
      id,
      username,
      email,
      createdAt: created_at.toISOString(),
      userOrganizationRoles: own.flatMap(({ roles: codes, name }) =>
        codes.map((code) => ({ organization: { name }, role: { name: code } })),
      ),
      roles: own.find(({ organization_id }) => organization_id === organizationId)?.roles ?? [],
    };
  });
};

/**
 * Only holders of MANAGE_SUSER see roles in other organizations. Others avoid `withEveryOrganization`, with which the
 * planner misestimates and reads all rows.
 */
const withRolesShownTo = <T>(
  db: Database,
  actor: Actor,
  organizationId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  actor.permissions.has('MANAGE_SUSER')
    ? withEveryOrganization(db, work)
    : withOrganization(db, organizationId, work);

export const createUsers = (db: Database) => ({
  /** Lists a page of members by id. `search` matches username and e-mail. */
  list: async (actor: Actor, organizationId: number, query: UserListQuery): Promise<UserPage> => {
    const rows = await withOrganization(db, organizationId, (tx) =>
      selectPage(tx, organizationId, { ...query, limit: query.limit + 1 }),
    );
    const page = rows.slice(0, query.limit);
    return {
      users: await withRolesShownTo(db, actor, organizationId, (tx) =>
        present(tx, page, actor, organizationId),
      ),
      nextCursor: rows.length > query.limit ? String(page.at(-1)?.id) : null,
    };
  },

  get: (actor: Actor, organizationId: number, userId: number, language: Language): Promise<User> =>
    withRolesShownTo(db, actor, organizationId, async (tx) => {
      const row = actor.permissions.has('MANAGE_SUSER')
        ? await tx<UserRow>('users').where({ id: userId }).first()
        : ((await membersOf(tx, organizationId).where('u.id', userId).first('u.*')) as UserRow | undefined);
      const [user] = row ? await present(tx, [row], actor, organizationId) : [];
      if (!user) throw problem.notFound(translate(language, 'userNotFound'));
      return user;
    }),

  /**
   * Returns the first fifteen members whose username or e-mail contains the text (spec 2 §7, §9), optionally only
   * those with BASE.
   */
  search: (organizationId: number, text: string, isBaseNeeded = false): Promise<UserSearch> =>
    withOrganization(db, organizationId, async (tx) => {
      const rows = await matching(membersOf(tx, organizationId), text)
        .modify((query) => {
          if (isBaseNeeded) query.whereRaw('m.roles && ?', [rolesWithBase]);
        })
        .orderByRaw(byUsername)
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
          .orderByRaw(byUsername)
          .limit(1_000)
          .select('u.id', 'u.username', 'u.email')) as UserSummary[],
    ),
});
export type Users = ReturnType<typeof createUsers>;
