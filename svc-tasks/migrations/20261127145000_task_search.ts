import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const frequentVacuum = async (knex: Knex, table: string): Promise<void> => {
  const settings = ['autovacuum_vacuum_scale_factor', 'autovacuum_vacuum_insert_scale_factor'];
  await knex.raw(`alter table ${table} set (${settings.map((name) => `${name} = 0.05`).join(', ')})`);
};

const createTables = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'search_documents', (table) => {
    table.bigInteger('task_id').notNullable();
    table.specificType('kind', 'smallint').notNullable();
    // The comment's id; 0 for all other kinds.
    table.bigInteger('source_id').notNullable();
    table.specificType('content', 'text collate "C"').notNullable();
    table.primary(['organization_id', 'task_id', 'kind', 'source_id'], {
      constraintName: 'search_documents_pkey',
    });
  });
  await createTenantTable(knex, 'search_postings', (table) => {
    table.specificType('term', 'text collate "C"').notNullable();
    table.specificType('kind', 'smallint').notNullable();
    table.bigInteger('task_id').notNullable();
    table.primary(['organization_id', 'term', 'kind', 'task_id'], { constraintName: 'search_postings_pkey' });
  });
  await createTenantTable(knex, 'search_terms', (table) => {
    table.specificType('ending', 'text collate "C"').notNullable();
    table.specificType('term', 'text collate "C"').notNullable();
    table.primary(['organization_id', 'ending', 'term'], { constraintName: 'search_terms_pkey' });
  });
  await createTenantTable(
    knex,
    'search_queue',
    (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.bigInteger('task_id').notNullable();
      table.boolean('is_backfill').notNullable().defaultTo(false);
      table.primary(['organization_id', 'is_backfill', 'id'], { constraintName: 'search_queue_pkey' });
    },
    // The indexer finds the organizations with waiting tasks.
    { everyOrganization: true },
  );
  await createTenantTable(knex, 'search_backfills', () => undefined, { everyOrganization: true });
  await knex.raw('alter table search_backfills add primary key (organization_id)');
  for (const table of ['search_documents', 'search_postings']) await frequentVacuum(knex, table);
};

/** Columns whose text is searched. A trigger for other columns would also run for each transition. */
const triggers = [
  { table: 'tasks', column: 'id', updated: 'title, description, answers, author_email, deleted_at' },
  { table: 'comments', column: 'task_id', updated: 'content' },
  { table: 'attachments', column: 'task_id', updated: 'original_filename' },
];

const up = async (knex: Knex): Promise<void> => {
  await createTables(knex);
  for (const { table, column, updated } of triggers) {
    await knex.raw(`create function queue_${table}_for_search() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          insert into search_queue (organization_id, task_id) values (old.organization_id, old.${column});
        else
          insert into search_queue (organization_id, task_id) values (new.organization_id, new.${column});
        end if;
        return null;
      end $$`);
    await knex.raw(`create trigger queue_for_search after insert or delete or update of ${updated} on ${table}
      for each row execute function queue_${table}_for_search()`);
  }
};

const down = async (knex: Knex): Promise<void> => {
  for (const { table } of triggers) {
    await knex.raw(`drop trigger queue_for_search on ${table}`);
    await knex.raw(`drop function queue_${table}_for_search()`);
  }
  for (const table of ['backfills', 'queue', 'terms', 'postings', 'documents'])
    await knex.schema.dropTable(`search_${table}`);
};

/**
 * Adds the search index of tasks (ADR 0016). Triggers queue every task whose text changes, also by processes of the
 * last release, which do not write the index.
 */
export const taskSearchMigration: Migration = { name: '20261127145000_task_search', up, down };
