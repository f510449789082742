import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const everyOrganization = { everyOrganization: true };

const frequentVacuum = async (knex: Knex, table: string): Promise<void> => {
  const settings = ['autovacuum_vacuum_scale_factor', 'autovacuum_vacuum_insert_scale_factor'];
  await knex.raw(`alter table ${table} set (${settings.map((name) => `${name} = 0.05`).join(', ')})`);
};

const createAudiences = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'search_audiences', (table) => {
    table.specificType('id', 'int generated always as identity').notNullable();
    table.specificType('key', 'text collate "C"').notNullable();
    table.primary(['organization_id', 'id'], { constraintName: 'search_audiences_pkey' });
    table.unique(['organization_id', 'key'], { indexName: 'search_audiences_key' });
  });
  await createTenantTable(knex, 'search_readers', (table) => {
    table.specificType('principal', 'text collate "C"').notNullable();
    table.integer('audience_id').notNullable();
    // A reader needs a principal of each side.
    table.specificType('side', 'smallint').notNullable();
    table.specificType('sides', 'smallint').notNullable();
    table.primary(['organization_id', 'principal', 'audience_id', 'side'], {
      constraintName: 'search_readers_pkey',
    });
    table.index(['organization_id', 'audience_id'], 'search_readers_audience');
  });
};

const createIndex = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'search_texts', (table) => {
    table.bigInteger('task_id').notNullable();
    // The comment's id; 0 for all other kinds.
    table.bigInteger('source_id').notNullable();
    table.specificType('kind', 'smallint').notNullable();
    table.specificType('audience_ids', 'int[]').notNullable();
    // Answers only: the parameter of each line of the content.
    table.specificType('parameter_ids', 'bigint[]');
    table.specificType('content', 'text collate "C"').notNullable();
    table.primary(['organization_id', 'task_id', 'kind', 'source_id'], {
      constraintName: 'search_texts_pkey',
    });
  });
  await createTenantTable(knex, 'search_entries', (table) => {
    table.bigInteger('task_id').notNullable();
    table.integer('audience_id').notNullable();
    table.specificType('rank', 'smallint').notNullable();
    table.specificType('term', 'text collate "C"').notNullable();
    table.primary(['organization_id', 'audience_id', 'term', 'rank', 'task_id'], {
      constraintName: 'search_entries_pkey',
    });
  });
  await createTenantTable(knex, 'search_numbers', (table) => {
    table.bigInteger('public_task_id').notNullable();
    table.bigInteger('task_id').notNullable();
    table.integer('audience_id').notNullable();
    table.primary(['organization_id', 'audience_id', 'public_task_id'], {
      constraintName: 'search_numbers_pkey',
    });
  });
  await createTenantTable(knex, 'search_endings', (table) => {
    table.integer('audience_id').notNullable();
    // Set for the row whose ending is the whole term: all endings of the term exist.
    table.boolean('is_complete').notNullable();
    table.specificType('ending', 'text collate "C"').notNullable();
    table.specificType('term', 'text collate "C"').notNullable();
    table.primary(['organization_id', 'audience_id', 'ending', 'term'], {
      constraintName: 'search_endings_pkey',
    });
  });
  await createTenantTable(knex, 'search_usage', (table) => {
    table.bigInteger('endings').notNullable();
    table.primary(['organization_id'], { constraintName: 'search_usage_pkey' });
  });
  for (const table of ['search_texts', 'search_entries']) await frequentVacuum(knex, table);
};

const createQueue = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'search_changes',
    (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.bigInteger('task_id').notNullable();
      // 0: the task's own texts. Null: these and all comments, because their readers changed.
      table.bigInteger('comment_id');
      table.boolean('is_backfill').notNullable().defaultTo(false);
      table.primary(['organization_id', 'is_backfill', 'id'], { constraintName: 'search_changes_pkey' });
    },
    everyOrganization,
  );
  await createTenantTable(knex, 'search_builds', () => undefined, everyOrganization);
  await knex.raw('alter table search_builds add primary key (organization_id)');
};

