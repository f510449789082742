import { randomBytes } from 'node:crypto';
import { dropDatabase } from '@obieg/local';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  createDatabase,
  createLog,
  type Database,
  migrationCommands,
  serviceKitMigration,
} from '../src/index';
import { createTestDatabase, pollUntil, type TestDatabase } from '../src/testing/index';

let roles: TestDatabase;
let administrator: Database;
const created: string[] = [];
beforeAll(async () => {
  roles = await createTestDatabase([serviceKitMigration]);
  administrator = createDatabase({ url: inject('postgresUrl'), poolSize: 1 });
});
afterAll(async () => {
  await administrator.close();
  for (const name of created) await dropDatabase(inject('postgresUrl'), name);
  await roles.close();
});
afterEach(() => void vi.unstubAllEnvs());

/** Starts `migrate` on a database that does not exist. */
const migrate = () => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owner = new URL(roles.ownerUrl);
  owner.pathname = `/${name}`;
  vi.stubEnv('MIGRATION_DATABASE_URL', owner.href);
  vi.stubEnv('DATABASE_URL', roles.appUrl);
  const lines: { msg: string; reason?: string; migrations?: string[] }[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
  return {
    lines,
    ended: migrationCommands([serviceKitMigration], log).migrate([]),
    createDatabase: async () => {
      created.push(name);
      const ownerRole = decodeURIComponent(owner.username);
      await administrator.knex.raw('create database ?? owner ??', [name, ownerRole]);
    },
  };
};

describe('migrate', () => {
  it('waits for a database that is being created', async () => {
    const { lines, ended, createDatabase: create } = migrate();
    await pollUntil(async () => lines.some(({ msg }) => msg === 'waiting for the database') || undefined, {
      describe: 'the command waits',
    });
    expect(lines[0]?.reason).toMatch(/does not exist/);
    await create();
    await ended;
    expect(lines.at(-1)).toMatchObject({ msg: 'migrated', migrations: [serviceKitMigration.name] });
  });

  it('fails with the reason after its time limit', async () => {
    vi.stubEnv('MIGRATION_WAIT_SECONDS', '0');
    await expect(migrate().ended).rejects.toThrow(/does not exist/);
  });

  it('does not migrate before the role of the service exists', async () => {
    vi.stubEnv('MIGRATION_WAIT_SECONDS', '0');
    vi.stubEnv('MIGRATION_DATABASE_URL', roles.ownerUrl);
    vi.stubEnv('DATABASE_URL', roles.appUrl.replace(roles.appRole, 'no_such_role'));
    const log = createLog('test', 'silent');
    await expect(migrationCommands([serviceKitMigration], log).migrate([])).rejects.toThrow(
      'the role no_such_role does not exist',
    );
  });
});
