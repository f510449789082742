import pg from 'pg';
import type { ServiceDatabase } from './databases';
import type { DatabaseName } from './obieg-parts';

type Databases = Record<DatabaseName, ServiceDatabase>;

const countInDatabase = async ({ ownerUrl }: ServiceDatabase): Promise<number> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: found } = await client.query(`select to_regclass('public.migrations') as id`);
    if (found[0].id === null) return 0;
    const { rows } = await client.query<{ count: string }>('select count(*) from migrations');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
};

/**
 * Notes the version of the databases before they are migrated.
 *
 * @returns a function that tells whether a database with data has been migrated since
 */
export const watchMigrations = async (databases: Databases): Promise<() => Promise<boolean>> => {
  const countAll = (): Promise<number[]> => Promise.all(Object.values(databases).map(countInDatabase));
  const before = await countAll();
  return async () => {
    const after = await countAll();
    return before.some((count, index) => count > 0 && count < (after[index] ?? 0));
  };
};
