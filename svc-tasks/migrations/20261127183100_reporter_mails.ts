import { createTenantTable, type Migration } from '@obieg/service-kit';
import { addMailQueueColumns } from '@obieg/service-kit/mail';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';
// The mailer, the batches and the sweeper work on all organizations.
const everyOrganization = { everyOrganization: true };

const belongsToTask = (table: Knex.CreateTableBuilder, name: string): void => {
  table.bigInteger('task_id').notNullable();
  table.foreign(['organization_id', 'task_id'], name).references(['organization_id', 'id']).inTable('tasks');
};

const createMails = async (knex: Knex): Promise<void> => {
  // Without content: each attempt composes the mail from what its recipient may read then.
  await createTenantTable(
    knex,
    'mail_queue',
    (table) => {
      addMailQueueColumns(knex, table);
      table.text('kind').notNullable();
      table.bigInteger('task_id');
      table.bigInteger('user_id');
    },
    everyOrganization,
  );
  await createTenantTable(
    knex,
    'mail_keys',
    (table) => {
      table.text('key_hash').notNullable();
      table.text('email').notNullable();
      table.text('kind').notNullable();
      table.specificType('reasons', 'text[]').notNullable();
      table.bigInteger('task_id');
      table.bigInteger('user_id');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'key_hash'], { constraintName: 'mail_keys_pkey' });
      table.index(['organization_id', 'email', 'created_at'], 'mail_keys_email');
      table.index(['created_at'], 'mail_keys_created_at');
    },
    everyOrganization,
  );
  await createTenantTable(knex, 'mail_stops', (table) => {
    table.text('email').notNullable();
    table.text('reason');
    table.bigInteger('task_id');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.raw(`create unique index mail_stops_key on mail_stops (organization_id, email, reason, task_id)
    nulls not distinct`);
  await createTenantTable(knex, 'reporter_languages', (table) => {
    table.text('email').notNullable();
    table.text('language').notNullable();
    table.primary(['organization_id', 'email'], { constraintName: 'reporter_languages_pkey' });
  });
};

const createNews = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'reporter_news',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsToTask(table, 'reporter_news_task_fkey');
      table.text('kind').notNullable();
      // Id of the entry of the status history, or of the comment.
      table.bigInteger('entry_id').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      // Null until a mail takes the news.
      table.bigInteger('mail_id');
      table.primary(['organization_id', 'id'], { constraintName: 'reporter_news_pkey' });
      table.index(['organization_id', 'mail_id'], 'reporter_news_mail');
      table.index(['created_at'], 'reporter_news_created_at');
    },
    everyOrganization,
  );
  await knex.raw(
    'create index reporter_news_waiting on reporter_news (organization_id, task_id) where mail_id is null',
  );
};

const createLinks = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'reporter_links',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsToTask(table, 'reporter_links_task_fkey');
      table.bigInteger('user_id').notNullable();
      table.text('key_hash').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('expires_at').notNullable();
      table.timestamp('revoked_at');
      table.primary(['organization_id', 'id'], { constraintName: 'reporter_links_pkey' });
      table.unique(['organization_id', 'key_hash'], { indexName: 'reporter_links_key' });
      table.index(['organization_id', 'task_id'], 'reporter_links_task');
      table.index(['expires_at'], 'reporter_links_expires_at');
    },
    everyOrganization,
  );
  await createTenantTable(
    knex,
    'reporter_sessions',
    (table) => {
      table.text('token_hash').notNullable();
      table.bigInteger('link_id').notNullable();
      table
        .foreign(['organization_id', 'link_id'], 'reporter_sessions_link_fkey')
        .references(['organization_id', 'id'])
        .inTable('reporter_links')
        .onDelete('cascade');
      table.timestamp('expires_at').notNullable();
      table.primary(['organization_id', 'token_hash'], { constraintName: 'reporter_sessions_pkey' });
      table.index(['organization_id', 'link_id'], 'reporter_sessions_link');
      table.index(['expires_at'], 'reporter_sessions_expires_at');
    },
    everyOrganization,
  );
};

/**
 * Finds the reporter of a task who receives news: its author, with a verified address and without BASE. Members
 * receive notifications instead.
 */
const createReporterFunction = async (knex: Knex): Promise<void> => {
  await knex.raw(`create function find_informed_reporter(organization bigint, task bigint) returns bigint
    language sql stable as $$
    select u.id
      from tasks t
      join users u on u.id = coalesce(
        t.author_user_id, (select a.id from users a where lower(a.email) = t.author_email limit 1))
      join memberships m on m.organization_id = t.organization_id and m.user_id = u.id
     where t.organization_id = organization and t.id = task and t.deleted_at is null
       and m.is_email_verified and m.roles = array['REPORTER'] and u.system_roles = '{}' $$`);
};

/** A trigger also records what bulk actions, and processes of the last release, write. */
const triggers = [
  {
    table: 'status_history',
    kind: 'STATUS',
    // A visitor submitted the task.
    condition: 'new.changed_by_user_id is not null',
    writer: 'new.changed_by_user_id',
  },
  {
    table: 'comments',
    kind: 'COMMENT',
    condition: 'new.is_visible_to_author',
    writer: 'new.author_user_id',
  },
];

const createTriggers = async (knex: Knex): Promise<void> => {
  for (const { table, kind, condition, writer } of triggers) {
    await knex.raw(`create function record_${table}_for_reporter() returns trigger language plpgsql as $$
      declare reporter bigint := find_informed_reporter(new.organization_id, new.task_id);
      begin
        if reporter <> ${writer} then
          insert into reporter_news (organization_id, task_id, kind, entry_id)
          values (new.organization_id, new.task_id, '${kind}', new.id);
        end if;
        return null;
      end $$`);
    await knex.raw(`create trigger record_for_reporter after insert on ${table}
      for each row when (${condition}) execute function record_${table}_for_reporter()`);
  }
};

const tables = [
  'reporter_sessions',
  'reporter_links',
  'reporter_news',
  'reporter_languages',
  'mail_stops',
  'mail_keys',
  'mail_queue',
];

/** Adds the mail queue, news of reporters and the links in their mails (ADR 0021). */
export const reporterMailsMigration: Migration = {
  name: '20261127183100_reporter_mails',
  up: async (knex) => {
    await createMails(knex);
    await createNews(knex);
    await createLinks(knex);
    await createReporterFunction(knex);
    await createTriggers(knex);
  },
  down: async (knex) => {
    for (const { table } of triggers) {
      await knex.raw(`drop trigger record_for_reporter on ${table}`);
      await knex.raw(`drop function record_${table}_for_reporter()`);
    }
    await knex.raw('drop function find_informed_reporter(bigint, bigint)');
    for (const table of tables) await knex.schema.dropTable(table);
  },
};
