import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDatabase,
  createLog,
  createServiceParts,
  type Database,
  reportHealth,
  withOrganization,
} from '../src/index';
import {
  createTestDatabase,
  createTestIdentity,
  startTestService,
  type TestDatabase,
  type TestService,
} from '../src/testing/index';
import { createNotesApp, notesMigrations } from './notes-service';

const acme = { id: 7, code: 'acme' };
const log = createLog('notes', 'silent');
const identity = createTestIdentity();
const token = identity.sign({ userId: 1, organizationId: acme.id });

const fullDisk = {
  name: '20261121000300_full_disk',
  up: async (knex: Knex) => {
    await knex.raw(`create function fail_write() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
    await knex.raw(
      'create trigger fail_write before insert on notes for each row execute function fail_write()',
    );
  },
  down: async () => undefined,
};
const migrations = [...notesMigrations, fullDisk];

let database: TestDatabase;
/** The service closes it when it stops. */
let db: Database;
let service: TestService;
beforeAll(async () => {
  database = await createTestDatabase(migrations);
  db = createDatabase({ url: database.appUrl, poolSize: 4 });
  service = await startTestService(
    createNotesApp({ ...database, db }, identity, async () => ({
      permissions: new Set(['OPERATOR'] as const),
      isSuperAdmin: false,
    })),
  );
});
afterAll(async () => {
  await service.close();
  await database.close();
});

describe('a write while the disk of the database is full', () => {
  it('answers 503 with Retry-After and makes the check of the database fail', async () => {
    const parts = createServiceParts({
      name: 'notes',
      db,
      natsUrl: 'nats://127.0.0.1:1',
      identity: { readKeys: async () => ({ keys: [] }), readRevokedSessions: async () => ({}) },
      migrations,
      consumers: [],
      log,
    });
    const checkDatabase = async () => {
      const { isReady, checks } = await reportHealth(parts.healthChecks);
      return { isReady, ...checks.find(({ name }) => name === 'database') };
    };
    expect(await checkDatabase()).toMatchObject({ isReady: true, status: 'up' });

    const refused = await service.request('POST', '/api/notes', {
      token,
      organization: acme,
      body: { text: 'anything' },
    });
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(refused.headers['retry-after']).toBe('2');
    expect(await checkDatabase()).toEqual({
      isReady: false,
      name: 'database',
      status: 'down',
      detail: expect.stringContaining('No space left on device'),
    });
    // The connection still works.
    expect(await withOrganization(db, acme.id, (tx) => tx('notes').select('id'))).toEqual([]);
    await parts.stop();
  });
});
