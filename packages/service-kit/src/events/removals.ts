import type { Knex } from 'knex';
import { type Database, withTransaction } from '../database/database';
import type { Migration } from '../database/migrations';
import { createGlobalTable } from '../database/tables';

const up = async (knex: Knex): Promise<void> => {
  await createGlobalTable(
    knex,
    'removals',
    (table) => {
      table.text('aggregate').primary();
      table.bigInteger('version').notNullable();
      table.uuid('event_id').notNullable();
      table.text('subject').notNullable();
      table.jsonb('envelope').notNullable();
    },
    { grants: ['select', 'insert', 'update'] },
  );
  await knex.raw(`create function keep_removal() returns trigger language plpgsql as $$
    begin
      insert into removals (aggregate, version, event_id, subject, envelope)
      values (
        concat_ws('/', new.subject, new.envelope ->> 'organizationid', new.envelope ->> 'subject'),
        (new.envelope ->> 'aggregateversion')::bigint, new.event_id, new.subject, new.envelope
      )
      on conflict (aggregate) do update
        set version = excluded.version, event_id = excluded.event_id, envelope = excluded.envelope
        where removals.version < excluded.version;
      return null;
    end $$`);
  await knex.raw(`create trigger outbox_keep_removal after insert on outbox for each row
    when (new.subject like '%.deleted') execute function keep_removal()`);
};

const down = async (knex: Knex): Promise<void> => {
  await knex.raw('drop trigger outbox_keep_removal on outbox');
  await knex.raw('drop function keep_removal()');
  await knex.schema.dropTable('removals');
};

/**
 * Creates the table of the last `…deleted` event of each aggregate. A deleted aggregate has no row that could be
 * republished.
 */
export const removalsMigration: Migration = { name: '20261123010000_removals', up, down };

/**
 * Republishes every recorded deletion with its original id and version. Consumers that know it, or a newer event,
 * ignore it, so no lock is needed. Part of an owner's `republish`.
 */
export const republishRemovals = (db: Database): Promise<void> =>
  withTransaction(db, async (tx) => {
    await tx.raw(`insert into outbox (event_id, subject, envelope)
      select event_id, subject, envelope from removals order by version on conflict do nothing`);
  });
