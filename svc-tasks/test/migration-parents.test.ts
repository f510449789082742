import { createDatabase, type Database, type Migration, withOrganization } from '@obieg/service-kit';
import { createTestDatabase } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parentsByReaderMigration } from '../migrations/20261129010000_parents_by_reader';
import { migrations } from '../migrations/index';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase(migrations);
  owner = createDatabase({ url: database.ownerUrl });
});
afterAll(async () => {
  await owner.close();
  await database.close();
});

/** A link of tasks that are named by their numbers. */
type Link = [type: string, source: number, target: number];

const insertTasks = (organizationId: number, deleted: readonly number[]) =>
  withOrganization(database.db, organizationId, async (tx) => {
    await tx('statuses').insert({
      organization_id: organizationId,
      id: 1,
      name: 'Nowe',
      status_type: 'INITIAL',
    });
    for (let number = 1; number <= 6; number += 1)
      await tx('tasks').insert({
        organization_id: organizationId,
        public_task_id: number,
        title: 'Zadanie',
        status_id: 1,
        priority: 'NORMAL',
        answers: '{}',
        deleted_at: deleted.includes(number) ? tx.fn.now() : null,
      });
  });
const idOf = (number: number) => `(select id from tasks where public_task_id = ${number})`;
const insertLinks = (organizationId: number, links: readonly Link[]) =>
  withOrganization(database.db, organizationId, async (tx) => {
    for (const [type, source, target] of links)
      await tx('task_links').insert({
        organization_id: organizationId,
        type,
        source_task_id: tx.raw(idOf(source)),
        target_task_id: tx.raw(idOf(target)),
        created_by_user_id: 1,
      });
  });
const listLinks = (organizationId: number): Promise<Link[]> =>
  withOrganization(database.db, organizationId, async (tx) => {
    const rows: { type: string; source: number; target: number }[] = await tx('task_links as l')
      .join('tasks as s', 's.id', 'l.source_task_id')
      .join('tasks as t', 't.id', 'l.target_task_id')
      .orderBy('l.id')
      .select('l.type', 's.public_task_id as source', 't.public_task_id as target');
    return rows.map(({ type, source, target }) => [type, source, target]);
  });

describe('undoing the parents by reader', () => {
  const { up, down }: Migration = parentsByReaderMigration;

  it('keeps the first parent of each task and relates the others to it, in every organization', async () => {
    await insertTasks(1, [5]);
    await insertTasks(2, []);
    await insertLinks(1, [
      ['PARENT_OF', 2, 1],
      ['PARENT_OF', 3, 1],
      // A relation that exists takes the place of the link.
      ['PARENT_OF', 4, 1],
      ['RELATES', 1, 4],
      // A deleted parent does not count.
      ['PARENT_OF', 5, 6],
      ['PARENT_OF', 4, 6],
      ['BLOCKS', 3, 1],
    ]);
    await insertLinks(2, [
      ['PARENT_OF', 1, 2],
      ['PARENT_OF', 3, 2],
    ]);
    await down(owner.knex);
    expect(await listLinks(1)).toEqual([
      ['PARENT_OF', 2, 1],
      ['RELATES', 1, 3],
      ['RELATES', 1, 4],
      ['RELATES', 5, 6],
      ['PARENT_OF', 4, 6],
      ['BLOCKS', 3, 1],
    ]);
    expect(await listLinks(2)).toEqual([
      ['PARENT_OF', 1, 2],
      ['RELATES', 2, 3],
    ]);
    await expect(insertLinks(2, [['PARENT_OF', 4, 2]])).rejects.toThrow('task_links_parent_key');
  });

  it('leaves the policies that separate organizations, and can be repeated', async () => {
    await down(owner.knex);
    const { rows } = await owner.knex.raw(
      `select relname from pg_class where relname in ('tasks', 'task_links') and relforcerowsecurity`,
    );
    expect(rows).toHaveLength(2);
    await up(owner.knex);
    await insertLinks(2, [['PARENT_OF', 4, 2]]);
    expect(await listLinks(2)).toContainEqual(['PARENT_OF', 4, 2]);
  });
});
