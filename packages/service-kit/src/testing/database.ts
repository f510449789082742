import { createHash, randomBytes } from 'node:crypto';
import { copyDatabase, dropDatabase, ensureDatabase, type ServiceDatabase } from '@obieg/local';
import pg from 'pg';
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

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** Comment on a template whose migrations have run. */
const completeMark = 'migrated';

/**
 * Returns the migrated database of the run that test databases are copied from. The first test file that needs it
 * creates it; copying takes a fifth of the time of migrating. Its roles own the copies, too.
 */
const ensureTemplate = async (
  adminUrl: string,
  migrations: readonly Migration[],
): Promise<ServiceDatabase> => {
  const name = `template_${hash(migrations.map((migration) => `${migration.name} ${migration.up}`).join())}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    // All worker processes know the administrator's address, and therefore the same password.
    const template = await ensureDatabase(adminUrl, name, hash(adminUrl));
    const { rowCount } = await client.query(
      "select 1 from pg_database d where datname = $1 and shobj_description(d.oid, 'pg_database') = $2",
      [name, completeMark],
    );
    // A connection to a complete template would make concurrent copies of it fail.
    if (rowCount) return template;
    await runMigrations({ url: template.ownerUrl, migrations, appRole: template.appRole });
    await client.query(`comment on database ${client.escapeIdentifier(name)} is '${completeMark}'`);
    return template;
  } finally {
    await client.end();
  }
};

const templates = new Map<readonly Migration[], Promise<ServiceDatabase>>();

/**
 * Creates a migrated database on the run's cluster, opened with the application role. Migrations with the same names
 * and code must have the same effect.
 */
export const createTestDatabase = async (migrations: readonly Migration[]): Promise<TestDatabase> => {
  const adminUrl = inject('postgresUrl');
  const template = templates.get(migrations) ?? ensureTemplate(adminUrl, migrations);
  templates.set(migrations, template);
  const database = await copyDatabase(adminUrl, await template, `test_${randomBytes(6).toString('hex')}`);
  const db = createDatabase({ url: database.appUrl, poolSize: 10 });
  return {
    ...database,
    db,
    close: async () => {
      await db.close();
      await dropDatabase(adminUrl, database.name);
    },
  };
};
