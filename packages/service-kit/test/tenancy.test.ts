import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createIdentityClient } from '../src/auth/identity-source';
import { findIsolationGaps } from '../src/database/isolation';
import {
  createDatabase,
  createLog,
  createServiceParts,
  type Database,
  listNewerMigrations,
  type Migration,
  readOrganization,
  reportHealth,
  rollbackMigrations,
  runMigrations,
  withEveryOrganization,
  withOrganization,
  withTransaction,
} from '../src/index';
import { createTestDatabase, type TestDatabase } from '../src/testing/index';
import { notesMigrations } from './notes-service';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(notesMigrations);
  for (const organizationId of [1, 2]) {
    await withOrganization(database.db, organizationId, (tx) =>
      tx('notes').insert({ organization_id: organizationId, text: `of ${organizationId}` }),
    );
  }
});
afterAll(() => database.close());

describe('row-level security', () => {
  it('shows an organization only its own rows', async () => {
    const texts = await withOrganization(database.db, 1, (tx) => tx('notes').pluck('text'));
    expect(texts).toEqual(['of 1']);
    const [rows] = await readOrganization(database.db, 2, (knex) => [knex('notes').select('text')]);
    expect(rows).toEqual([{ text: 'of 2' }]);
  });

  it('shows no row without an organization, or in a scope that the policy does not allow', async () => {
    expect(await withTransaction(database.db, (tx) => tx('notes'))).toEqual([]);
    expect(await withEveryOrganization(database.db, (tx) => tx('notes'))).toEqual([]);
    expect(await database.db.knex('notes')).toEqual([]);
  });

  it('rejects writing or moving a row into another organization', async () => {
    const write = withOrganization(database.db, 1, (tx) =>
      tx('notes').insert({ organization_id: 2, text: 'foreign' }),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
    const move = withOrganization(database.db, 1, (tx) => tx('notes').update({ organization_id: 2 }));
    await expect(move).rejects.toMatchObject({ code: '42501' });
    expect(
      await withOrganization(database.db, 1, (tx) => tx('notes').where('organization_id', 2).delete()),
    ).toBe(0);
  });

  it('leaves no organization on the connection', async () => {
    await withOrganization(database.db, 1, async () => undefined);
    expect(await database.db.knex('notes')).toEqual([]);
  });

  it('cannot be bypassed by the application role', async () => {
    await expect(database.db.knex.raw('alter table notes disable row level security')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(database.db.knex.raw('truncate notes')).rejects.toMatchObject({ code: '42501' });
    await expect(database.db.knex.raw('drop table notes')).rejects.toMatchObject({ code: '42501' });
  });

  it('rejects writes in readOrganization', async () => {
    const write = readOrganization(database.db, 1, (knex) => [
      knex('notes').insert({ organization_id: 1, text: 'x' }),
    ]);
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('rejects an invalid organization id', async () => {
    await expect(withOrganization(database.db, 0, async () => 1)).rejects.toThrow(TypeError);
    await expect(withOrganization(database.db, "1'" as never, async () => 1)).rejects.toThrow(TypeError);
  });
});

describe('a connection with prepared statements', () => {
  const withOneConnection = async (work: (db: Database) => Promise<void>): Promise<void> => {
    const db = createDatabase({ url: database.appUrl, poolSize: 1 });
    try {
      await work(db);
    } finally {
      await db.close();
    }
  };
  const readTexts = (db: Database, organizationId: number) =>
    withOrganization(db, organizationId, (tx) => tx('notes').whereNotIn('text', ['x']).select());

  it('serves several organizations with the same statement', () =>
    withOneConnection(async (db) => {
      for (const organizationId of [1, 2, 1, 2, 1, 2, 1, 2]) {
        const own = [expect.objectContaining({ organization_id: organizationId })];
        expect(await readTexts(db, organizationId)).toEqual(own);
        const read = await readOrganization(db, organizationId, (knex) => [
          knex('notes').whereNotIn('text', ['x']).select('organization_id'),
        ]);
        expect(read).toEqual([[{ organization_id: organizationId }]]);
      }
    }));

  it('plans a read once or each time, as requested', () =>
    withOneConnection(async (db) => {
      for (const planning of ['generic', 'custom'] as const)
        for (let time = 0; time < 3; time++)
          await readOrganization(db, 1, (knex) => [knex('notes').where({ text: planning })], planning);
      const { rows } = await db.knex.raw(
        `select generic_plans as generic, custom_plans as custom from pg_prepared_statements
          where statement like '%from "notes" where "text" =%'`,
      );
      expect(rows).toEqual([{ generic: 3, custom: 3 }]);
    }));

  it('pipelines independent statements and rejects with the first failure', () =>
    withOneConnection(async (db) => {
      const work = withOrganization(db, 1, (tx) =>
        Promise.all([
          tx('notes').insert({ organization_id: 1, text: 'rolled back' }),
          tx('notes').insert({ organization_id: 2, text: 'foreign' }),
          tx('notes').insert({ organization_id: 1, text: 'rolled back, too' }),
        ]),
      );
      await expect(work).rejects.toMatchObject({ code: '42501' });
      expect(await readTexts(db, 1)).toHaveLength(1);
    }));

  it("is closed after a migration changed a statement's columns", () =>
    withOneConnection(async (db) => {
      const owner = createDatabase({ url: database.ownerUrl });
      try {
        await readTexts(db, 1);
        await owner.knex.raw('alter table notes add column newer text');
        await expect(readTexts(db, 1)).rejects.toMatchObject({ status: 503 });
        expect(await readTexts(db, 1)).toEqual([expect.objectContaining({ newer: null })]);
      } finally {
        await owner.knex.raw('alter table notes drop column newer');
        await owner.close();
      }
    }));
});

describe('migrations', () => {
  it('can be rolled back and run again', async () => {
    const other = await createTestDatabase(notesMigrations);
    const options = { url: other.ownerUrl, migrations: notesMigrations, appRole: other.appRole };
    expect(await rollbackMigrations(options)).toHaveLength(2);
    expect(await runMigrations(options)).toHaveLength(2);
    expect(await runMigrations(options)).toEqual([]);
    await other.close();
  });

  it('of an older version run on the schema of a newer one, and tell which ones it has', async () => {
    const other = await createTestDatabase(notesMigrations);
    const newer = notesMigrations.at(-1);
    const migrations = notesMigrations.slice(0, -1);
    const options = { url: other.ownerUrl, migrations, appRole: other.appRole };
    expect(await runMigrations(options)).toEqual([]);
    expect(await listNewerMigrations(options)).toEqual([newer?.name]);
    expect(await listNewerMigrations({ ...options, migrations: notesMigrations })).toEqual([]);
    await other.close();
  });

  it('run once when started concurrently, also after a killed command left its lock', async () => {
    const other = await createTestDatabase([]);
    const options = { url: other.ownerUrl, migrations: notesMigrations, appRole: other.appRole };
    const owner = createDatabase({ url: other.ownerUrl });
    await owner.knex('migrations_lock').update({ is_locked: 1 });
    const completed = await Promise.all([
      runMigrations(options),
      runMigrations(options),
      runMigrations(options),
    ]);
    expect(completed.flat().sort()).toEqual(notesMigrations.map(({ name }) => name).sort());
    await owner.close();
    await other.close();
  });
});

describe('findIsolationGaps', () => {
  const createGapMigration = (statement: string): Migration => ({
    name: `20261121000300_${statement}`,
    up: async (knex) => void (await knex.raw(statement)),
    down: async () => undefined,
  });

  it("finds none in service-kit's own tables", async () => {
    expect(await findIsolationGaps(database.db.knex)).toEqual([]);
  });

  it.each([
    [
      'a table without policy',
      'create table open (organization_id bigint not null)',
      ['the table open is open'],
    ],
    [
      'a table without forced row-level security',
      'alter table notes no force row level security',
      ['the table notes is open'],
    ],
    [
      'a second policy that allows all rows',
      'create policy allow_all on notes using (true)',
      ['the table notes is open'],
    ],
  ])('finds %s', async (_, statement, gaps) => {
    const other = await createTestDatabase([...notesMigrations, createGapMigration(statement)]);
    expect(await findIsolationGaps(other.db.knex)).toEqual(gaps);
    await other.close();
  });

  it('finds a role that may bypass row-level security', async () => {
    // A further migration, because databases of the same migrations share their roles.
    const other = await createTestDatabase([...notesMigrations, createGapMigration('select 1')]);
    const administrator = createDatabase({ url: inject('postgresUrl'), poolSize: 1 });
    await administrator.knex.raw('alter role ?? bypassrls', [other.appRole]);
    expect(await findIsolationGaps(other.db.knex)).toEqual(['the role bypasses row-level security']);
    await administrator.close();
    await other.close();
  });

  it('makes the service not ready', async () => {
    const gapMigration = createGapMigration('drop policy tenant on notes');
    const [closed, open] = await Promise.all([
      createTestDatabase(notesMigrations),
      createTestDatabase([...notesMigrations, gapMigration]),
    ]);
    const check = async ({ appUrl }: TestDatabase, migrations: readonly Migration[]) => {
      const { healthChecks, stop } = createServiceParts({
        name: 'notes',
        db: createDatabase({ url: appUrl, poolSize: 1 }),
        natsUrl: 'nats://127.0.0.1:1',
        identity: createIdentityClient(() => ['http://127.0.0.1:1']),
        migrations,
        consumers: [],
        log: createLog('notes', 'silent'),
      });
      const { isReady, checks } = await reportHealth(healthChecks);
      await stop();
      return { isReady, detail: checks.find((one) => one.name === 'database')?.detail };
    };
    expect(await check(closed, notesMigrations)).toMatchObject({ isReady: true });
    expect(await check(open, [...notesMigrations, gapMigration])).toEqual({
      isReady: false,
      detail: 'tenant isolation has gaps: the table notes is open',
    });
    await Promise.all([closed.close(), open.close()]);
  });

  it('finds a role that owns the tables', async () => {
    const owner = createDatabase({ url: database.ownerUrl });
    expect(await findIsolationGaps(owner.knex)).toEqual(['the role owns tables']);
    await owner.close();
  });
});
