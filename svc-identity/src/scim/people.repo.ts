import { type OrganizationRoleCode, organizationRoleCodes, presentName } from '@obieg/contracts';
import { problem, type Tx, translateConstraint } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { UserRow } from '../members/members.repo';
import type { Condition } from './filters';
import { readScimId } from './scim-ids';
import { scimProblem } from './scim-problems';

/** A person of the organization, or one who was and whom the identity provider still keeps. */
export interface Person {
  user: UserRow;
  /** The address for a person whom the identity provider has not named. */
  userName: string;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  /** The chosen display name, whatever name this organization shows. */
  displayName: string;
  isActive: boolean;
  /** Of an inactive person, those that were kept. */
  roles: OrganizationRoleCode[];
  keptGroupIds: number[];
}

interface Row extends UserRow {
  roles: string[] | null;
  user_name: string | null;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  kept_roles: string[] | null;
  kept_group_ids: number[] | null;
}

const toPerson = (row: Row): Person => {
  const { roles, user_name, external_id, given_name, family_name, kept_roles, kept_group_ids, ...user } = row;
  const isActive = (roles ?? []).length > 0;
  const given = (isActive ? roles : kept_roles) ?? [];
  return {
    user,
    userName: user_name ?? user.email,
    externalId: external_id,
    givenName: given_name,
    familyName: family_name,
    displayName: presentName(user.display_name ?? user.username, true),
    isActive,
    roles: organizationRoleCodes.filter((role) => given.includes(role)),
    keptGroupIds: kept_group_ids ?? [],
  };
};

/** SQL: text without case, as in the unique indexes of names. */
const folded = (text: string): string => `lower(${text} collate "und-x-icu")`;

const peopleOf = (tx: Tx, organizationId: number) =>
  tx('users as u')
    .leftJoin('memberships as m', (join) =>
      join.on('m.user_id', 'u.id').andOnVal('m.organization_id', organizationId),
    )
    .leftJoin('scim_people as s', (join) =>
      join.on('s.user_id', 'u.id').andOnVal('s.organization_id', organizationId),
    )
    .where('u.is_integration', false)
    .whereRaw('(cardinality(m.roles) > 0 or s.user_id is not null)');

const columns = [
  'u.*',
  'm.roles',
  's.user_name',
  's.external_id',
  's.given_name',
  's.family_name',
  's.kept_roles',
  's.kept_group_ids',
];

/** Restricts to the accounts that an index finds. The condition itself follows. */
const among = (query: Knex.QueryBuilder, sql: string, values: (string | number)[]) =>
  query.whereRaw(`u.id in (${sql})`, values);

const bySql = {
  name: `select s2.user_id from scim_people s2
          where s2.organization_id = ? and ${folded('s2.user_name')} = ${folded('?')}
         union all select u2.id from users u2 where lower(u2.email) = lower(?)`,
  email: 'select u2.id from users u2 where lower(u2.email) = lower(?)',
  everyone: `select m2.user_id from memberships m2 where m2.organization_id = ? and cardinality(m2.roles) > 0
         union select s2.user_id from scim_people s2 where s2.organization_id = ?`,
};

const whereUserName = (query: Knex.QueryBuilder, organizationId: number, userName: string) =>
  among(query, bySql.name, [organizationId, userName, userName]).whereRaw(
    `${folded('coalesce(s.user_name, u.email)')} = ${folded('?')}`,
    [userName],
  );

const nobody = (query: Knex.QueryBuilder) => query.whereRaw('false');

type Restrict = (query: Knex.QueryBuilder, organizationId: number, value: string) => Knex.QueryBuilder;
const restrictions: Record<string, Restrict> = {
  id: (query, _, value) => query.where('u.id', readScimId('User', value) ?? 0),
  username: whereUserName,
  externalid: (query, _, value) => query.where('s.external_id', value),
  'emails.value': (query, _, value) => among(query, bySql.email, [value]),
  emails: (query, _, value) => among(query, bySql.email, [value]),
  'emails.type': (query, _, value) => (value.toLowerCase() === 'work' ? query : nobody(query)),
};

