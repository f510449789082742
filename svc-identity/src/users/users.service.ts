import {
  type Language,
  limits,
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
import type { UserRow } from '../members/members.repo';
import { addressHint, shownName } from '../members/names.repo';
import { translate } from '../messages/server-messages';
import { listGroupsLedAlone, presentUsers } from './present-users';

const rolesWithBase = organizationRoleCodes.filter((role) => permissionsOfRoles([role]).has('BASE'));

/** Groups of a user in a list, and on the user's page. */
const listedGroupsMax = 5;
const shownGroupsMax = 100;

interface UserPage {
  users: User[];
  nextCursor: string | null;
}

const membersOf = (tx: Tx, organizationId: number) =>
  tx<UserRow>('users as u')
    .join('memberships as m', 'm.user_id', 'u.id')
    .where('m.organization_id', organizationId)
    .whereRaw('cardinality(m.roles) > 0');

const summaryColumns = (tx: Tx) => [
  'u.id',
  tx.raw(`${shownName} as username`),
  'u.email',
  tx.raw(`${addressHint} as "addressHint"`),
  'u.is_integration as isIntegration',
];

/** SQL: the members `m` who are people. Starts from the integrations, which are few. */
const isPerson = 'm.user_id not in (select i.id from users i where i.is_integration)';

/** SQL: text in the form of `search_text`, as in the column's migration. */
const folded = `translate(lower(? collate "pl-x-icu"), 'ąćęłńóśźż', 'acelnoszz')`;

/** SQL: a LIKE pattern for the folded text, in the collation of the index, with escaped wildcards. */
const pattern = `('%' || regexp_replace(${folded}, '([%_\\\\])', '\\\\\\1', 'g') || '%') collate "default"`;

/** Restricts to users whose names or e-mail contain the text, ignoring case and Polish diacritics. */
const matching = (query: ReturnType<typeof membersOf>, text: string) => {
  const displayName = `${folded.replace('?', 'u.display_name')} collate "default"`;
  const searched = text.normalize();
  return query.whereRaw(`(u.search_text like ${pattern} or ${displayName} like ${pattern})`, [
    searched,
    searched,
  ]);
};

/** SQL: Polish name order, which an index has, too. */
const byName = `coalesce(u.display_name, u.username) collate "pl-x-icu", u.id`;

/** Selects a page of members by id. Without a search, it reads only the page. */
const selectPage = async (
  tx: Tx,
  organizationId: number,
  { limit, cursor = 0, search }: UserListQuery,
): Promise<UserRow[]> => {
  if (search)
    return matching(membersOf(tx, organizationId), search)
      .whereRaw(isPerson)
      .where('u.id', '>', cursor)
      .orderBy('u.id')
      .limit(limit)
      .select('u.*');
  const ids: number[] = await tx('memberships as m')
    .where({ organization_id: organizationId })
    .whereRaw(isPerson)
    .where('user_id', '>', cursor)
    .whereRaw('cardinality(roles) > 0')
    .orderBy('user_id')
    .limit(limit)
    .pluck('user_id');
  return tx<UserRow>('users').whereIn('id', ids).orderBy('id');
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
  /** Lists a page of members by id, without integrations. `search` matches names and e-mail. */
  list: async (actor: Actor, organizationId: number, query: UserListQuery): Promise<UserPage> => {
    const rows = await withOrganization(db, organizationId, (tx) =>
      selectPage(tx, organizationId, { ...query, limit: query.limit + 1 }),
    );
    const page = rows.slice(0, query.limit);
    return {
      users: await withRolesShownTo(db, actor, organizationId, (tx) =>
        presentUsers(tx, page, { actor, organizationId, groupsMax: listedGroupsMax }),
      ),
      nextCursor: rows.length > query.limit ? String(page.at(-1)?.id) : null,
    };
  },

  get: (actor: Actor, organizationId: number, userId: number, language: Language): Promise<User> =>
    withRolesShownTo(db, actor, organizationId, async (tx) => {
      const row = actor.permissions.has('MANAGE_SUSER')
        ? await tx<UserRow>('users').where({ id: userId, is_integration: false }).first()
        : ((await membersOf(tx, organizationId)
            .where({ 'u.id': userId, 'u.is_integration': false })
            .first('u.*')) as UserRow | undefined);
      const reader = { actor, organizationId, groupsMax: shownGroupsMax };
      const [user] = row ? await presentUsers(tx, [row], reader) : [];
      if (!user) throw problem.notFound(translate(language, 'userNotFound'));
      return { ...user, groupsLedAlone: await listGroupsLedAlone(tx, organizationId, userId) };
    }),

  /**
   * Returns the first fifteen members whose names or e-mail contain the text (spec 2 §7, §9), optionally only
   * those who can be assigned: people with BASE.
   */
  search: (organizationId: number, text: string, isAssignable = false): Promise<UserSearch> =>
    withOrganization(db, organizationId, async (tx) => {
      const rows = await matching(membersOf(tx, organizationId), text)
        .modify((query) => {
          if (isAssignable) query.whereRaw(`m.roles && ? and ${isPerson}`, [rolesWithBase]);
        })
        .orderByRaw(byName)
        .limit(limits.userSearchResults + 1)
        .select(summaryColumns(tx));
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
          .orderByRaw(byName)
          .limit(1_000)
          .select(summaryColumns(tx))) as UserSummary[],
    ),
});
export type Users = ReturnType<typeof createUsers>;
