import type { Migration } from '@obieg/service-kit';

const own = 'organization_id = app_organization_id()';

/** Lets republishing list all organizations. The table contains only their names. */
export const everyOrganizationMigration: Migration = {
  name: '20261121080000_every_organization',
  up: async (knex) => {
    await knex.raw(`alter policy tenant on organizations using (${own} or app_every_organization())`);
  },
  down: async (knex) => {
    await knex.raw(`alter policy tenant on organizations using (${own})`);
  },
};
