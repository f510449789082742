import type { Knex } from 'knex';
import type { Migration } from './migrations';
import { appRoleOf, createGlobalTable } from './tables';

const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`create function app_organization_id() returns bigint language sql stable parallel safe as
    $$ select nullif(current_setting('app.organization_id', true), '')::bigint $$`);
  await knex.raw(`create function app_every_organization() returns boolean language sql stable parallel safe as
    $$ select coalesce(current_setting('app.every_organization', true), '') = 'on' $$`);
  await knex.raw('create sequence aggregate_version');
  await knex.raw('grant usage on sequence aggregate_version to ??', [await appRoleOf(knex)]);

  await createGlobalTable(knex, 'outbox', (table) => {
    table.specificType('id', 'bigint generated always as identity').primary();
    table.uuid('event_id').notNullable().unique('outbox_event_id_key');
    table.text('subject').notNullable();
    table.jsonb('envelope').notNullable();
  });
  await createNotify(knex);

  await createGlobalTable(knex, 'inbox', (table) => {
    table.text('consumer').notNullable();
    table.uuid('event_id').notNullable();
    table.timestamp('handled_at').notNullable().defaultTo(knex.fn.now());
    table.primary(['consumer', 'event_id'], { constraintName: 'inbox_pkey' });
    table.index(['handled_at'], 'inbox_handled_at');
  });
  await createGlobalTable(knex, 'applied_versions', (table) => {
    table.text('aggregate').primary();
    table.bigInteger('version').notNullable();
  });
};

const down = async (knex: Knex): Promise<void> => {
  for (const table of ['applied_versions', 'inbox', 'outbox']) await knex.schema.dropTable(table);
  await knex.raw('drop function outbox_notify()');
  await knex.raw('drop sequence aggregate_version');
  await knex.raw('drop function app_every_organization()');
  await knex.raw('drop function app_organization_id()');
};

/** First migration of every service: tenancy functions, outbox, inbox, versions. */
export const serviceKitMigration: Migration = { name: '20261121000000_service_kit', up, down };

const createNotify = async (knex: Knex): Promise<void> => {
  await knex.raw(`create function outbox_notify() returns trigger language plpgsql as
    $$ begin perform pg_notify('outbox', ''); return null; end $$`);
  await knex.raw(
    'create trigger outbox_notify after insert on outbox for each statement execute function outbox_notify()',
  );
};

/**
 * Drops the notification trigger, because PostgreSQL serializes commits that notify. A process wakes its own relay
 * instead.
 */
export const quietOutboxMigration: Migration = {
  name: '20261121130000_quiet_outbox',
  up: async (knex) => {
    await knex.raw('drop trigger outbox_notify on outbox');
    await knex.raw('drop function outbox_notify()');
  },
  down: createNotify,
};
