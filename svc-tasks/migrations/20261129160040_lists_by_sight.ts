import type { Migration } from '@obieg/service-kit';

/** The conditions of `isForAllMembers` and `isForNamedReaders` in task-sources.ts. */
const unrestricted = '(case when deleted_at is null then not is_restricted else false end)';
const restricted = '(case when deleted_at is null then is_restricted else false end)';

const orElse = (column: string, other: string): string =>
  `(case when ${column} is null then ${other} else ${column} end)`;
const priorityRank = `(case priority when 'LOWEST' then 1 when 'LOW' then 2 when 'NORMAL' then 3
  when 'HIGH' then 4 when 'HIGHEST' then 5 end)`;

/** The keys of lists, which exclude every restricted task. */
const listKeys: Readonly<Record<string, string>> = {
  by_number: 'public_task_id, id',
  by_age: 'id',
  by_title: '(title collate "pl-x-icu"), id',
  by_status: 'status_id, id',
  by_priority: `${priorityRank}, id`,
  by_assignee: `${orElse('assigned_user_id', '0')}, ${orElse('assigned_group_id', '0')}, id`,
  by_author: `(${orElse('author_email', `''`)} collate "pl-x-icu"), id`,
  by_creation: 'created_at, id',
  by_update: 'updated_at, id',
  by_due_date: `${orElse('due_at', `timestamptz '9999-12-31 00:00:00+00'`)}, id`,
};

/** The keys by which a reader finds the restricted tasks that they may see. */
const readerKeys: Readonly<Record<string, string>> = {
  of_author: 'author_user_id',
  of_address: 'author_email',
  of_user: 'assigned_user_id',
  of_group: 'assigned_group_id',
};

const indexes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(listKeys).map(([name, columns]) => [
      `unrestricted_tasks_${name}`,
      `tasks (organization_id, ${columns}) where ${unrestricted}`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(readerKeys).map(([name, column]) => [
      `restricted_tasks_${name}`,
      `tasks (organization_id, ${column}, id) where ${restricted} and ${column} is not null${
        column === 'author_email' ? ' and author_user_id is null' : ''
      }`,
    ]),
  ),
  task_readers_reader: 'task_readers (organization_id, kind, reader_id, task_id)',
};

/**
 * Indexes unrestricted tasks by the keys of lists and restricted tasks by their readers, so that a list reads no task
 * that its caller may not see. The former indexes stay: callers with very many restricted tasks and the last release
 * read them.
 */
export const listsBySightMigration: Migration = {
  name: '20261129160040_lists_by_sight',
  config: { transaction: false },
  up: async (knex) => {
    for (const [name, definition] of Object.entries(indexes)) {
      // An interrupted build leaves an invalid index.
      await knex.raw(`drop index concurrently if exists ${name}`);
      await knex.raw(`create index concurrently if not exists ${name} on ${definition}`);
    }
  },
  down: async (knex) => {
    for (const name of Object.keys(indexes)) await knex.raw(`drop index concurrently if exists ${name}`);
  },
};
