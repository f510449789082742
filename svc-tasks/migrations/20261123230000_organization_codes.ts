import type { Migration } from '@obieg/service-kit';

/**
 * A gateway loads the organizations from svc-tasks if it starts while svc-identity is unavailable. Older rows have no
 * code name until svc-identity republishes the organizations. The response omits them until then.
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
