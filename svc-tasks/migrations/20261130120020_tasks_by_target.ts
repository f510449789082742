import type { Migration } from '@obieg/service-kit';

/** The expression of the order, as that of due dates. */
const nextTarget = `(case when next_target_at is null then timestamptz '9999-12-31 00:00:00+00' else next_target_at end)`;
const keys: Readonly<Record<string, { columns: string; condition: string }>> = {
  by_next_target: { columns: `${nextTarget}, id`, condition: 'next_target_at is not null' },
  by_target_soon: { columns: 'target_soon_at, id', condition: 'target_soon_at is not null' },
  by_missed_target: { columns: 'id', condition: 'is_target_missed' },
};

/** As in all indexes of unrestricted tasks. */
const isLive = '(case when deleted_at is null then not is_restricted else false end)';

const indexes = Object.entries(keys).map(([key, { columns, condition }]) => ({
  name: `unrestricted_tasks_${key}`,
  definition: `tasks (organization_id, ${columns}) where ${condition} and ${isLive}`,
}));

/** Indexes tasks by their targets. Tasks without targets are in none of the indexes. */
export const tasksByTargetMigration: Migration = {
  name: '20261130120020_tasks_by_target',
  config: { transaction: false },
  up: async (knex) => {
    for (const { name, definition } of indexes) {
      // An interrupted build leaves an invalid index.
      await knex.raw(`drop index concurrently if exists ${name}`);
      await knex.raw(`create index concurrently if not exists ${name} on ${definition}`);
    }
  },
  down: async (knex) => {
    for (const { name } of indexes) await knex.raw(`drop index concurrently if exists ${name}`);
  },
};
