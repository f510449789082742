import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const batchSize = 1_000;

/** Ids of all organizations. */
export const listOrganizations = (knex: Knex): Promise<number[]> =>
  knex.transaction(async (tx) => {
    await tx.raw(`select set_config('app.every_organization', 'on', true)`);
    return tx('organizations').orderBy('organization_id').pluck('organization_id');
  });

interface Batch {
  /** The batch begins after this id. */
  after: string;
}

/** Runs a statement for one batch after another, each in its own transaction. The statement returns the `last` id. */
const inBatches = async (knex: Knex, organization: number, statement: string): Promise<void> => {
  let batch: Batch | undefined = { after: '0' };
  while (batch) {
    const { after }: Batch = batch;
    batch = await knex.transaction(async (tx): Promise<Batch | undefined> => {
      await tx.raw(`select set_config('app.organization_id', ?, true)`, [String(organization)]);
      const { rows } = await tx.raw<{ rows: { last: string | null }[] }>(statement, { after });
      const last = rows[0]?.last ?? null;
      return last === null ? undefined : { after: last };
    });
  }
};

/** Comments do not change their readers, so the rows of a trigger are the same. */
const storeComments = `
  with batch as (
    select * from comments where organization_id = app_organization_id() and id > :after order by id limit ${batchSize}),
  added as (
    insert into comment_readers (organization_id, task_id, principal, comment_id)
    select c.organization_id, c.task_id, p, c.id
      from batch c
      cross join unnest(comment_principals(
        c.author_user_id, c.is_visible_to_author, c.visible_user_ids, c.visible_group_ids)) p
    on conflict do nothing)
  select max(id)::text as last from batch`;

/** One task at a time, because it locks the task: two locks could wait for a transaction that waits for them. */
const storeLinks = `
  select one.id::text as last, refresh_link_readers(app_organization_id(), one.id)
    from (select least(
            (select min(source_task_id) from task_links
              where organization_id = app_organization_id() and source_task_id > :after),
            (select min(target_task_id) from task_links
              where organization_id = app_organization_id() and target_task_id > :after)) as id) one
   where one.id is not null`;

/** Stores the readers of the links and comments that existed before the triggers of `entry_readers`. */
export const entryReadersStoredMigration: Migration = {
  name: '20261129160120_entry_readers_stored',
  config: { transaction: false },
  up: async (knex) => {
    for (const organization of await listOrganizations(knex)) {
      await inBatches(knex, organization, storeComments);
      await inBatches(knex, organization, storeLinks);
    }
    // Without statistics, the first plans would read whole tables.
    for (const table of ['link_readers', 'comment_readers']) await knex.raw(`analyze ${table}`);
  },
  down: async () => undefined,
};
