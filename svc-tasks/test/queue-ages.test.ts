import { type Queue, withEveryOrganization } from '@obieg/service-kit';
import { mailQueue } from '@obieg/service-kit/mail';
import { createTestDatabase, type TestDatabase } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations';
import { newsQueue } from '../src/news-queue/queue-news';
import { searchQueue } from '../src/search/search-queue';

const queuedAt = new Date('2026-11-01T10:00:00.000Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(migrations);
});
afterAll(() => database.close());

const readOldest = ({ oldest }: Queue): Promise<unknown> =>
  withEveryOrganization(database.db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { oldest: Date | null }[] }>(`select (${oldest}) as oldest`);
    return rows[0]?.oldest;
  });
const insert = (table: string, row: object) =>
  withEveryOrganization(database.db, (tx) => tx(table).insert({ organization_id: 1, ...row }));

describe('the age of a queue', () => {
  it('of texts for the search does not count the backfill', async () => {
    await insert('search_changes', { task_id: 1, is_backfill: true, queued_at: queuedAt });
    expect(await readOldest(searchQueue)).toBeNull();
    await insert('search_changes', { task_id: 1, queued_at: queuedAt });
    await insert('search_changes', { task_id: 2 });
    expect(await readOldest(searchQueue)).toEqual(queuedAt);
  });

  it('of notifications is that of its oldest row', async () => {
    expect(await readOldest(newsQueue)).toBeNull();
    const news = { public_task_id: 1, kind: 'SIGHT_CHANGED' };
    await insert('notification_queue', { ...news, created_at: queuedAt });
    await insert('notification_queue', news);
    expect(await readOldest(newsQueue)).toEqual(queuedAt);
  });

  it('of mails is that of its oldest row', async () => {
    expect(await readOldest(mailQueue)).toBeNull();
    await insert('mail_queue', { kind: 'NEWS', task_id: 1, queued_at: queuedAt });
    expect(await readOldest(mailQueue)).toEqual(queuedAt);
  });
});
