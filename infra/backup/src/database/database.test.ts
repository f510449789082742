import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@obieg/delivery';
import { ensureDatabase, type RunningPostgres, type ServiceDatabase, startPostgres } from '@obieg/local';
import { relayLock } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArchiveReader } from '../archive/archive-reader';
import { createArchiveWriter } from '../archive/archive-writer';
import type { DatabaseCopy } from '../archive/manifest';
import { openClient, withClient } from './connect';
import { dumpDatabase } from './dump';
import { loadDatabase } from './load';
import { openSnapshots } from './snapshots';

/** What our migrations create: forced row-level security, foreign keys, triggers, generated columns, sequences. */
const schema = `
  create table migrations (id serial, name text);
  insert into migrations (name) values ('1_first');
  create sequence aggregate_version;
  create table owners (organization_id bigint not null, id bigint generated always as identity primary key,
    name text not null, search_text text generated always as (lower(name)) stored, best_item bigint);
  create table items (organization_id bigint not null, id bigint primary key, parent bigint references items,
    owner bigint not null references owners, note text, readers text[], details jsonb);
  alter table owners add foreign key (best_item) references items;
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
  create table quiet (organization_id bigint not null);
  create trigger refuse_rows before insert on quiet for each row execute function refuse();
  alter table owners enable row level security;
  alter table owners force row level security;
  create policy tenant on owners using (organization_id = current_setting('app.organization_id')::bigint)`;

const rows = `
  insert into owners (organization_id, name) select 1 + i % 3, 'Żółć ' || i from generate_series(1, 500) i;
  insert into items select 1, i, nullif(501 - i, i), i, E'tab\\tline\\n\\\\.' || i, array['a', null, 'b,"c'], '{"a": "\\n"}'
    from generate_series(1, 500) i;
  update owners set best_item = 501 - id;
  select setval('aggregate_version', 4000000001);
  alter table quiet disable trigger refuse_rows;
  insert into quiet values (1);
  alter table quiet enable trigger refuse_rows`;

let folder: string;
let server: RunningPostgres;
let source: ServiceDatabase;
let copy: DatabaseCopy;
const adminUrl = (name: string): string => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
const archiveStore = () => openStore(join(folder, 'archive'));
const archive = () => createArchiveReader(archiveStore(), 'one', undefined);
const createDatabase = async (name: string): Promise<ServiceDatabase> => {
  const database = await ensureDatabase(server.url, name, 'secret');
  await withClient(database.ownerUrl, (client) => client.query(schema));
  return database;
};
const readAll = async (name: string) =>
  withClient(adminUrl(name), async (client) => ({
    owners: (await client.query('select * from owners order by id')).rows,
    items: (await client.query('select * from items order by id')).rows,
    quiet: (await client.query('select * from quiet')).rows,
  }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-databases-'));
  server = await startPostgres({ dataDir: join(folder, 'postgres'), isThrowAway: true });
  source = await createDatabase('source');
  await withClient(adminUrl('source'), (client) => client.query(rows));
  const { clients, close } = await openSnapshots(everywhere(adminUrl('source')));
  copy = await dumpDatabase(clients.tasks, createArchiveWriter(archiveStore(), 'one', undefined), 'tasks');
  await close();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The database of svc-tasks, with two other databases beside it. */
const everywhere = (tasks: string) => {
  const other = (name: string): string => Object.assign(new URL(tasks), { pathname: `/${name}` }).href;
  return { identity: other('postgres'), workflow: other('template1'), tasks };
};

describe('loadDatabase', () => {
  it('restores every row, value and sequence with the owner role', async () => {
    const { ownerUrl } = await createDatabase('restored');
    await withClient(ownerUrl, (client) => loadDatabase(client, archive(), copy));
    expect(await readAll('restored')).toEqual(await readAll('source'));
    await withClient(ownerUrl, async (client) => {
      const { rows: values } = await client.query(`select nextval('aggregate_version')::text as version`);
      expect(values).toEqual([{ version: '4000000002' }]);
      await client.query(`set app.organization_id = '2'`);
      const { rows: visible } = await client.query('select count(*)::int from owners');
      expect(visible).toEqual([{ count: 167 }]);
      await expect(client.query('insert into items values (1, 501, null, 999)')).rejects.toThrow(
        'foreign key',
      );
      await expect(client.query('insert into quiet values (2)')).rejects.toThrow('refused');
    });
  });

  it.each([
    [
      'a row is missing',
      (one: DatabaseCopy) => ({
        ...one,
        tables: one.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
      }),
    ],
    ['a table is unknown', (one: DatabaseCopy) => ({ ...one, tables: one.tables.slice(1) })],
    [
      'a sequence is unknown',
      (one: DatabaseCopy) => ({ ...one, sequences: [{ name: 'other', lastValue: '1', isCalled: true }] }),
    ],
  ])('loads nothing if %s', async (name, damage) => {
    const { ownerUrl, name: database } = await createDatabase(`refused_${name.replaceAll(' ', '_')}`);
    await expect(
      withClient(ownerUrl, (client) => loadDatabase(client, archive(), damage(copy))),
    ).rejects.toThrow();
    expect(await readAll(database)).toEqual({ owners: [], items: [], quiet: [] });
  });
});

describe('openSnapshots', () => {
  it('refuses a role from which policies hide rows', async () => {
    await expect(openSnapshots(everywhere(source.ownerUrl))).rejects.toThrow('Use a role with BYPASSRLS');
  });

  it('waits for a publishing relay and then sees what the relay has published', async () => {
    const { name } = await createDatabase('published');
    const relay = await openClient(adminUrl(name));
    await relay.query('begin');
    await relay.query('select pg_advisory_xact_lock($1)', [relayLock]);
    let isOpen = false;
    const opening = openSnapshots(everywhere(adminUrl(name))).then((snapshots) => {
      isOpen = true;
      return snapshots;
    });
    await expect
      .poll(
        async () =>
          (await relay.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
        { timeout: 10_000 },
      )
      .toBe(1);
    expect(isOpen).toBe(false);
    await relay.query(`insert into owners (organization_id, name) values (1, 'late')`);
    await relay.query('commit');
    const { clients, close } = await opening;
    await relay.query(`insert into owners (organization_id, name) values (1, 'later')`);
    expect((await clients.tasks.query('select name from owners')).rows).toEqual([{ name: 'late' }]);
    const { rows: free } = await relay.query('select pg_try_advisory_lock($1) as free', [relayLock]);
    expect(free).toEqual([{ free: true }]);
    await Promise.all([close(), relay.end()]);
  });
});
