import { type OrganizationRoleCode, permissionsOfRoles, presentName, type RoleCode } from '@obieg/contracts';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { callFunction, type Database } from '../database/database';
import type { Migration } from '../database/migrations';
import { createGlobalTable, createTenantTable } from '../database/tables';
import { problem } from '../errors/problems';
import { defineReaction, type Reaction } from '../events/reaction';
import type { FindCachedMember, MemberPermissions } from '../http/caller';

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

/** Creates the read model of members, fed by svc-identity's events. */
export const memberReadModelMigration: Migration = { name: '20261121000100_member_read_model', up, down };

/** Reactions that maintain the read model. A service with the read model consumes OBIEG_IDENTITY with them. */
export const memberReactions: readonly Reaction[] = [
  defineReaction({
    type: 'obieg.identity.user.changed',
    apply: async (
      tx,
      { data: { id, username, displayName, email, systemRoles, language, isIntegration } },
    ) => {
      const user = {
        id,
        // Services show people by this name.
        username: presentName(displayName ?? username, true),
        sign_in_name: username,
        email,
        system_roles: systemRoles,
        ...(language === undefined ? {} : { language }),
        ...(isIntegration === undefined ? {} : { is_integration: isIntegration }),
      };
      await tx('users').insert(user).onConflict('id').merge();
    },
  }),
  defineReaction({
    type: 'obieg.identity.membership.changed',
    apply: async (tx, { data: { organizationId, userId, roles, isEmailVerified, shownName } }) => {
      await tx('memberships')
        .insert({
          organization_id: organizationId,
          user_id: userId,
          roles,
          is_email_verified: isEmailVerified,
          ...(shownName === undefined ? {} : { shown_name: shownName }),
        })
        .onConflict(['organization_id', 'user_id'])
        .merge();
    },
  }),
];

/** Adds the language that a person chose for mails. Null: none. */
export const memberLanguageMigration: Migration = {
  name: '20261127213000_member_language',
  up: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.text('language');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.dropColumn('language');
    });
  },
};

/** Adds the name in one organization of a person whose display name another member has. Null: the display name. */
export const memberShownNameMigration: Migration = {
  name: '20261128090100_member_shown_name',
  up: async (knex) => {
    await knex.schema.alterTable('memberships', (table) => {
      table.text('shown_name');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('memberships', (table) => {
      table.dropColumn('shown_name');
    });
  },
};

/** Adds the name for the sign-in, by which people can be mentioned, too. Null until svc-identity publishes the user again. */
export const memberSignInNameMigration: Migration = {
  name: '20261129020000_member_sign_in_name',
  up: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.text('sign_in_name');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.dropColumn('sign_in_name');
    });
  },
};

/** Adds whether the account is an integration of an organization. */
export const memberIntegrationMigration: Migration = {
  name: '20261129200000_member_integration',
  up: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.boolean('is_integration').notNullable().defaultTo(false);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.dropColumn('is_integration');
    });
  },
};

const memberLookUpUp = async (knex: Knex): Promise<void> => {
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
 * Creates `find_member`, which an authenticated request calls unless its transaction verifies cached roles
 * (`enter_as_member`). It sets its own scope, so that one statement replaces a transaction. Do not call it inside a
 * transaction: its scope would remain.
 */
export const memberLookUpMigration: Migration = {
  name: '20261121150000_member_look_up',
  up: memberLookUpUp,
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

/**
 * Creates `enter_as_member`, which sets the scope of a transaction if the user still has the given roles and fails
 * otherwise.
 */
export const memberEntryMigration: Migration = {
  name: '20261123000000_member_entry',
  up: memberEntryUp,
  down: async (knex) => {
    await knex.raw('drop function enter_as_member(bigint, bigint, text[], text[])');
  },
};

const notSyncedYet = 'The account is not known here yet. Please try again in a moment.';

interface FoundMember {
  /** Null if the account is missing in the read model. */
  system_roles: RoleCode[] | null;
  /** Null if the membership is missing in the read model; empty if it has ended. */
  roles: OrganizationRoleCode[] | null;
}

const permissionsOf = (
  { system_roles, roles }: FoundMember,
  organizationId: number | undefined,
): MemberPermissions | undefined => {
  if (!system_roles) throw problem.unavailable(notSyncedYet);
  const isSuperAdmin = system_roles.includes('SUPER_ADMIN');
  // The main domain knows only system roles.
  if (!isSuperAdmin && organizationId !== undefined) {
    if (!roles) throw problem.unavailable(notSyncedYet);
    if (roles.length === 0) return undefined;
  }
  return { permissions: permissionsOfRoles([...system_roles, ...(roles ?? [])]), isSuperAdmin };
};

/** Formats role codes as a PostgreSQL array. */
const asArray = (codes: readonly string[] | null): string | null => codes && `{${codes.join(',')}}`;

/** An entry takes a few hundred bytes. */
const cachedMax = 10_000;

interface CachedRow extends FoundMember {
  member: MemberPermissions;
}

export interface MemberLookUp {
  /**
   * Finds a user's permissions. Super administrators have all of them in every organization. @returns undefined if
   * the membership has ended @throws 503 if the read model lacks the user, because svc-identity's event is not applied
   * yet
   */
  findPermissions(userId: number, organizationId: number | undefined): Promise<MemberPermissions | undefined>;
  findCachedMember: FindCachedMember;
}

/** Creates the lookup of members in the read model. */
export const createMemberLookUp = (db: Database): MemberLookUp => {
  const cache = new LRUCache<string, CachedRow>({ max: cachedMax });
  return {
    findPermissions: async (userId, organizationId) => {
      const [found] = await callFunction(db, (knex) =>
        knex.raw('select * from find_member(?, ?)', [userId, organizationId ?? null]),
      );
      const row = found as unknown as FoundMember;
      const key = `${organizationId}/${userId}`;
      cache.delete(key);
      const member = permissionsOf(row, organizationId);
      if (member) cache.set(key, { ...row, member });
      return member;
    },
    findCachedMember: (userId, organizationId) => {
      const cached = cache.get(`${organizationId}/${userId}`);
      return (
        cached && {
          member: cached.member,
          tenantScope: {
            organizationId,
            call: 'enter_as_member($1, $2, $3, $4)',
            values: [organizationId, userId, asArray(cached.system_roles), asArray(cached.roles)],
            isVerified: false,
          },
        }
      );
    },
  };
};
