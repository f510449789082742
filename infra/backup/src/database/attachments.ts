import type pg from 'pg';
import { listTables } from './catalogue';
import { withClient } from './connect';

/** Tables of svc-tasks that refer to objects of the store. The second one came with a later migration. */
const tables = ['attachments', 'pending_attachments'];

const listPresent = async (client: pg.ClientBase): Promise<string[]> => {
  const present = (await listTables(client)).map(({ name }) => name);
  return tables.filter((name) => present.includes(name));
};

/** @returns a query of the files that svc-tasks has stored: name, size and digest */
export const selectFiles = async (client: pg.ClientBase): Promise<string> =>
  (await listPresent(client))
    .map((name) => `select object_name, file_size, sha256 from public.${name} where object_name is not null`)
    .join(' union all ');

/**
 * Finds the objects that no row refers to any more. svc-tasks deletes the row of a file before its object.
 *
 * @param url a role that sees all rows
 */
export const findDeleted = (url: string, objectNames: readonly string[]): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ object_name: string }>(
      `select object_name from (${await selectFiles(client)}) f where object_name = any ($1)`,
      [objectNames],
    );
    const referenced = new Set(rows.map(({ object_name }) => object_name));
    return objectNames.filter((name) => !referenced.has(name));
  });

/** Deletes the rows of files in the scope of their organization, which is the first part of an object's name. */
export const deleteFiles = (ownerUrl: string, objectNames: readonly string[]): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    const present = await listPresent(client);
    for (const objectName of objectNames) {
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, true)`, [objectName.split('/')[0]]);
      for (const table of present)
        await client.query(`delete from public.${table} where object_name = $1`, [objectName]);
      await client.query('commit');
    }
  });
