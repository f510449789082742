import { describe, expect, it } from 'vitest';
import { type Migration, serviceKitMigration } from '../src/index';
import { findUnsafeMigrations } from '../src/testing/index';

const indexInbox = (name: string): Migration => ({
  name,
  up: async (knex) => {
    await knex.schema.alterTable('inbox', (table) => table.index(['consumer'], name));
  },
  down: async () => undefined,
});

describe('findUnsafeMigrations', () => {
  it('reports an unsafe statement of a migration that the last release does not have', async () => {
    const problems = await findUnsafeMigrations([serviceKitMigration, indexInbox('29991231000000_unsafe')]);
    expect(problems).toEqual([expect.stringMatching(/^29991231000000_unsafe: create index .* concurrently/)]);
  });

  it('ignores migrations of the last release', async () => {
    expect(await findUnsafeMigrations([serviceKitMigration, indexInbox('20261121000001_released')])).toEqual(
      [],
    );
  });
});
