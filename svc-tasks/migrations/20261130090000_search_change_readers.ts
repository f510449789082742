import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** Queues the task or comment of a changed row. `reader` is the SQL of `search_changes.reader`. */
const replaceFunction = (knex: Knex, name: string, comment: string, reader: string) =>
  knex.raw(`create or replace function queue_search_of_${name}() returns trigger language plpgsql as $$
    declare
      changed record;
      t record;
    begin
      if tg_op = 'DELETE' then changed := old; else changed := new; end if;
      ${
        name === 'task'
          ? 't := changed;'
          : `select is_restricted, author_user_id into t from tasks
        where organization_id = changed.organization_id and id = changed.task_id;`
      }
      insert into search_changes (organization_id, task_id, comment_id, reader)
      values (changed.organization_id, changed.${name === 'task' ? 'id' : 'task_id'}, ${comment}, ${reader});
      return null;
    end $$`);

const replaceFormerFunction = (knex: Knex, name: string, comment: string) =>
  knex.raw(`create or replace function queue_search_of_${name}() returns trigger language plpgsql as $$
    declare changed record;
    begin
      if tg_op = 'DELETE' then changed := old; else changed := new; end if;
      insert into search_changes (organization_id, task_id, comment_id)
      values (changed.organization_id, changed.${name === 'task' ? 'id' : 'task_id'}, ${comment});
      return null;
    end $$`);

/** SQL: all members may read the task; otherwise its author may. */
const ofTask = `case when not t.is_restricted then 'members' else 'user:' || t.author_user_id end`;
/** SQL: all members may read the comment; otherwise its writer may. Its deletion is not the writer's alone. */
const ofComment = `case
  when not t.is_restricted and changed.visible_user_ids = '{}' and changed.visible_group_ids = '{}' then 'members'
  when tg_op <> 'DELETE' then 'user:' || changed.author_user_id end`;

/** Functions of triggers: the SQL of `comment_id` and of `reader`. */
const functions: Record<string, [comment: string, reader: string]> = {
  task: ['0', ofTask],
  comment: ['changed.id', ofComment],
  file: ['0', ofTask],
};

/**
 * Adds whose searches index a queued text before they answer: those of all members (`members`), those of one user
 * (`user:{id}`) or none (null). So a search finds its texts without looking at others.
 */
export const searchChangeReadersMigration: Migration = {
  name: '20261130090000_search_change_readers',
  up: async (knex) => {
    await knex.raw('alter table search_changes add column reader text collate "C"');
    for (const [name, [comment, reader]] of Object.entries(functions))
      await replaceFunction(knex, name, comment, reader);
  },
  down: async (knex) => {
    for (const [name, [comment]] of Object.entries(functions))
      await replaceFormerFunction(knex, name, comment);
    await knex.raw('alter table search_changes drop column reader');
  },
};
