import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const up = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'calendar_keys', (table) => {
    table.bigInteger('user_id').notNullable();
    table.text('key_hash').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at');
    table.primary(['organization_id', 'user_id'], { constraintName: 'calendar_keys_pkey' });
    table.unique(['organization_id', 'key_hash'], { indexName: 'calendar_keys_key' });
  });
  // A member who returns must not find a key that worked before.
  await knex.raw(`create function delete_calendar_key() returns trigger language plpgsql as $$
    begin
      delete from calendar_keys where organization_id = new.organization_id and user_id = new.user_id;
      return null;
    end $$`);
  await knex.raw(`create trigger delete_calendar_key after update on memberships
    for each row when (cardinality(new.roles) = 0) execute function delete_calendar_key()`);
};

/** Adds the keys of calendar feeds: one of a person in an organization. The end of the membership deletes it. */
export const calendarKeysMigration: Migration = {
  name: '20261129233000_calendar_keys',
  up,
  down: async (knex) => {
    await knex.raw('drop trigger delete_calendar_key on memberships');
    await knex.raw('drop function delete_calendar_key()');
    await knex.schema.dropTable('calendar_keys');
  },
};
