import type { Migration } from '@obieg/service-kit';

/**
 * Adds the forms in which names are compared, and the name of a member whose chosen one another member has. A process
 * of an earlier release changes names without their forms; the trigger then removes them, and svc-identity computes
 * them again.
 */
export const nameSkeletonsMigration: Migration = {
  name: '20261128090000_name_skeletons',
  up: async (knex) => {
    await knex.raw(`alter table users add column username_skeleton text, add column username_skeletons text[],
      add column display_skeletons text[]`);
    await knex.raw('alter table memberships add column shown_name text');
    await knex.raw(`create function forget_name_skeletons() returns trigger language plpgsql as $$
      begin
        new.username_skeleton := null;
        new.username_skeletons := null;
        new.display_skeletons := null;
        return new;
      end $$`);
    await knex.raw(`create trigger forget_name_skeletons before update of username, display_name on users
      for each row when (
        (new.username is distinct from old.username and new.username_skeletons is not distinct from old.username_skeletons)
        or (new.display_name is distinct from old.display_name
            and new.display_skeletons is not distinct from old.display_skeletons))
      execute function forget_name_skeletons()`);
  },
  down: async (knex) => {
    await knex.raw('drop trigger forget_name_skeletons on users');
    await knex.raw('drop function forget_name_skeletons()');
    await knex.raw('alter table memberships drop column shown_name');
    await knex.raw(`alter table users drop column display_skeletons, drop column username_skeletons,
      drop column username_skeleton`);
  },
};
