import { appRoleOf, createTenantTable, grantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** Tables with a row for each link or comment of a task and each principal who may read it. */
const tables = { link_readers: 'link_id', comment_readers: 'comment_id' } as const;

const createTables = async (knex: Knex): Promise<void> => {
  for (const [name, entry] of Object.entries(tables)) {
    await createTenantTable(knex, name, (table) => {
      table.bigInteger('task_id').notNullable();
      table.specificType('principal', 'text collate "C"').notNullable();
      table.bigInteger(entry).notNullable();
      table
        .foreign(['organization_id', entry], `${name}_entry_fkey`)
        .references(['organization_id', 'id'])
        .inTable(entry === 'link_id' ? 'task_links' : 'comments')
        .onDelete('cascade');
      table.primary(['organization_id', 'task_id', 'principal', entry], { constraintName: `${name}_pkey` });
    });
    // Without order, so that a search for the oldest readable entries cannot run through it and read all the others.
    await knex.raw(`create index ${name}_entry on ${name} using hash (${entry})`);
  }
  // `refresh_link_readers` locks links, so that none of them is deleted meanwhile.
  await grantTable(knex, 'task_links', ['update']);
};

/** Small statements, because a connection plans each of them at its first call. */
export const entryReaderFunctions = {
  // The principals of `linkPrincipals` in policy/principals.ts who see a task in a list. The lock makes a concurrent
  // change of the task's readers end first, or wait.
  'lock_task_principals(organization bigint, task bigint)': `returns text[] language plpgsql as $$
    declare
      t record;
      principals text[];
    begin
      select author_user_id, author_email, assigned_user_id, assigned_group_id, is_restricted into t
        from tasks where organization_id = organization and id = task for share;
      principals := array[case when t.author_user_id is null then 'email:' || t.author_email
                               else 'author:' || t.author_user_id end];
      if t.is_restricted then
        principals := principals || array['user:' || t.assigned_user_id, 'group:' || t.assigned_group_id] || array(
          select lower(kind) || ':' || reader_id from task_readers
           where organization_id = organization and task_id = task);
      else
        principals := principals || array['members'];
      end if;
      return array(select distinct p from unnest(principals) p where p is not null);
    end $$`,

  // The principals of `commentPrincipals` in policy/principals.ts who may read a comment of a task that they open.
  'comment_principals(writer bigint, for_author boolean, users bigint[], groups bigint[])': `returns text[]
    language plpgsql immutable as $$
    begin
      if users = '{}' and groups = '{}' then
        return case when for_author then array['everyone'] else array['members', 'writer:' || writer] end;
      end if;
      return array(
        select 'writer:' || writer
        union all select 'author' where for_author
        union select 'user:' || id from unnest(users) id
        union select 'group:' || id from unnest(groups) id);
    end $$`,

  'store_readers_of_link()': `returns trigger language plpgsql as $$
    begin
      insert into link_readers (organization_id, task_id, principal, link_id)
      select new.organization_id, new.target_task_id, p, new.id
        from unnest(lock_task_principals(new.organization_id, new.source_task_id)) p;
      insert into link_readers (organization_id, task_id, principal, link_id)
      select new.organization_id, new.source_task_id, p, new.id
        from unnest(lock_task_principals(new.organization_id, new.target_task_id)) p;
      return null;
    end $$`,

  // Stores who sees a task at the other end of each of its links. Locks the links, so that none is deleted meanwhile.
  'refresh_link_readers(organization bigint, task bigint)': `returns void language plpgsql
    set plan_cache_mode = force_generic_plan as $$
    declare
      principals text[] := lock_task_principals(organization, task);
      links bigint[] := array(
        select id from task_links
         where organization_id = organization and (source_task_id = task or target_task_id = task)
         order by id for key share);
    begin
      if links = '{}' then return; end if;
      delete from link_readers
       where organization_id = organization and link_id = any(links) and task_id <> task;
      insert into link_readers (organization_id, task_id, principal, link_id)
      select organization, case when l.source_task_id = task then l.target_task_id else l.source_task_id end, p, l.id
        from task_links l cross join unnest(principals) p
       where l.organization_id = organization and l.id = any(links);
    end $$`,

  'refresh_readers_of_task()': `returns trigger language plpgsql as $$
    begin
      perform refresh_link_readers(new.organization_id, new.id);
      return null;
    end $$`,

  'refresh_readers_of_tasks()': `returns trigger language plpgsql as $$
    begin
      perform refresh_link_readers(organization_id, task_id)
         from (select distinct organization_id, task_id from changed order by task_id) one;
      return null;
    end $$`,

  'store_readers_of_comment()': `returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        delete from comment_readers where organization_id = old.organization_id and comment_id = old.id;
      end if;
      insert into comment_readers (organization_id, task_id, principal, comment_id)
      select new.organization_id, new.task_id, p, new.id
        from unnest(comment_principals(
          new.author_user_id, new.is_visible_to_author, new.visible_user_ids, new.visible_group_ids)) p;
      return null;
    end $$`,
} as const satisfies Readonly<Record<string, string>>;

const authors = ['author_user_id', 'author_email'];
const assignees = ['assigned_user_id', 'assigned_group_id'];
const isAnyChanged = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
const commentColumns = ['author_user_id', 'is_visible_to_author', 'visible_user_ids', 'visible_group_ids'];

/** Triggers by name: their table, when they run and their function. */
const triggers: Readonly<Record<string, { table: string; when: string; run: string }>> = {
  readers_of_link_added: {
    table: 'task_links',
    when: 'after insert on task_links for each row',
    run: 'store_readers_of_link()',
  },
  readers_of_links_changed: {
    table: 'tasks',
    when: `after update of is_restricted, ${[...authors, ...assignees].join(', ')} on tasks for each row
      when (old.is_restricted <> new.is_restricted or ${isAnyChanged(authors)}
        or (new.is_restricted and (${isAnyChanged(assignees)})))`,
    run: 'refresh_readers_of_task()',
  },
  readers_of_links_added: {
    table: 'task_readers',
    when: 'after insert on task_readers referencing new table as changed for each statement',
    run: 'refresh_readers_of_tasks()',
  },
  readers_of_links_removed: {
    table: 'task_readers',
    when: 'after delete on task_readers referencing old table as changed for each statement',
    run: 'refresh_readers_of_tasks()',
  },
  readers_of_comment_added: {
    table: 'comments',
    when: 'after insert on comments for each row',
    run: 'store_readers_of_comment()',
  },
  readers_of_comment_changed: {
    table: 'comments',
    when: `after update of ${commentColumns.join(', ')} on comments for each row when (${isAnyChanged(commentColumns)})`,
    run: 'store_readers_of_comment()',
  },
};

/**
 * Stores who may read each link and comment of a task, so that a caller finds the readable ones by the own keys and
 * reads no others (ADR 0026). Triggers also follow what the last release writes.
 */
export const entryReadersMigration: Migration = {
  name: '20261129160110_entry_readers',
  up: async (knex) => {
    await createTables(knex);
    for (const [signature, definition] of Object.entries(entryReaderFunctions))
      await knex.raw(`create function ${signature} ${definition}`);
    for (const [name, { when, run }] of Object.entries(triggers))
      await knex.raw(`create trigger ${name} ${when} execute function ${run}`);
  },
  down: async (knex) => {
    for (const [name, { table }] of Object.entries(triggers))
      await knex.raw(`drop trigger ${name} on ${table}`);
    for (const signature of Object.keys(entryReaderFunctions).toReversed())
      await knex.raw(`drop function ${signature}`);
    for (const name of Object.keys(tables)) await knex.schema.dropTable(name);
    await knex.raw('revoke update on task_links from ??', [await appRoleOf(knex)]);
  },
};