/** Attributes by which few people are found. */
const indexed: ReadonlySet<string> = new Set(['id', 'username', 'externalid', 'emails', 'emails.value']);

/** @throws 400 invalidFilter for an attribute that cannot be compared */
const restrict = (
  query: Knex.QueryBuilder,
  organizationId: number,
  { attribute, value }: Condition,
): Knex.QueryBuilder => {
  const flag = String(value).toLowerCase();
  if (attribute === 'active' && ['true', 'false'].includes(flag))
    return query.whereRaw(`coalesce(cardinality(m.roles), 0) ${flag === 'true' ? '>' : '='} 0`);
  if (attribute === 'emails.primary' && ['true', 'false'].includes(flag))
    return flag === 'true' ? query : nobody(query);
  const known = Object.hasOwn(restrictions, attribute) ? restrictions[attribute] : undefined;
  if (!known || typeof value !== 'string')
    throw scimProblem.invalidFilter(
      `People cannot be filtered by ${attribute.slice(0, 60)} with this value.`,
    );
  return known(query, organizationId, value);
};

/** Lists people by account, who meet all conditions. @throws 400 invalidFilter */
export const listPeople = async (
  tx: Tx,
  organizationId: number,
  { conditions, offset, limit }: { conditions: readonly Condition[]; offset: number; limit: number },
): Promise<{ people: Person[]; count: number }> => {
  const select = () => {
    const query = peopleOf(tx, organizationId);
    // Only without a condition that an index answers, because it reads everyone.
    if (!conditions.some(({ attribute }) => indexed.has(attribute)))
      among(query, bySql.everyone, [organizationId, organizationId]);
    for (const condition of conditions) restrict(query, organizationId, condition);
    return query;
  };
  const { count } = await select().first(tx.raw('count(*)::int as count'));
  const rows: Row[] =
    limit === 0 ? [] : await select().orderBy('u.id').offset(offset).limit(limit).select(columns);
  return { people: rows.map(toPerson), count };
};

/** @throws 404 */
export const getPerson = async (tx: Tx, organizationId: number, userId: number): Promise<Person> => {
  const row: Row | undefined = await peopleOf(tx, organizationId).where('u.id', userId).first(columns);
  if (!row) throw problem.notFound();
  return toPerson(row);
};

/** Whether the account is a person of the organization. */
export const isPersonOf = async (tx: Tx, organizationId: number, userId: number): Promise<boolean> =>
  (await peopleOf(tx, organizationId).where('u.id', userId).first('u.id')) !== undefined;

/** @throws 409 if another person of the organization has the name. The unique index decides about concurrent calls */
export const checkUserName = async (
  tx: Tx,
  organizationId: number,
  userName: string,
  ownId: number,
): Promise<void> => {
  const other = await whereUserName(peopleOf(tx, organizationId), organizationId, userName)
    .whereNot('u.id', ownId)
    .first('u.id');
  if (other) throw scimProblem.uniqueness('userName');
};

interface Stored {
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
}

/** Stores what the identity provider says of a person. @throws 409 uniqueness */
export const storePerson = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  stored: Stored,
): Promise<void> => {
  await tx('scim_people')
    .insert({ organization_id: organizationId, user_id: userId, ...stored })
    .onConflict(['organization_id', 'user_id'])
    .merge(Object.keys(stored))
    .catch(
      translateConstraint({
        scim_people_user_name: () => scimProblem.uniqueness('userName'),
        scim_people_external_id: () => scimProblem.uniqueness('externalId'),
      }),
    );
};

/** Keeps roles and groups of a person who becomes inactive. */
export const keepPlace = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  place: { roles: readonly OrganizationRoleCode[]; groupIds: readonly number[] },
): Promise<void> => {
  await tx('scim_people')
    .where({ organization_id: organizationId, user_id: userId })
    .update({ kept_roles: [...place.roles], kept_group_ids: [...place.groupIds] });
};

export const forgetPerson = async (tx: Tx, organizationId: number, userId: number): Promise<void> => {
  await tx('scim_people').where({ organization_id: organizationId, user_id: userId }).delete();
};
