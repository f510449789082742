import type { Migration } from '@obieg/service-kit';

/**
 * Indexes for 20,000 members and 2,000 groups. A search either starts from rare text, or scans in display order until
 * the page is full.
 */
export const manyPeopleMigration: Migration = {
  name: '20261121113000_many_people',
  up: async (knex) => {
    await knex.raw('create extension if not exists pg_trgm');
    await knex.raw('create index users_search on users using gin (search_text gin_trgm_ops)');
    await knex.raw('create index users_by_username on users ((username collate "pl-x-icu"), id)');
    await knex.raw(
      `create index memberships_admins on memberships (organization_id, user_id) where 'ORG_ADMIN' = any(roles)`,
    );
    await knex.raw('create index group_members_user on group_members (organization_id, user_id)');
    await knex.raw('create index groups_parent on groups (organization_id, parent_group_id)');
    await knex.raw(
      'create index sessions_organization on sessions (organization_id) where revoked_at is null',
    );
    await knex.raw('create index sessions_revoked on sessions (expires_at) where revoked_at is not null');
  },
  down: async (knex) => {
    for (const index of [
      'sessions_revoked',
      'sessions_organization',
      'groups_parent',
      'group_members_user',
      'memberships_admins',
      'users_by_username',
      'users_search',
    ])
      await knex.raw('drop index ??', [index]);
    await knex.raw('drop extension pg_trgm');
  },
};
