import type { Migration } from '@obieg/service-kit';

const restricted = '(case when deleted_at is null then is_restricted else false end)';

/** The keys by which lists found the restricted tasks of a reader. */
const indexes: Readonly<Record<string, string>> = {
  restricted_tasks_of_author: `tasks (organization_id, author_user_id, id)
    where ${restricted} and author_user_id is not null`,
  restricted_tasks_of_address: `tasks (organization_id, author_email, id)
    where ${restricted} and author_email is not null and author_user_id is null`,
  restricted_tasks_of_user: `tasks (organization_id, assigned_user_id, id)
    where ${restricted} and assigned_user_id is not null`,
  restricted_tasks_of_group: `tasks (organization_id, assigned_group_id, id)
    where ${restricted} and assigned_group_id is not null`,
  task_readers_reader: 'task_readers (organization_id, kind, reader_id, task_id)',
};

/** Drops the indexes that `restricted_tasks` replaces. No release has read them. */
export const readerKeysDroppedMigration: Migration = {
  name: '20261129200020_reader_keys_dropped',
  config: { transaction: false },
  up: async (knex) => {
    for (const name of Object.keys(indexes)) await knex.raw(`drop index concurrently if exists ${name}`);
  },
  down: async (knex) => {
    for (const [name, definition] of Object.entries(indexes)) {
      await knex.raw(`drop index concurrently if exists ${name}`);
      await knex.raw(`create index concurrently if not exists ${name} on ${definition}`);
    }
  },
};
