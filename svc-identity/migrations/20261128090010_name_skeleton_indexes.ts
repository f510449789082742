import type { Migration } from '@obieg/service-kit';

const indexes: Record<string, string> = {
  users_username_skeletons: 'on users using gin (username_skeletons)',
  users_display_skeletons: 'on users using gin (display_skeletons)',
  users_without_skeletons: 'on users (id) where username_skeletons is null',
};

/** Indexes for the comparison of names, and for the accounts whose names are not compared yet. */
export const nameSkeletonIndexesMigration: Migration = {
  name: '20261128090010_name_skeleton_indexes',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists users_username_skeleton_key');
    await knex.raw(
      'create unique index concurrently if not exists users_username_skeleton_key on users (username_skeleton)',
    );
    for (const [name, definition] of Object.entries(indexes)) {
      await knex.raw(`drop index concurrently if exists ${name}`);
      await knex.raw(`create index concurrently if not exists ${name} ${definition}`);
    }
  },
  down: async (knex) => {
    for (const name of [...Object.keys(indexes), 'users_username_skeleton_key'])
      await knex.raw(`drop index concurrently if exists ${name}`);
  },
};
