import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** What lists sort and filter by. The columns of `tasks` with these names. */
const listColumns = [
  'public_task_id',
  'title',
  'status_id',
  'priority',
  'author_email',
  'assigned_user_id',
  'assigned_group_id',
  'created_at',
  'updated_at',
  'due_at',
];

/** A table with a row for each restricted task that is not deleted and each principal who lists it. */
const createTable = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'restricted_tasks', (table) => {
    table.specificType('principal', 'text collate "C"').notNullable();
    table.bigInteger('task_id').notNullable();
    table.bigInteger('public_task_id').notNullable();
    table.text('title').notNullable();
    table.bigInteger('status_id').notNullable();
    table.text('priority').notNullable();
    table.text('author_email');
    table.bigInteger('assigned_user_id');
    table.bigInteger('assigned_group_id');
    table.timestamp('created_at').notNullable();
    table.timestamp('updated_at').notNullable();
    table.timestamp('due_at');
    table
      .foreign(['organization_id', 'task_id'], 'restricted_tasks_task_fkey')
      .references(['organization_id', 'id'])
      .inTable('tasks')
      .onDelete('cascade');
    table.primary(['organization_id', 'principal', 'task_id'], { constraintName: 'restricted_tasks_pkey' });
  });
  // Without order, so that a list cannot run through it.
  await knex.raw('create index restricted_tasks_task on restricted_tasks using hash (task_id)');
  // No index contains a column of lists, so that an update writes no index if the page has room.
  await knex.raw('alter table restricted_tasks set (fillfactor = 80)');
  // A caller with most of the rows must not make the planner read all of them.
  await knex.raw('alter table restricted_tasks alter column principal set (n_distinct = -0.5)');
};

/** A plan that PostgreSQL makes while the table is almost empty would read the whole table later. */
const byIndex = 'set plan_cache_mode = force_generic_plan set enable_seqscan = off';

const copied = listColumns.map((column) => `t.${column}`).join(', ');
const functions: Readonly<Record<string, string>> = {
  // Stores who lists a restricted task. The lock makes a concurrent change of its readers wait.
  'refresh_restricted_task(organization bigint, task bigint)': `returns void language plpgsql
    ${byIndex} as $$
    declare
      principals text[];
    begin
      perform from tasks where organization_id = organization and id = task for no key update;
      principals := lock_task_principals(organization, task);
      delete from restricted_tasks where task_id = task and organization_id = organization;
      insert into restricted_tasks (organization_id, principal, task_id, ${listColumns.join(', ')})
      select t.organization_id, p, t.id, ${copied}
        from tasks t cross join unnest(principals) p
       where t.organization_id = organization and t.id = task and t.is_restricted and t.deleted_at is null;
    end $$`,

  'list_restricted_task()': `returns trigger language plpgsql as $$
    begin
      perform refresh_restricted_task(new.organization_id, new.id);
      return null;
    end $$`,

  'list_restricted_tasks()': `returns trigger language plpgsql as $$
    begin
      perform refresh_restricted_task(organization_id, task_id)
         from (select distinct organization_id, task_id from changed order by task_id) one;
      return null;
    end $$`,

  'copy_restricted_task()': `returns trigger language plpgsql ${byIndex} as $$
    begin
      update restricted_tasks
         set ${listColumns.map((column) => `${column} = new.${column}`).join(', ')}
       where task_id = new.id and organization_id = new.organization_id;
      return null;
    end $$`,
};

const audienceColumns = [
  'is_restricted',
  'deleted_at',
  'author_user_id',
  'author_email',
  'assigned_user_id',
  'assigned_group_id',
];
const hasOtherAudience = audienceColumns
  .map((column) => `old.${column} is distinct from new.${column}`)
  .join(' or ');

/** Triggers by name: their table, when they run and their function. */
const triggers: Readonly<Record<string, { table: string; when: string; run: string }>> = {
  restricted_task_added: {
    table: 'tasks',
    when: 'after insert on tasks for each row when (new.is_restricted)',
    run: 'list_restricted_task()',
  },
  restricted_task_readers_changed: {
    table: 'tasks',
    when: `after update of ${audienceColumns.join(', ')} on tasks for each row
      when ((old.is_restricted or new.is_restricted) and (${hasOtherAudience}))`,
    run: 'list_restricted_task()',
  },
  restricted_task_changed: {
    table: 'tasks',
    when: `after update of ${listColumns.join(', ')} on tasks for each row
      when (new.is_restricted and new.deleted_at is null and not (${hasOtherAudience}))`,
    run: 'copy_restricted_task()',
  },
  // Fires before `readers_of_links_added`, in the order of names: two transactions cannot both strengthen its lock.
  listed_readers_added: {
    table: 'task_readers',
    when: 'after insert on task_readers referencing new table as changed for each statement',
    run: 'list_restricted_tasks()',
  },
  listed_readers_removed: {
    table: 'task_readers',
    when: 'after delete on task_readers referencing old table as changed for each statement',
    run: 'list_restricted_tasks()',
  },
};

/**
 * Stores who lists each restricted task, with what lists sort and filter by, so that a caller reads no others (ADR 0030).
 * Triggers also follow what the last release writes.
 */
export const restrictedTasksMigration: Migration = {
  name: '20261129200000_restricted_tasks',
  up: async (knex) => {
    await createTable(knex);
    for (const [signature, definition] of Object.entries(functions))
      await knex.raw(`create function ${signature} ${definition}`);
    for (const [name, { when, run }] of Object.entries(triggers))
      await knex.raw(`create trigger ${name} ${when} execute function ${run}`);
  },
  down: async (knex) => {
    for (const [name, { table }] of Object.entries(triggers))
      await knex.raw(`drop trigger ${name} on ${table}`);
    for (const signature of Object.keys(functions).toReversed()) await knex.raw(`drop function ${signature}`);
    await knex.schema.dropTable('restricted_tasks');
  },
};
