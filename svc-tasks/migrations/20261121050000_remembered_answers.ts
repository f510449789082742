import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const live = 'where deleted_at is null';

/** Recreates the indexes that list the tasks of one user or group, newest first. */
const replaceAssigneeIndexes = async (knex: Knex, condition: (column: string) => string): Promise<void> => {
  for (const column of ['assigned_user', 'assigned_group']) {
    await knex.raw(`drop index tasks_${column}`);
    await knex.raw(
      `create index tasks_${column} on tasks (organization_id, ${column}_id, id desc) ${live}${condition(column)}`,
    );
  }
};

const up = async (knex: Knex): Promise<void> => {
  await replaceAssigneeIndexes(knex, (column) => ` and ${column}_id is not null`);
  await knex.raw(
    `create index tasks_author_user on tasks (organization_id, author_user_id, id desc) ${live} and author_user_id is not null`,
  );
  await knex.raw(
    `create index tasks_author_email on tasks (organization_id, author_email, id desc) ${live} and author_user_id is null`,
  );
  await knex.raw('create index users_email on users (lower(email))');

  // Nullable, because replicas of the previous version insert keys without it during a rollout.
  await knex.schema.alterTable('idempotency_keys', (table) => {
    table.jsonb('answer');
    table.index(['created_at'], 'idempotency_keys_age');
  });
  await knex.raw(
    'alter policy tenant on idempotency_keys using (organization_id = app_organization_id() or app_every_organization())',
  );
};

const down = async (knex: Knex): Promise<void> => {
  await knex.raw('alter policy tenant on idempotency_keys using (organization_id = app_organization_id())');
  await knex.schema.alterTable('idempotency_keys', (table) => {
    table.dropIndex(['created_at'], 'idempotency_keys_age');
    table.dropColumn('answer');
  });
  for (const index of ['users_email', 'tasks_author_email', 'tasks_author_user'])
    await knex.raw('drop index ??', [index]);
  await replaceAssigneeIndexes(knex, () => '');
};

/**
 * Stores whole responses with idempotency keys, lets a sweep delete those of all organizations, and indexes authors.
 */
export const rememberedAnswersMigration: Migration = { name: '20261121050000_remembered_answers', up, down };
