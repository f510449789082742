import type { Migration } from '@obieg/service-kit';

const own = 'organization_id = app_organization_id()';

/** Republishing asks which organizations there are; their names are all that this table holds. */
export const everyOrganizationMigration: Migration = {
  name: '20261121080000_every_organization',
  up: async (knex) => {
    await knex.raw(`alter policy tenant on organizations using (${own} or app_every_organization())`);
  },
  down: async (knex) => {
    await knex.raw(`alter policy tenant on organizations using (${own})`);
  },
};
