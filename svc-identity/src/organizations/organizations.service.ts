import {
  type Organization,
  type OrganizationReference,
  organizationReferencesMax,
  type PageQuery,
  type SaveOrganization,
} from '@obieg/contracts';
import {
  type Actor,
  type Creation,
  createOnce,
  type Database,
  isKnownTimeZone,
  matchesRevision,
  problem,
  recordEvent,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { revokeApiTokens } from '../api-tokens/api-tokens.repo';
import { findLastChange } from '../members/last-change';
import { translate } from '../messages/server-messages';
import { isWithinSession } from '../provider-rules/provider-session';
import { type Page, readPageByName } from '../requests/paging';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { revokeSessions } from '../sessions/sessions';
import {
  checkNotFormer,
  checkReserved,
  isReserved,
  releaseCodeName,
  reserveFormerCodeName,
  translateNameConflict,
} from './code-names';

export interface OrganizationRow {
  id: number;
  name: string;
  code_name: string;
  time_zone: string;
  revision: number;
  created_at: Date;
  deleted_at: Date | null;
}

/** What other services know of an organization. */
const describe = ({ id, name, code_name, created_at, time_zone }: OrganizationRow) => ({
  id,
  name,
  codeName: code_name,
  createdAt: created_at.toISOString(),
  timeZone: time_zone,
});

export type RevisedOrganization = Organization & { revision: number };

const present = (row: OrganizationRow): RevisedOrganization => ({
  ...describe(row),
  revision: row.revision,
});

/** Deletes everything that would give access to the organization. Runs in its scope. */
const endInvitations = async (tx: Tx, organizationId: number): Promise<void> => {
  for (const table of ['invitations', 'hand_overs', 'verifications'])
    await tx(table).where({ organization_id: organizationId }).delete();
};

export const recordOrganizationChanged = (tx: Tx, row: OrganizationRow, traceparent?: string): void =>
  recordEvent(tx, {
    type: 'obieg.identity.organization.changed',
    organizationId: row.id,
    aggregateId: row.id,
    data: describe(row),
    traceparent,
  });

const getRow = async (tx: Tx, id: number, isLocked = false): Promise<OrganizationRow> => {
  const query = tx<OrganizationRow>('organizations').where({ id }).whereNull('deleted_at');
  const row = await (isLocked ? query.forUpdate() : query).first();
  if (!row) throw problem.notFound();
  return row;
};

/** Who changes which revision of an organization. */
interface OrganizationChange {
  actor: Actor;
  origin: Origin;
  /** The request's If-Match. */
  ifMatch: string | undefined;
}

/** Locks the organization. @throws 404, 412 if another user has changed it in the meantime */
const lockExpected = async (
  tx: Tx,
  id: number,
  { actor, ifMatch }: OrganizationChange,
): Promise<OrganizationRow> => {
  const row = await getRow(tx, id, true);
  if (matchesRevision(row, ifMatch)) return row;
  throw problem.preconditionFailed(
    undefined,
    await findLastChange(tx, actor, {
      organizationId: id,
      events: ['organization.change'],
      subject: { type: 'organization', id },
    }),
  );
};

/** @throws 422 unless Node.js and PostgreSQL know the time zone */
const checkTimeZone = async (tx: Tx, timeZone: string | undefined, { language }: Origin): Promise<void> => {
  if (timeZone !== undefined && !(await isKnownTimeZone(tx, timeZone)))
    throw problem.validation([{ field: 'timeZone', message: translate(language, 'unknownTimeZone') }]);
};

const insertOrganization = async (
  tx: Tx,
  { name, codeName, timeZone }: SaveOrganization,
  origin: Origin,
): Promise<RevisedOrganization> => {
  await checkTimeZone(tx, timeZone, origin);
  await releaseCodeName(tx, codeName);
  const [row] = await tx<OrganizationRow>('organizations')
    .insert({ name, code_name: codeName, ...(timeZone && { time_zone: timeZone }) })
    .returning('*')
    .catch(translateNameConflict(origin.language));
  if (!row) throw new Error('The insert returned no row');
  await checkNotFormer(tx, { organizationId: row.id, codeName }, origin.language);
  recordOrganizationChanged(tx, row, origin.traceparent);
  await recordSecurity(tx, origin, {
    event: 'organization.create',
    subject: { type: 'organization', id: row.id },
    organizationId: row.id,
    details: { name, codeName, timeZone: row.time_zone },
  });
  return present(row);
};

const selectReferences = (tx: Tx) =>
  tx('organizations as o')
    .whereNull('deleted_at')
    .select<OrganizationReference[]>(
      'id',
      'name',
      { codeName: 'code_name', timeZone: 'time_zone' },
      tx.raw(`array(select f.code_name from former_code_names f
        where f.organization_id = o.id and ${isReserved} order by f.given_up_at) as "formerCodeNames"`),
    );

/**
 * SQL: organizations by name in Polish order. The database's default order puts Ł after Z and lower case after upper
 * case.
 */
export const byOrganizationName = 'o.name collate "pl-x-icu", o.id';

export const createOrganizations = (db: Database) => ({
  /** Lists a page of all organizations for those who manage them, otherwise of the caller's own (spec 1 §2). @throws 400 for an invalid cursor */
  list: ({ userId, sessionId, permissions }: Actor, page: PageQuery): Promise<Page<Organization>> =>
    // A user's memberships are in many organizations.
    withEveryOrganization(db, async (tx) => {
      const query = tx<OrganizationRow>('organizations as o').whereNull('o.deleted_at').select('o.*');
      if (!permissions.has('MANAGE_ORGANIZATIONS')) {
        query.whereExists((exists) =>
          exists
            .from('memberships as m')
            .whereRaw('m.organization_id = o.id')
            .where('m.user_id', userId)
            .whereRaw('cardinality(m.roles) > 0'),
        );
        query.whereRaw(isWithinSession('o.id'), [sessionId]);
      }
      const { items, nextCursor } = await readPageByName<OrganizationRow>(query, 'o', page);
      return { items: items.map(present), nextCursor };
    }),

  get: async (actor: Actor, id: number): Promise<RevisedOrganization> =>
    withEveryOrganization(db, async (tx) => {
      const row = await getRow(tx, id);
      if (actor.permissions.has('MANAGE_ORGANIZATIONS')) return present(row);
      const own = await tx('memberships')
        .where({ organization_id: id, user_id: actor.userId })
        .whereRaw('cardinality(roles) > 0')
        .whereRaw(isWithinSession('memberships.organization_id'), [actor.sessionId])
        .first('user_id');
      if (!own) throw problem.notFound();
      return present(row);
    }),

  /** Creates an organization, once per idempotency key. */
  create: (input: SaveOrganization, origin: Origin, creation?: Creation): Promise<RevisedOrganization> => {
    checkReserved(input.codeName, origin.language);
    // The first entry of the organization's security log. Its scope does not exist before the insert.
    return withEveryOrganization(db, (tx) =>
      createOnce(tx, creation, () => insertOrganization(tx, input, origin)),
    );
  },

  /**
   * A new code name changes the address. The former one redirects and stays reserved for ninety days. @throws 404, 409,
   * 412, 422
   */
  update: (
    id: number,
    { name, codeName, timeZone }: SaveOrganization,
    change: OrganizationChange,
  ): Promise<RevisedOrganization> => {
    const { origin } = change;
    checkReserved(codeName, origin.language);
    // Former code names of other organizations are checked, too.
    return withEveryOrganization(db, async (tx) => {
      const before = await lockExpected(tx, id, change);
      if (timeZone !== before.time_zone) await checkTimeZone(tx, timeZone, origin);
      await releaseCodeName(tx, codeName);
      const [row] = await tx<OrganizationRow>('organizations')
        .where({ id })
        .update({
          name,
          code_name: codeName,
          ...(timeZone && { time_zone: timeZone }),
          revision: tx.raw('revision + 1'),
        })
        .returning('*')
        .catch(translateNameConflict(origin.language));
      if (!row) throw problem.notFound();
      if (codeName !== before.code_name) {
        await checkNotFormer(tx, { organizationId: id, codeName }, origin.language);
        await reserveFormerCodeName(tx, { organizationId: id, codeName: before.code_name });
      }
      recordOrganizationChanged(tx, row, origin.traceparent);
      await recordSecurity(tx, origin, {
        event: 'organization.change',
        subject: { type: 'organization', id },
        organizationId: id,
        details: {
          name,
          nameBefore: before.name,
          codeName,
          codeNameBefore: before.code_name,
          timeZone: row.time_zone,
          timeZoneBefore: before.time_zone,
        },
      });
      return present(row);
    });
  },

  /**
   * Hides the organization at once and ends its sessions and invitations. Its rows stay, and its code name stays
   * reserved for thirty days. @throws 404, 409 if it has another code name than expected
   */
  delete: (id: number, expectedCodeName: string | undefined, origin: Origin): Promise<void> =>
    withOrganization(db, id, async (tx) => {
      const { name, code_name } = await getRow(tx, id, true);
      if (expectedCodeName !== undefined && expectedCodeName !== code_name)
        throw problem.conflict(
          'CONFLICT',
          translate(origin.language, 'otherCodeName', { codeName: code_name }),
        );
      await tx('organizations').where({ id }).update({ deleted_at: tx.fn.now() });
      await endInvitations(tx, id);
      await revokeApiTokens(tx, id, {}, { origin, reason: 'organization.delete' });
      await revokeSessions(tx, { organization_id: id }, { origin, reason: 'organization.delete' });
      recordEvent(tx, {
        type: 'obieg.identity.organization.deleted',
        organizationId: id,
        aggregateId: id,
        data: { id, codeName: code_name },
        traceparent: origin.traceparent,
      });
      await recordSecurity(tx, origin, {
        event: 'organization.delete',
        subject: { type: 'organization', id },
        organizationId: id,
        details: { name, codeName: code_name },
      });
    }),

  /** Returns undefined if no organization has the code name. */
  findReference: (codeName: string): Promise<OrganizationReference | undefined> =>
    // The organization is not known before the search.
    withEveryOrganization(db, async (tx) => selectReferences(tx).where({ code_name: codeName }).first()),

  listReferences: (): Promise<OrganizationReference[]> =>
    // The gateways need all organizations.
    withEveryOrganization(db, async (tx) =>
      selectReferences(tx).orderBy('id').limit(organizationReferencesMax),
    ),
});
export type Organizations = ReturnType<typeof createOrganizations>;
