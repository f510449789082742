import { createDatabase } from '@obieg/service-kit';
import type { Fixture } from './fixture';

/**
 * Gathers the statistics of all tables, as autovacuum does within a minute. Without them, PostgreSQL can read all comments
 * of an organization for each new row that refers to one.
 */
export const analyze = async ({ service }: Fixture): Promise<void> => {
  const owner = createDatabase({ url: service.ownerUrl });
  await owner.knex.raw('analyze');
  await owner.close();
};
