import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const createIndex = (knex: Knex, name: string, columns: string): Promise<unknown> =>
  knex.raw(`create index ${name} on tasks (organization_id, ${columns}, id) where deleted_at is null`);

const replacePriorityIndex = async (knex: Knex, rank: string): Promise<void> => {
  await knex.raw('drop index tasks_by_priority');
  await createIndex(knex, 'tasks_by_priority', `(${rank})`);
};

const up = async (knex: Knex): Promise<void> => {
  await replacePriorityIndex(
    knex,
    `case priority when 'LOWEST' then 1 when 'LOW' then 2 when 'NORMAL' then 3 when 'HIGH' then 4 when 'HIGHEST' then 5 end`,
  );
  await createIndex(knex, 'tasks_by_status', 'status_id');
  await createIndex(
    knex,
    'tasks_by_assignee',
    `(case when assigned_user_id is null then 0 else assigned_user_id end),
     (case when assigned_group_id is null then 0 else assigned_group_id end)`,
  );
  await createIndex(
    knex,
    'tasks_by_author',
    `((case when author_email is null then '' else author_email end) collate "pl-x-icu")`,
  );
};

const down = async (knex: Knex): Promise<void> => {
  for (const index of ['tasks_by_author', 'tasks_by_assignee', 'tasks_by_status'])
    await knex.raw('drop index ??', [index]);
  await replacePriorityIndex(
    knex,
    `array_position(array['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'], priority)`,
  );
};

/**
 * Indexes lists by status, assignee and author. These indexes and the new priority index use only leak-proof
 * expressions, so that row-level security permits index conditions for the start of a page.
 */
export const listsInOrderMigration: Migration = { name: '20261121150000_lists_in_order', up, down };
