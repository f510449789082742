import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const formerColumns = [
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
const targetColumns = ['next_target_at', 'target_soon_at', 'is_target_missed'];

/** As in the migration of `restricted_tasks`. */
const byIndex = 'set plan_cache_mode = force_generic_plan set enable_seqscan = off';

const replaceRefresh = (knex: Knex, columns: readonly string[]): Knex.Raw =>
  knex.raw(`
    create or replace function refresh_restricted_task(organization bigint, task bigint) returns void language plpgsql
    ${byIndex} as $$
    declare
      principals text[];
    begin
      perform from tasks where organization_id = organization and id = task for no key update;
      principals := lock_task_principals(organization, task);
      delete from restricted_tasks where task_id = task and organization_id = organization;
      insert into restricted_tasks (organization_id, principal, task_id, ${columns.join(', ')})
      select t.organization_id, p, t.id, ${columns.map((column) => `t.${column}`).join(', ')}
        from tasks t cross join unnest(principals) p
       where t.organization_id = organization and t.id = task and t.is_restricted and t.deleted_at is null;
    end $$`);

const isOther = targetColumns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

/** Copies what lists find targets by to the rows of restricted tasks. */
export const targetsOfRestrictedTasksMigration: Migration = {
  name: '20261130120010_targets_of_restricted_tasks',
  up: async (knex) => {
    await replaceRefresh(knex, [...formerColumns, ...targetColumns]);
    await knex.raw(`
      create function copy_restricted_targets() returns trigger language plpgsql ${byIndex} as $$
      begin
        update restricted_tasks
           set ${targetColumns.map((column) => `${column} = new.${column}`).join(', ')}
         where task_id = new.id and organization_id = new.organization_id;
        return null;
      end $$`);
    await knex.raw(`
      create trigger restricted_task_targets_changed after update of ${targetColumns.join(', ')} on tasks for each row
        when (new.is_restricted and new.deleted_at is null and (${isOther}))
        execute function copy_restricted_targets()`);
  },
  down: async (knex) => {
    await knex.raw('drop trigger restricted_task_targets_changed on tasks');
    await knex.raw('drop function copy_restricted_targets()');
    await replaceRefresh(knex, formerColumns);
  },
};
