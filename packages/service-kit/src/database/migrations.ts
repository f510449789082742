import knexFactory, { type Knex } from 'knex';
import pg from 'pg';

/** A migration, imported statically so that the bundle contains it. Migrations run in the order of their names. */
export interface Migration {
  name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
  /** Without a transaction, for `create index concurrently`. Its steps must be repeatable. */
  config?: { transaction: false };
}

interface MigrationOptions {
  /** Address of the owner role. The application role never migrates. */
  url: string;
  migrations: readonly Migration[];
  /** Role that receives the grants. */
  appRole: string;
}

const migrationSource = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations].sort((one, other) => (one.name < other.name ? -1 : 1)),
  getMigrationName: ({ name }) => name,
  getMigration: async (migration) => migration,
});

const withOwner = async <T>(
  { url, migrations, appRole }: MigrationOptions,
  work: (knex: Knex) => Promise<T>,
): Promise<T> => {
  const knex = knexFactory({
    client: 'pg',
    connection: url,
    pool: {
      min: 0,
      max: 2,
      afterCreate: (
        connection: { query(sql: string, values: string[], done: (error: unknown) => void): void },
        done: (error: unknown, connection: unknown) => void,
      ) =>
        connection.query(`select set_config('app.role', $1, false)`, [appRole], (error) =>
          done(error, connection),
        ),
    },
    migrations: {
      migrationSource: migrationSource(migrations),
      tableName: 'migrations',
      // An older version runs on the schema of a newer one, whose migrations it does not know.
      disableMigrationsListValidation: true,
    },
  });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
};

/** Advisory lock of migration commands. The number is arbitrary. */
const migrationLock = 7_310_002;

/**
 * Runs `work` under the advisory lock. The lock ends with the connection, so a killed command releases it. knex's own
 * lock is a row and would remain.
 */
const withMigrationLock = async <T>(
  options: MigrationOptions,
  work: (knex: Knex) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: options.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    return await withOwner(options, async (knex) => {
      await knex.migrate.forceFreeMigrationsLock();
      return work(knex);
    });
  } finally {
    await client.end();
  }
};

/** Runs pending migrations in order, each in its transaction. @returns their names */
export const runMigrations = (options: MigrationOptions): Promise<string[]> =>
  withMigrationLock(options, async (knex) => {
    const [, names] = (await knex.migrate.latest()) as [number, string[]];
    await knex.raw('grant select on migrations to ??', [options.appRole]);
    return names;
  });

const listCompleted = async (knex: Knex): Promise<string[]> =>
  (await knex.schema.hasTable('migrations')) ? knex('migrations').orderBy('name').pluck('name') : [];

/** Names of migrations that a newer version ran. */
export const listNewerMigrations = (options: MigrationOptions): Promise<string[]> =>
  withOwner(options, async (knex) => {
    const known = new Set(options.migrations.map(({ name }) => name));
    return (await listCompleted(knex)).filter((name) => !known.has(name));
  });

/** Reverts all migrations, which deletes all data. For tests. */
export const rollbackMigrations = (options: MigrationOptions): Promise<string[]> =>
  withMigrationLock(options, async (knex) => {
    const [, names] = (await knex.migrate.rollback(undefined, true)) as [number, string[]];
    return names;
  });

/** Names of pending migrations, read with the application role. */
export const pendingMigrations = async (knex: Knex, migrations: readonly Migration[]): Promise<string[]> => {
  const done = await listCompleted(knex);
  return migrations.map(({ name }) => name).filter((name) => !done.includes(name));
};
