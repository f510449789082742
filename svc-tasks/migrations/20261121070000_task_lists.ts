import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const live = 'where deleted_at is null';
const priorityRank = `array_position(array['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'], priority)`;

const up = async (knex: Knex): Promise<void> => {
  // PL/pgSQL caches the plan per session. Planning the recursion took longer than executing it.
  await knex.raw(`create function effective_groups(reader bigint, roles text[]) returns bigint[]
    language plpgsql stable parallel safe as $$
    begin
      return array(
        with recursive effective as (
          select g.id, g.parent_group_id
            from group_members m join groups g on g.organization_id = m.organization_id and g.id = m.group_id
           where m.user_id = reader and m.role = any(roles) and g.deleted_at is null
          union
          select p.id, p.parent_group_id
            from effective e join groups p on p.id = e.parent_group_id and p.deleted_at is null
        ) select id from effective);
    end $$`);
  // Folded once, when the task is written. A search then compares bytes.
  await knex.raw(`alter table tasks add column search_text text generated always as (
    translate(lower((public_task_id::text || ' ' || title || ' ' || coalesce(description, '')) collate "pl-x-icu"),
      'ąćęłńóśźż', 'acelnoszz')) stored`);
  await knex.raw(
    `create index tasks_by_title on tasks (organization_id, (title collate "pl-x-icu"), id) ${live}`,
  );
  await knex.raw(`create index tasks_by_priority on tasks (organization_id, (${priorityRank}), id) ${live}`);
};

const down = async (knex: Knex): Promise<void> => {
  for (const index of ['tasks_by_priority', 'tasks_by_title']) await knex.raw('drop index ??', [index]);
  await knex.raw('alter table tasks drop column search_text');
  await knex.raw('drop function effective_groups(bigint, text[])');
};

/**
 * Adds what task lists need:
 * - a function for a user's groups and their parent groups
 * - a generated search text without case and Polish diacritics
 * - indexes for sorting by title and by priority
 */
export const taskListsMigration: Migration = { name: '20261121070000_task_lists', up, down };
