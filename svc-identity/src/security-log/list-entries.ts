import type {
  SecurityActor,
  SecurityDetails,
  SecurityLogEntry,
  SecurityLogQuery,
  SecurityLogResponse,
  SecurityOutcome,
  SecuritySubject,
  SecuritySubjectType,
} from '@obieg/contracts';
import {
  type Actor,
  type Database,
  groupPathIn,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import type { Knex } from 'knex';

interface EntryRow {
  id: number;
  happened_at: Date;
  event: string;
  outcome: SecurityOutcome;
  actor_id: number | null;
  subject_type: SecuritySubjectType | null;
  subject_id: string | null;
  ip: string | null;
  details: SecurityDetails;
  actor_username: string | null;
  actor_email: string | null;
  actor_roles: string[] | null;
  actor_is_integration: boolean | null;
  actor_address_hint: string | null;
  person_username: string | null;
  person_email: string | null;
  person_roles: string[] | null;
  person_is_integration: boolean | null;
  person_address_hint: string | null;
  organization_name: string | null;
  group_name: string | null;
  parent_name: string | null;
  parent_name_before: string | null;
  is_group_there: boolean;
}

/** The log to read and the rights of its reader. */
interface Reading {
  /** Undefined for entries without organization. */
  organizationId: number | undefined;
  /** Whether the reader manages all users and may know every name. */
  canSeeAllUsers: boolean;
}

/** SQL: the user of an entry's subject, or of its session. `case` prevents reading other ids as numbers. */
const personId = `case s.subject_type when 'user' then s.subject_id::bigint else s.session_user_id end`;
/** SQL: the name of an account. The username of an integration is no name. */
const nameInLog = (user: string): string =>
  `case when ${user}.is_integration then ${user}.display_name else ${user}.username end`;
const organizationId = `case s.subject_type when 'organization' then s.subject_id::bigint end`;
const groupId = `case s.subject_type when 'group' then s.subject_id::bigint
                                     else (s.details->>'groupId')::bigint end`;

/** SQL: the path of a group; the name of a deleted one. */
const pathOfGroup = (id: string): string =>
  `(select coalesce(
      (select ${groupPathIn('named')} from groups named
        where named.organization_id = s.organization_id and named.id = (${id})::bigint),
      (select name from deleted_groups where organization_id = s.organization_id and id = (${id})::bigint)))`;

/**
 * SQL: entries of organizations that the log of the main domain shows, too. The log of a deleted organization cannot be
 * read.
 */
const isAboutOrganizations = `event in ('organization.create', 'organization.change', 'organization.delete')
  and organization_id is not null`;

/** Concurrent entries can have ids in another order than times. More than any number of concurrent entries. */
const idSlack = 10_000;

/** Restricts a query to the log of an organization, or to entries without one. */
type Narrow = (entries: Knex.QueryBuilder) => void;

/**
 * Narrows entries of one organization, or without one, to a time. Ids bound the scan, which follows the ids, because
 * entries are numbered in the order of their times but for concurrent ones.
 */
const narrowToTime = (
  narrowed: Knex.QueryBuilder,
  tx: Tx,
  { from, before }: Pick<SecurityLogQuery, 'from' | 'before'>,
  inScope: Narrow,
): void => {
  const firstId = (order: 'asc' | 'desc') =>
    tx('security_log')
      .modify(inScope)
      .orderBy([
        { column: 'organization_id', order },
        { column: 'happened_at', order },
      ])
      .limit(1)
      .select('id');
  if (from !== undefined) {
    narrowed.where('happened_at', '>=', from);
    narrowed.whereRaw('id >= (?) - ?', [firstId('asc').where('happened_at', '>=', from), idSlack]);
  }
  if (before !== undefined) {
    narrowed.where('happened_at', '<', before);
    narrowed.whereRaw('id <= (?) + ?', [firstId('desc').where('happened_at', '<', before), idSlack]);
  }
};

/**
 * Repeats the policy's organization condition as a range. With an equality, PostgreSQL may scan all entries by id,
 * which for a quiet organization is the whole table.
 */
const scopeOf =
  ({ organizationId }: Reading): Narrow =>
  (entries) => {
    if (organizationId === undefined) entries.whereNull('organization_id');
    else entries.whereBetween('organization_id', [organizationId, organizationId]);
  };

interface Scope {
  inScope: Narrow;
  /** Sorting by the organization first lets PostgreSQL use its index. */
  isOneOrganization: boolean;
}

/** Selects the newest matching entries of a scope. */
const selectNewest = (
  tx: Tx,
  { inScope, isOneOrganization }: Scope,
  query: SecurityLogQuery,
): Knex.QueryBuilder => {
  const { outcome, event: events, userId, cursor, limit } = query;
  const entries = () =>
    tx('security_log')
      .modify((narrowed) => {
        inScope(narrowed);
        narrowToTime(narrowed, tx, query, inScope);
        // Inlined, so that the planner can use the partial index on refused entries.
        if (outcome) narrowed.whereRaw(outcome === 'refused' ? `outcome = 'refused'` : `outcome = 'done'`);
        if (events) narrowed.whereIn('event', events);
        if (cursor) narrowed.where('id', '<', cursor);
      })
      .limit(limit + 1)
      .select();
  if (userId === undefined)
    return entries()
      .modify((sorted) => {
        if (isOneOrganization) sorted.orderBy('organization_id', 'desc');
      })
      .orderBy('id', 'desc');
  // Two indexed queries. With `or`, PostgreSQL would read all entries of the organization.
  const byPerson = entries().where({ actor_id: userId }).orderBy('id', 'desc');
  const byOthers = () => entries().whereRaw('actor_id is distinct from ?', [userId]).orderBy('id', 'desc');
  const onPerson = byOthers().where({ subject_type: 'user', subject_id: String(userId) });
  const onTheirSessions = byOthers().where({ session_user_id: userId });
  return tx(byPerson.as('by'))
    .unionAll([tx(onPerson.as('on')), tx(onTheirSessions.as('sessions'))])
    .orderBy('id', 'desc')
    .limit(limit + 1);
};

/** Selects the newest matching entries. The main domain has those without organization, and those about organizations. */
const selectPage = (tx: Tx, reading: Reading, query: SecurityLogQuery): Knex.QueryBuilder => {
  const isOneOrganization = reading.organizationId !== undefined;
  const own = selectNewest(tx, { inScope: scopeOf(reading), isOneOrganization }, query);
  if (isOneOrganization) return own;
  const inScope: Narrow = (entries) => entries.whereRaw(isAboutOrganizations);
  const aboutOrganizations = selectNewest(tx, { inScope, isOneOrganization }, query);
  return tx(own.as('own'))
    .unionAll([tx(aboutOrganizations.as('about'))])
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
};

/** Selects a page with all names, including those that the reader may not know. */
export const selectEntries = (
  tx: Tx,
  reading: Reading,
  query: SecurityLogQuery,
): Knex.QueryBuilder<EntryRow, EntryRow[]> =>
  tx(selectPage(tx, reading, query).as('s'))
    .leftJoin('users as actor', 'actor.id', 's.actor_id')
    .leftJoin('memberships as actor_member', (join) =>
      join
        .on('actor_member.organization_id', 's.organization_id')
        .andOn('actor_member.user_id', 's.actor_id'),
    )
    .leftJoin('users as person', (join) => join.on('person.id', tx.raw(personId)))
    .leftJoin('memberships as person_member', (join) =>
      join
        .on('person_member.organization_id', 's.organization_id')
        .andOn('person_member.user_id', tx.raw(personId)),
    )
    .leftJoin('organizations as o', (join) => join.on('o.id', tx.raw(organizationId)))
    .leftJoin('groups as g', (join) =>
      join.on('g.organization_id', 's.organization_id').andOn('g.id', tx.raw(groupId)),
    )
    .leftJoin('deleted_groups as gone', (join) =>
      join.on('gone.organization_id', 's.organization_id').andOn('gone.id', tx.raw(groupId)),
    )
    .orderBy('s.id', 'desc')
    .select(
      's.*',
      tx.raw(`${nameInLog('actor')} as actor_username`),
      'actor.email as actor_email',
      'actor.is_integration as actor_is_integration',
      'actor_member.roles as actor_roles',
      tx.raw('case when actor_member.shown_name is not null then actor.email end as actor_address_hint'),
      tx.raw(`${nameInLog('person')} as person_username`),
      'person.email as person_email',
      'person.is_integration as person_is_integration',
      'person_member.roles as person_roles',
      tx.raw('case when person_member.shown_name is not null then person.email end as person_address_hint'),
      'o.name as organization_name',
      tx.raw(`coalesce(case when g.id is not null then ${groupPathIn('g')} end, gone.name) as group_name`),
      tx.raw('g.id is not null as is_group_there'),
      tx.raw(`${pathOfGroup(`s.details->>'parentGroupId'`)} as parent_name`),
      tx.raw(`${pathOfGroup(`s.details->>'parentGroupIdBefore'`)} as parent_name_before`),
    );

/** Current and former members have a membership; that of a former member has no roles. */
const isKnown = ({ canSeeAllUsers }: Reading, roles: string[] | null): boolean =>
  canSeeAllUsers || roles !== null;

/** As in GET /users/{id}. A deleted integration has no page. */
const isShown = (
  { organizationId, canSeeAllUsers }: Reading,
  roles: string[] | null,
  isIntegration: boolean | null,
): boolean =>
  organizationId !== undefined && ((canSeeAllUsers && !isIntegration) || (roles?.length ?? 0) > 0);

const presentHint = (isVisible: boolean, addressHint: string | null): Pick<SecurityActor, 'addressHint'> =>
  isVisible && addressHint !== null ? { addressHint } : {};

const presentActor = (row: EntryRow, reading: Reading): SecurityActor | null => {
  if (row.actor_id === null) return null;
  const isVisible = isKnown(reading, row.actor_roles);
  return {
    id: row.actor_id,
    username: isVisible ? row.actor_username : null,
    email: isVisible ? row.actor_email : null,
    ...presentHint(isVisible, row.actor_address_hint),
    isReadable: isShown(reading, row.actor_roles, row.actor_is_integration),
    ...(row.actor_is_integration ? { isIntegration: true } : {}),
  };
};

const presentSubject = (row: EntryRow, reading: Reading): SecuritySubject | null => {
  const { subject_type: type, subject_id: id } = row;
  if (type === null || id === null) return null;
  if (type === 'group')
    return { type, id, name: row.group_name, email: null, isReadable: row.is_group_there };
  if (type === 'organization') {
    const isVisible = reading.canSeeAllUsers || id === String(reading.organizationId);
    return { type, id, name: isVisible ? row.organization_name : null, email: null, isReadable: false };
  }
  const isVisible = isKnown(reading, row.person_roles);
  return {
    type,
    id,
    name: isVisible ? row.person_username : null,
    email: isVisible ? row.person_email : null,
    ...presentHint(isVisible, row.person_address_hint),
    isReadable: row.person_username !== null && isShown(reading, row.person_roles, row.person_is_integration),
    ...(row.person_is_integration ? { isIntegration: true } : {}),
  };
};

const present = (row: EntryRow, reading: Reading): SecurityLogEntry => ({
  id: row.id,
  happenedAt: row.happened_at.toISOString(),
  event: row.event,
  outcome: row.outcome,
  actor: presentActor(row, reading),
  subject: presentSubject(row, reading),
  groupName: row.details.groupId === undefined ? null : row.group_name,
  parentGroupName: row.parent_name,
  parentGroupNameBefore: row.parent_name_before,
  ip: row.ip,
  details: row.details,
});

/**
 * Lists a page of the security log of the organization, or on the main domain of entries without one and of changes to
 * organizations. Names are shown
 * for current and former members. A super administrator who never was a member has no name unless the reader manages
 * all users.
 */
export const listSecurityEntries = async (
  db: Database,
  actor: Actor,
  organizationId: number | undefined,
  query: SecurityLogQuery,
): Promise<SecurityLogResponse> => {
  const reading = { organizationId, canSeeAllUsers: actor.permissions.has('MANAGE_SUSER') };
  const read = (tx: Tx) => selectEntries(tx, reading, query);
  // Entries without organization need `withEveryOrganization`.
  const rows = await (organizationId === undefined
    ? withEveryOrganization(db, read)
    : withOrganization(db, organizationId, read));
  const page = rows.slice(0, query.limit);
  return {
    success: true,
    entries: page.map((row) => present(row, reading)),
    nextCursor: rows.length > query.limit ? String(page.at(-1)?.id) : null,
  };
};
