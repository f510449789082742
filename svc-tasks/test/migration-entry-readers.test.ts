import { createDatabase, type Database, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryReadersStoredMigration } from '../migrations/20261129160120_entry_readers_stored';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
let owner: Database;
beforeAll(async () => {
  fixture = await startFixture();
  owner = createDatabase({ url: fixture.service.ownerUrl });
});
afterAll(async () => {
  await owner.close();
  await fixture.service.close();
});

const inOrganizations = async <Result>(run: Parameters<typeof withOrganization<Result>>[2]) => [
  await withOrganization(fixture.service.db, fixture.acme.id, run),
  await withOrganization(fixture.service.db, fixture.globex.id, run),
];

/** More comments than a batch has. */
const commentCount = 1_100;
const insertEntries = () =>
  inOrganizations(async (tx) => {
    await tx.raw(
      `insert into tasks (organization_id, public_task_id, title, status_id, priority, answers, is_restricted,
                          author_user_id, author_email, assigned_user_id, assigned_group_id)
       select app_organization_id(), 600000000000 + n, 'Zadanie', 1, 'NORMAL', '{}', n % 2 = 0,
              case when n % 3 > 0 then 10 + n end, 'user' || n || '@obieg.test',
              case when n % 5 = 0 then 11 end, case when n % 5 = 1 then 6 end
         from generate_series(1, 12) n`,
    );
    await tx.raw(
      `insert into task_readers (organization_id, task_id, kind, reader_id)
       select organization_id, id, case when id % 4 = 0 then 'USER' else 'GROUP' end, 5 from tasks where is_restricted`,
    );
    await tx.raw(
      `insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
       select s.organization_id, 'RELATES', s.id, t.id, 1 from tasks s join tasks t on t.id > s.id`,
    );
    await tx.raw(
      `insert into comments (organization_id, task_id, author_user_id, author_email, content, is_visible_to_author,
                             visible_user_ids, visible_group_ids)
       select organization_id, id, :writer, 'user10@obieg.test', 'x', n % 2 = 0,
              case when n % 3 = 0 then array[11, 12] else '{}' end, case when n % 5 = 0 then array[5] else '{}' end
         from (select * from tasks order by id limit 2) t, generate_series(1, ${commentCount / 2}) n`,
      { writer: userIds.operator },
    );
  });
const listReaders = () =>
  inOrganizations(async (tx) => ({
    links: await tx('link_readers').orderByRaw('task_id, principal, link_id'),
    comments: await tx('comment_readers').orderByRaw('task_id, principal, comment_id'),
  }));

describe('storing the readers of links and comments that existed before', () => {
  it('stores in every organization what the triggers store, and can be repeated', async () => {
    await insertEntries();
    const expected = await listReaders();
    for (const { links, comments } of expected)
      expect([links.length > 200, comments.length > commentCount]).toEqual([true, true]);
    await inOrganizations(async (tx) => {
      for (const table of ['link_readers', 'comment_readers']) await tx(table).delete();
    });
    await entryReadersStoredMigration.up(owner.knex);
    expect(await listReaders()).toEqual(expected);
    await entryReadersStoredMigration.up(owner.knex);
    expect(await listReaders()).toEqual(expected);
  });
});
