import { randomBytes } from 'node:crypto';
import { dropDatabase, ensureDatabase, type ServiceDatabase } from '@obieg/local';
import { inject } from 'vitest';
import { createDatabase, type Database } from '../database/database';
import { type Migration, runMigrations } from '../database/migrations';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export interface TestDatabase extends ServiceDatabase {
  db: Database;
  close(): Promise<void>;
}

/** Creates a migrated database on the run's cluster, opened with the application role. */
export const createTestDatabase = async (migrations: readonly Migration[]): Promise<TestDatabase> => {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const database = await ensureDatabase(adminUrl, name, randomBytes(12).toString('hex'));
  await runMigrations({ url: database.ownerUrl, migrations, appRole: database.appRole });
  const db = createDatabase({ url: database.appUrl, poolSize: 10 });
  return {
    ...database,
    db,
    close: async () => {
      await db.close();
      await dropDatabase(adminUrl, name);
    },
  };
};
