import { type OrganizationRoleCode, permissionsOfRoles, type RoleCode } from '@obieg/contracts';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { callFunction, type Database } from '../database/database';
import type { Migration } from '../database/migrations';
import { createGlobalTable, createTenantTable } from '../database/tables';
import { problem } from '../errors';
import { defineReaction, type Reaction } from '../events/reaction';
import type { MemberPermissions, RecallMember } from '../http/caller';

const up = async (knex: Knex): Promise<void> => {
  await createGlobalTable(knex, 'users', (table) => {
    table.bigInteger('id').primary();
    table.text('username').notNullable();
    table.text('email').notNullable();
    table.specificType('system_roles', 'text[]').notNullable();
  });
  await createTenantTable(knex, 'memberships', (table) => {
    table.bigInteger('user_id').notNullable();
    table.specificType('roles', 'text[]').notNullable();
    table.boolean('is_email_verified').notNullable();
    table.primary(['organization_id', 'user_id'], { constraintName: 'memberships_pkey' });
  });
};

const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('memberships');
  await knex.schema.dropTable('users');
};

/** Tables in which a service keeps who is a member of which organization, fed by svc-identity's events. */
export const memberReadModelMigration: Migration = { name: '20261121000100_member_read_model', up, down };

/** Keep the member read model; every service that holds it consumes OBIEG_IDENTITY with these. */
export const memberReactions: readonly Reaction[] = [
  defineReaction({
    type: 'obieg.identity.user.changed',
    apply: async (tx, { data: { id, username, email, systemRoles } }) => {
      await tx('users').insert({ id, username, email, system_roles: systemRoles }).onConflict('id').merge();
    },
  }),
  defineReaction({
    type: 'obieg.identity.membership.changed',
    apply: async (tx, { data: { organizationId, userId, roles, isEmailVerified } }) => {
      await tx('memberships')
        .insert({
          organization_id: organizationId,
          user_id: userId,
          roles,
          is_email_verified: isEmailVerified,
        })
        .onConflict(['organization_id', 'user_id'])
        .merge();
    },
  }),
];

const lookUpMigrationUp = async (knex: Knex): Promise<void> => {
  await knex.raw(`create function find_member(wanted_user bigint, wanted_organization bigint,
      out system_roles text[], out roles text[]) language plpgsql as $$
    begin
      perform set_config('app.organization_id', wanted_organization::text, true);
      select u.system_roles, m.roles into find_member.system_roles, find_member.roles
        from users u left join memberships m on m.organization_id = wanted_organization and m.user_id = u.id
       where u.id = wanted_user;
    end $$`);
};

/**
 * Every request of somebody signed in begins with this look-up, so it is one statement instead of a transaction around
 * one. It must not be called within another transaction: the organization that it sets would stay.
 */
export const memberLookUpMigration: Migration = {
  name: '20261121150000_member_look_up',
  up: lookUpMigrationUp,
  down: async (knex) => {
    await knex.raw('drop function find_member(bigint, bigint)');
  },
};

const memberEntryUp = async (knex: Knex): Promise<void> => {
  await knex.raw(`create function enter_as_member(wanted_organization bigint, wanted_user bigint,
      known_system_roles text[], known_roles text[]) returns void language plpgsql as $$
    begin
      perform set_config('app.organization_id', wanted_organization::text, true);
      if not exists (
        select from users u
          left join memberships m on m.organization_id = wanted_organization and m.user_id = u.id
         where u.id = wanted_user and u.system_roles = known_system_roles
           and m.roles is not distinct from known_roles
      ) then
        raise exception 'User % is no member with these roles any more', wanted_user;
      end if;
    end $$`);
};

/** Sets the scope of a transaction for somebody who is taken to have these roles, and fails when they have others. */
export const memberEntryMigration: Migration = {
  name: '20261123000000_member_entry',
  up: memberEntryUp,
  down: async (knex) => {
    await knex.raw('drop function enter_as_member(bigint, bigint, text[], text[])');
  },
};

const notKnownYet = 'The account is not known here yet. Please try again in a moment.';

interface FoundMember {
  /** Null: nothing is known of the account. */
  system_roles: RoleCode[] | null;
  /** Null: nothing is known of a membership; of one that has ended it is empty. */
  roles: OrganizationRoleCode[] | null;
}

const permissionsOf = (
  { system_roles, roles }: FoundMember,
  organizationId: number | undefined,
): MemberPermissions | undefined => {
  if (!system_roles) throw problem.unavailable(notKnownYet);
  const isSuperAdmin = system_roles.includes('SUPER_ADMIN');
  // On the main domain only system roles count.
  if (!isSuperAdmin && organizationId !== undefined) {
    if (!roles) throw problem.unavailable(notKnownYet);
    if (roles.length === 0) return undefined;
  }
  return { permissions: permissionsOfRoles([...system_roles, ...(roles ?? [])]), isSuperAdmin };
};

/** As PostgreSQL writes an array of role codes. */
const asArray = (codes: readonly string[] | null): string | null => codes && `{${codes.join(',')}}`;

/** Some hundred bytes each. */
const recalledMax = 10_000;

interface KnownMember extends FoundMember {
  member: MemberPermissions;
}

export interface MemberLookUp {
  /**
   * Permissions from the read model; super administrators are at home everywhere. Undefined: a member no more. Throws a
   * problem (503) for whom nothing is known of yet: svc-identity has let them in, and its event is on the way.
   */
  findPermissions(userId: number, organizationId: number | undefined): Promise<MemberPermissions | undefined>;
  recallMember: RecallMember;
}

/** Who is a member with which permissions, of the member read model. */
export const createMemberLookUp = (db: Database): MemberLookUp => {
  const known = new LRUCache<string, KnownMember>({ max: recalledMax });
  return {
    findPermissions: async (userId, organizationId) => {
      const [found] = await callFunction(db, (knex) =>
        knex.raw('select * from find_member(?, ?)', [userId, organizationId ?? null]),
      );
      const row = found as unknown as FoundMember;
      const key = `${organizationId}/${userId}`;
      known.delete(key);
      const member = permissionsOf(row, organizationId);
      if (member) known.set(key, { ...row, member });
      return member;
    },
    recallMember: (userId, organizationId) => {
      const recalled = known.get(`${organizationId}/${userId}`);
      return (
        recalled && {
          member: recalled.member,
          entry: {
            organizationId,
            call: 'enter_as_member($1, $2, $3, $4)',
            values: [organizationId, userId, asArray(recalled.system_roles), asArray(recalled.roles)],
            holds: false,
          },
        }
      );
    },
  };
};
