import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { entryReaderFunctions } from './20261129160110_entry_readers';

/**
 * Changes of a task's readers that `link_readers` does not contain yet: a row for each principal who now lists the task,
 * and one without principal, so that each change has a row.
 */
const createTable = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'link_reader_changes',
    (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.specificType('principal', 'text collate "C"').notNullable();
      table.bigInteger('task_id').notNullable();
      table.primary(['organization_id', 'principal', 'task_id', 'id'], {
        constraintName: 'link_reader_changes_pkey',
      });
    },
    { everyOrganization: true },
  );
  // The table is almost always empty, and then full of tasks of others.
  await knex.raw('alter table link_reader_changes alter column principal set (n_distinct = -0.5)');
};

/** Replaced functions. The triggers that call them stay. */
const replaced = {
  'lock_task_principals(organization bigint, task bigint)': `returns text[] language plpgsql as $$
    begin
      perform from tasks where organization_id = organization and id = task for share;
      return task_principals(organization, task);
    end $$`,

  'refresh_readers_of_task()': `returns trigger language plpgsql as $$
    begin
      perform queue_link_readers(new.organization_id, new.id);
      return null;
    end $$`,

  'refresh_readers_of_tasks()': `returns trigger language plpgsql as $$
    begin
      perform queue_link_readers(organization_id, task_id)
         from (select distinct organization_id, task_id from changed order by task_id) one;
      return null;
    end $$`,
} as const;

const added: Readonly<Record<string, string>> = {
  'task_principals(organization bigint, task bigint)': `returns text[] language plpgsql as $$
    declare
      t record;
      principals text[];
    begin
      select author_user_id, author_email, assigned_user_id, assigned_group_id, is_restricted into t
        from tasks where organization_id = organization and id = task;
      principals := array[case when t.author_user_id is null then 'email:' || t.author_email
                               else 'author:' || t.author_user_id end];
      if t.is_restricted then
        principals := principals || array['user:' || t.assigned_user_id, 'group:' || t.assigned_group_id] || array(
          select lower(kind) || ':' || reader_id from task_readers
           where organization_id = organization and task_id = task);
      elsif not t.is_restricted then
        principals := principals || array['members'];
      end if;
      return array(select distinct p from unnest(principals) p where p is not null);
    end $$`,

  // Reads and writes no link, so that its duration does not depend on their number. The caller holds a lock of the task.
  'queue_link_readers(organization bigint, task bigint)': `returns void language plpgsql as $$
    begin
      insert into link_reader_changes (organization_id, principal, task_id)
      select organization, p, task from unnest(array[''] || task_principals(organization, task)) p;
    end $$`,

  // Stores who sees the task at the other end of one of its links. Only this function waits for its lock. It reads the
  // readers after that, so that the last one of several processes writes the newest readers.
  'refresh_readers_of_link(organization bigint, link bigint, task bigint)': `returns void language plpgsql
    set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    declare
      principals text[];
    begin
      perform pg_advisory_xact_lock(7310017, cast(organization % 2147483647 as int));
      principals := task_principals(organization, task);
      delete from link_readers
       where organization_id = organization and link_id = link and task_id <> task and principal <> all(principals);
      insert into link_readers (organization_id, task_id, principal, link_id)
      select l.organization_id, case when l.source_task_id = task then l.target_task_id else l.source_task_id end, p, l.id
        from (select * from task_links where organization_id = organization and id = link for key share) l
        cross join unnest(principals) p
      on conflict do nothing;
    end $$`,
};

/**
 * Queues changes of a task's readers instead of writing the readers of its links, whose number the duration would tell
 * (ADR 0030).
 */
export const linkReaderChangesMigration: Migration = {
  name: '20261129200030_link_reader_changes',
  up: async (knex) => {
    await createTable(knex);
    for (const [signature, definition] of Object.entries({ ...added, ...replaced }))
      await knex.raw(`create or replace function ${signature} ${definition}`);
  },
  down: async (knex) => {
    for (const signature of Object.keys(replaced) as (keyof typeof replaced)[])
      await knex.raw(`create or replace function ${signature} ${entryReaderFunctions[signature]}`);
    for (const signature of Object.keys(added).toReversed()) await knex.raw(`drop function ${signature}`);
    await knex.schema.dropTable('link_reader_changes');
  },
};
