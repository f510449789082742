import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database, readOrganization, withOrganization } from '../src/index';
import { createTestDatabase, type TestDatabase, untilLockWaits } from '../src/testing/index';
import { notesMigrations } from './notes-service';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(notesMigrations);
  db = createDatabase({ url: database.appUrl, poolSize: 4 });
});
afterAll(async () => {
  await db.close();
  await database.close();
});

describe('withOrganization and readOrganization', () => {
  it('limit the connections of an organization, so that others can connect', async () => {
    const lock = 'select pg_advisory_xact_lock(1)';
    let unlock = (): void => undefined;
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    let signalLocked = (): void => undefined;
    const locked = new Promise<void>((resolve) => {
      signalLocked = resolve;
    });
    const lockHolder = withOrganization(database.db, 1, async (tx) => {
      await tx.raw(lock);
      signalLocked();
      await unlocked;
    });
    await locked;
    const waiting = Array.from({ length: 20 }, (_, index) =>
      withOrganization(db, 1, async (tx) => {
        await tx.raw(lock);
        return index;
      }),
    );
    try {
      await untilLockWaits(database.db.knex, 3);
      expect(await withOrganization(db, 2, (tx) => tx('notes').pluck('text'))).toEqual([]);
      expect(await readOrganization(db, 2, (knex) => [knex('notes').select('text')])).toEqual([[]]);
    } finally {
      unlock();
    }
    await lockHolder;
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});
