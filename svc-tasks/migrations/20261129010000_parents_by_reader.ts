import type { Migration } from '@obieg/service-kit';

/** SQL: ids of the links to all parents of a task but one: the first that is not deleted, otherwise the first. */
const furtherParents = `
  select id
    from (select l.id, row_number() over (
                   partition by l.organization_id, l.target_task_id order by t.deleted_at is not null, l.id) as position
            from task_links l
            join tasks t on t.organization_id = l.organization_id and t.id = l.source_task_id
           where l.type = 'PARENT_OF') parents
   where position > 1`;

/** SQL: the tasks of the link `l` are related already. */
const isRelated = `exists (
  select from task_links r
   where r.organization_id = l.organization_id and r.type = 'RELATES'
     and least(r.source_task_id, r.target_task_id) = least(l.source_task_id, l.target_task_id)
     and greatest(r.source_task_id, r.target_task_id) = greatest(l.source_task_id, l.target_task_id))`;

/**
 * A task has one parent that a caller sees. A unique index would count parents that the caller does not see, and refuse
 * another one. `lockParents` serializes the check.
 *
 * Undoing it keeps the first parent of each task. A further parent becomes a related task, so that both tasks still show
 * the link. One transaction does all of it, so that no caller adds a parent meanwhile and no failure leaves a half.
 */
export const parentsByReaderMigration: Migration = {
  name: '20261129010000_parents_by_reader',
  config: { transaction: false },
  up: async (knex) => {
    await knex.raw('drop index concurrently if exists task_links_parent_key');
  },
  down: async (knex) => {
    await knex.transaction(async (tx) => {
      // The forced policy hides the rows of all organizations from the owner of the tables, too.
      for (const table of ['task_links', 'tasks'])
        await tx.raw(`alter table ${table} no force row level security`);
      await tx.raw(`delete from task_links l where l.id in (${furtherParents}) and ${isRelated}`);
      // A relation starts at the older task.
      await tx.raw(`update task_links
        set type = 'RELATES', source_task_id = least(source_task_id, target_task_id),
            target_task_id = greatest(source_task_id, target_task_id)
        where id in (${furtherParents})`);
      for (const table of ['task_links', 'tasks'])
        await tx.raw(`alter table ${table} force row level security`);
      await tx.raw('drop index if exists task_links_parent_key');
      await tx.raw(`create unique index task_links_parent_key
        on task_links (organization_id, target_task_id) where type = 'PARENT_OF'`);
    });
  },
};
