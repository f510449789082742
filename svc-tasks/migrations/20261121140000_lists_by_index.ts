import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const replaceAssigneeIndexes = async (knex: Knex, included: string): Promise<void> => {
  for (const column of ['assigned_user', 'assigned_group']) {
    await knex.raw(`drop index tasks_${column}`);
    await knex.raw(`create index tasks_${column} on tasks (organization_id, ${column}_id, id desc) ${included}
      where deleted_at is null and ${column}_id is not null`);
  }
};

/** Includes the status in the assignee indexes, so that index-only scans can count assigned tasks. */
export const listsByIndexMigration: Migration = {
  name: '20261121140000_lists_by_index',
  up: (knex) => replaceAssigneeIndexes(knex, 'include (status_id)'),
  down: (knex) => replaceAssigneeIndexes(knex, ''),
};
