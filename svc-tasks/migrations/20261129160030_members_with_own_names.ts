import type { Migration } from '@obieg/service-kit';

/** Finds the few members who have their own name in the organization, for each person of a list. */
export const membersWithOwnNamesMigration: Migration = {
  name: '20261129160030_members_with_own_names',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists members_with_own_names');
    await knex.raw(`create index concurrently if not exists members_with_own_names
      on memberships (organization_id, user_id) include (shown_name) where shown_name is not null`);
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists members_with_own_names');
  },
};
