import type { Migration } from '@obieg/service-kit';

/**
 * The gateway asks here for the organizations where it starts while svc-identity is away. Organizations of before this
 * migration have no code name until svc-identity tells of them again (`republish`): they are left out until then.
 */
export const organizationCodesMigration: Migration = {
  name: '20261123230000_organization_codes',
  up: async (knex) => {
    await knex.raw('alter table organizations add column code_name text');
  },
  down: async (knex) => {
    await knex.raw('alter table organizations drop column code_name');
  },
};
