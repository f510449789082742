import { type Migration, runMigrations } from '@obieg/service-kit';
import { migrations as identityMigrations } from '@obieg/svc-identity/migrations';
import { migrations as tasksMigrations } from '@obieg/svc-tasks/migrations';
import { migrations as workflowMigrations } from '@obieg/svc-workflow/migrations';
import type { DatabaseCopy } from './archive/manifest';
import { listMigrations } from './database/catalogue';
import { type DatabaseName, databaseNames, forEachDatabase, withClient } from './database/connect';
import { RefusedError } from './refused';

const migrations: Record<DatabaseName, readonly Migration[]> = {
  identity: identityMigrations,
  workflow: workflowMigrations,
  tasks: tasksMigrations,
};

type RecordedMigrations = Record<DatabaseName, Pick<DatabaseCopy, 'migrations'>>;

/**
 * @param what the backup or the databases with these migrations
 * @throws RefusedError if a newer version of the product wrote them
 */
export const checkVersion = (databases: RecordedMigrations, what = 'this backup'): void => {
  for (const name of databaseNames) {
    const known = new Set(migrations[name].map((migration) => migration.name));
    const unknown = databases[name].migrations.filter((migration) => !known.has(migration));
    if (unknown.length > 0)
      throw new RefusedError(
        `A newer version of Obieg wrote ${what}: svc-${name} here has no migration ${unknown.join(', ')}. Restore with that version.`,
      );
  }
};

export interface RoleAddresses {
  ownerUrl: string;
  appUrl: string;
}

/** Runs the recorded migrations, or all. */
export const migrate = async (
  name: DatabaseName,
  { ownerUrl, appUrl }: RoleAddresses,
  recorded?: readonly string[],
): Promise<void> => {
  await runMigrations({
    url: ownerUrl,
    appRole: decodeURIComponent(new URL(appUrl).username),
    migrations: migrations[name].filter((migration) => recorded?.includes(migration.name) ?? true),
  });
};

/**
 * Brings databases that returned to an earlier time to the present version.
 *
 * @throws RefusedError if one has no data, or is newer
 */
export const migrateReturned = async (databases: Record<DatabaseName, RoleAddresses>): Promise<void> => {
  const recorded = await forEachDatabase(async (name) => ({
    migrations: await withClient(databases[name].ownerUrl, listMigrations),
  }));
  const empty = databaseNames.filter((name) => recorded[name].migrations.length === 0);
  if (empty.length > 0)
    throw new RefusedError(
      `The databases ${empty.join(', ')} have no data of Obieg. --rebuild-only keeps the data; restore a backup first.`,
    );
  checkVersion(recorded, 'these databases');
  await forEachDatabase((name) => migrate(name, databases[name]));
};