/** Queues the task or comment of a changed row. `comment` is the SQL of `search_changes.comment_id`. */
const createFunction = (knex: Knex, name: string, { task, comment }: { task: string; comment: string }) =>
  knex.raw(`create function queue_search_of_${name}() returns trigger language plpgsql as $$
    declare changed record;
    begin
      if tg_op = 'DELETE' then changed := old; else changed := new; end if;
      insert into search_changes (organization_id, task_id, comment_id)
      values (changed.organization_id, changed.${task}, ${comment});
      return null;
    end $$`);

const isAnyChanged = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

const taskTexts = ['title', 'description', 'answers', 'author_email', 'deleted_at', 'public_task_id'];
const taskReaders = ['author_user_id', 'author_email', 'assigned_user_id', 'assigned_group_id'];

/** Queues each task of a statement once. */
const createReadersFunction = (knex: Knex) =>
  knex.raw(`create function queue_search_of_task_readers() returns trigger language plpgsql as $$
    begin
      insert into search_changes (organization_id, task_id)
      select distinct organization_id, task_id from changed;
      return null;
    end $$`);

/** Triggers by name: the table, the function and when it runs. */
const triggers: Record<string, { table: string; function: string; when: string }> = {
  search_inserted: { table: 'tasks', function: 'task', when: 'after insert or delete' },
  search_changed: {
    table: 'tasks',
    function: 'task',
    when: `after update of ${taskTexts.join(', ')}`,
  },
  search_readers_changed: {
    table: 'tasks',
    function: 'readers',
    when: `after update of is_restricted, ${taskReaders.join(', ')}`,
  },
  search_reader_added: {
    table: 'task_readers',
    function: 'task_readers',
    when: 'after insert',
  },
  search_reader_removed: {
    table: 'task_readers',
    function: 'task_readers',
    when: 'after delete',
  },
  search_of_comments: {
    table: 'comments',
    function: 'comment',
    when: 'after insert or delete or update of content, is_visible_to_author, visible_user_ids, visible_group_ids',
  },
  search_of_files: {
    table: 'attachments',
    function: 'file',
    when: 'after insert or delete or update of original_filename',
  },
};

const ofRows = 'for each row';

/** Statements that mention a column without changing it, and assignments of unrestricted tasks, queue nothing. */
const scopes: Record<string, string> = {
  search_reader_added: 'referencing new table as changed for each statement',
  search_reader_removed: 'referencing old table as changed for each statement',
  search_changed: `${ofRows} when (${isAnyChanged(taskTexts)})`,
  search_readers_changed: `${ofRows} when (old.is_restricted is distinct from new.is_restricted
    or (new.is_restricted and (${isAnyChanged(taskReaders)})))`,
};

const functions: Record<string, { task: string; comment: string }> = {
  task: { task: 'id', comment: '0' },
  readers: { task: 'id', comment: 'null' },
  comment: { task: 'task_id', comment: 'changed.id' },
  file: { task: 'task_id', comment: '0' },
};

const up = async (knex: Knex): Promise<void> => {
  await createAudiences(knex);
  await createIndex(knex);
  await createQueue(knex);
  for (const [name, columns] of Object.entries(functions)) await createFunction(knex, name, columns);
  await createReadersFunction(knex);
  for (const [name, trigger] of Object.entries(triggers))
    await knex.raw(`create trigger ${name} ${trigger.when} on ${trigger.table}
      ${scopes[name] ?? ofRows} execute function queue_search_of_${trigger.function}()`);
};

const down = async (knex: Knex): Promise<void> => {
  for (const [name, { table }] of Object.entries(triggers))
    await knex.raw(`drop trigger ${name} on ${table}`);
  for (const name of [...Object.keys(functions), 'task_readers'])
    await knex.raw(`drop function queue_search_of_${name}()`);
  const tables = [
    'builds',
    'changes',
    'usage',
    'endings',
    'numbers',
    'entries',
    'texts',
    'readers',
    'audiences',
  ];
  for (const name of tables) await knex.schema.dropTable(`search_${name}`);
};

/**
 * Adds the search index whose entries name their readers (ADR 0024). Triggers queue each text and each change of its
 * readers, also those of the last release, which keeps its own index: `search_documents`, `search_postings`,
 * `search_terms`, `search_queue` and `search_backfills`. `former_search` drops these tables with their triggers.
 */
export const searchByAudienceMigration: Migration = { name: '20261128210000_search_by_audience', up, down };
