import { type OrganizationRoleCode, permissionsOfRoles, type RoleCode } from '@obieg/contracts';
import type { Knex } from 'knex';
import { type Database, readOrganization } from '../database/database';
import type { Migration } from '../database/migrations';
import { createGlobalTable, createTenantTable } from '../database/tables';
import { defineReaction, type Reaction } from '../events/reaction';
import type { MemberPermissions } from '../http/guard';

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

/** Permissions from the read model; super administrators are at home everywhere. */
export const findMemberPermissions = async (
  db: Database,
  userId: number,
  organizationId: number | undefined,
): Promise<MemberPermissions | undefined> => {
  // On the main domain only system roles count; no organization ever gets this id, so no membership is found.
  const [rows = []] = await readOrganization(db, organizationId ?? Number.MAX_SAFE_INTEGER, (knex) => [
    knex('users as u')
      .leftJoin('memberships as m', 'm.user_id', 'u.id')
      .where('u.id', userId)
      .select('u.system_roles', 'm.roles'),
  ]);
  const row = rows[0] as { system_roles: RoleCode[]; roles: OrganizationRoleCode[] | null } | undefined;
  if (!row) return undefined;
  const isSuperAdmin = row.system_roles.includes('SUPER_ADMIN');
  const roles = row.roles ?? [];
  if (!isSuperAdmin && organizationId !== undefined && roles.length === 0) return undefined;
  return { permissions: permissionsOfRoles([...row.system_roles, ...roles]), isSuperAdmin };
};
