import type { Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { listOrganizations } from './20261129160120_entry_readers_stored';

/** One task at a time, because it locks the task: two locks could wait for a transaction that waits for them. */
const storeNext = `
  select one.id::text as last, refresh_restricted_task(app_organization_id(), one.id)
    from (select min(id) as id from tasks
           where organization_id = app_organization_id() and id > :after and deleted_at is null and is_restricted) one
   where one.id is not null`;

const storeTasks = async (knex: Knex, organization: number): Promise<void> => {
  let after: string | undefined = '0';
  while (after !== undefined) {
    const last: string = after;
    after = await knex.transaction(async (tx): Promise<string | undefined> => {
      await tx.raw(`select set_config('app.organization_id', ?, true)`, [String(organization)]);
      const { rows } = await tx.raw<{ rows: { last: string }[] }>(storeNext, { after: last });
      return rows[0]?.last;
    });
  }
};

/** Stores who lists the restricted tasks that existed before the triggers of `restricted_tasks`. */
export const restrictedTasksStoredMigration: Migration = {
  name: '20261129200010_restricted_tasks_stored',
  config: { transaction: false },
  up: async (knex) => {
    for (const organization of await listOrganizations(knex)) await storeTasks(knex, organization);
    // Without statistics, the first plans would read whole tables.
    await knex.raw('analyze restricted_tasks');
  },
  down: async () => undefined,
};
