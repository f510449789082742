import type { Absence, SaveAbsence } from '@obieg/contracts';
import {
  contentTagOf,
  type Database,
  matchesTag,
  problem,
  readOrganization,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../callers/caller';
import { addressHintIn, joinMember, nameIn } from '../members/members.repo';
import { checkAssignee } from '../members/references';
import { translate } from '../messages/server-messages';

interface AbsenceRow {
  from_day: string;
  until_day: string;
  substitute_user_id: number | null;
  name: string | null;
  address_hint: string | null;
}

const dayOf = (column: string): string => `to_char(a.${column}, 'YYYY-MM-DD') as ${column}`;

const selectAbsence = (knex: Knex, userId: number): Knex.Raw =>
  knex.raw(
    `select ${dayOf('from_day')}, ${dayOf('until_day')}, u.id as substitute_user_id,
            case when u.id is not null then ${nameIn('u', 'm')} end as name, ${addressHintIn('u', 'm')} as address_hint
       from absences a
       left join users u on u.id = a.substitute_user_id ${joinMember('u', 'm')}
      where a.organization_id = app_organization_id() and a.user_id = :userId`,
    { userId },
  );

const presentAbsence = ([row]: readonly unknown[] = []): Absence | null => {
  if (!row) return null;
  const { from_day, until_day, substitute_user_id, name, address_hint } = row as AbsenceRow;
  return {
    from: from_day,
    until: until_day,
    substitute:
      substitute_user_id === null || name === null
        ? null
        : { userId: substitute_user_id, name, addressHint: address_hint },
  };
};

export const tagOfAbsence = (absence: Absence | null): string => contentTagOf(absence ?? {});

export const getAbsence = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
): Promise<Absence | null> => {
  const [rows] = await readOrganization(db, tenantScope, (knex) => [selectAbsence(knex, actor.userId)]);
  return presentAbsence(rows);
};

const lockAbsence = async (tx: Tx, { actor }: SignedInCaller, ifMatch: string | undefined): Promise<void> => {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('absence', ?))`, [actor.userId]);
  const { rows } = (await selectAbsence(tx, actor.userId)) as unknown as { rows: unknown[] };
  if (!matchesTag(tagOfAbsence(presentAbsence(rows)), ifMatch)) throw problem.preconditionFailed();
};

/**
 * Saves the caller's absence in the organization. The substitute is a member who sees unrestricted tasks.
 * @throws 412 if `ifMatch` is not the present ETag, 422
 */
export const saveAbsence = (
  db: Database,
  caller: SignedInCaller,
  { from, until, substituteUserId }: SaveAbsence,
  ifMatch: string | undefined,
): Promise<Absence | null> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { organizationId, actor, language } = caller;
    const field = 'substituteUserId';
    if (substituteUserId === actor.userId)
      throw problem.validation([{ field, message: translate(language, 'ownSubstitute') }]);
    if (substituteUserId !== null) await checkAssignee({ tx, field, language }, substituteUserId);
    await lockAbsence(tx, caller, ifMatch);
    await tx('absences')
      .insert({
        organization_id: organizationId,
        user_id: actor.userId,
        from_day: from,
        until_day: until,
        substitute_user_id: substituteUserId,
      })
      .onConflict(['organization_id', 'user_id'])
      .merge();
    const { rows } = (await selectAbsence(tx, actor.userId)) as unknown as { rows: unknown[] };
    return presentAbsence(rows);
  });

/** Ends the caller's absence. Repeating it changes nothing. @throws 412 */
export const deleteAbsence = (
  db: Database,
  caller: SignedInCaller,
  ifMatch: string | undefined,
): Promise<void> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    await lockAbsence(tx, caller, ifMatch);
    await tx('absences').where({ user_id: caller.actor.userId }).delete();
  });
