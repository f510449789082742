import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreateTaskResponse, Group, TaskResponse } from '@obieg/contracts';
import type { ObjectStore } from '@obieg/delivery';
import {
  ensureDatabases,
  type Obieg,
  type RunningNats,
  type RunningPostgres,
  requestSite,
  startNats,
  startObieg,
  startPostgres,
} from '@obieg/local';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from '../../local/test/processes';
import { openSite, type ProductSite } from '../../local/test/product-site';
import { backUp } from '../src/backup';
import { withClient } from '../src/database/connect';
import { createProgress } from '../src/progress';
import { openBackupPlace, readSettings } from '../src/settings';
import { openSource } from '../src/source';
import { listTasks, signIn } from './observe';
import { runProgram } from './run-program';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let root: string;
const folderOf = (name: string): string => join(root, name);
const productEnv = { LOG_LEVEL: 'warn', SUPER_ADMIN_PASSWORD: 'obieg-demo' };
const contentOf = (name: string): string => `%PDF-1.4 of ${name}\n%%EOF\n`;

/** A server that has the roles and empty databases, as an operator creates them. */
let postgres: RunningPostgres;
let nats: RunningNats;
/** Settings of `restore` to these servers. */
let addresses: Record<string, string>;
/** Address of the backup. */
let backup: string;
let sessionToken: string;
let groupId: number;
let task: { publicTaskId: number; page: TaskResponse };
let tasksBefore: unknown[];

const databaseUrl = (url: string, database: string, user?: string): string =>
  Object.assign(new URL(url), {
    pathname: `/${database}`,
    ...(user === undefined ? {} : { username: user, password: 'secret' }),
  }).href;

/** Uploads a file to a task, or as a visitor to a submission that is not sent yet. */
const upload = async (path: string, name: string, token?: string): Promise<void> => {
  const body = [
    `--limit\r\ncontent-disposition: form-data; name="file"; filename="${name}"`,
    `\r\ncontent-type: application/pdf\r\n\r\n${contentOf(name)}\r\n--limit--\r\n`,
  ].join('');
  const { status, text } = await requestSite('POST', path, {
    token,
    body: Buffer.from(body),
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
  });
  if (status !== 201) throw new Error(`The upload failed: ${status} ${text}`);
};

const readPage = async (site: string, token: string, publicTaskId: number): Promise<TaskResponse> =>
  (await requestSite('GET', `${site}/api/tasks/${publicTaskId}`, { token })).body as TaskResponse;

/** Makes a group and a task that only it may read, with two files, and a visitor's upload. */
const fill = async (site: ProductSite): Promise<void> => {
  groupId = (await site.call<Group>('POST', '/groups', { name: 'Archiwum' })).id;
  const body = { title: 'Do odtworzenia', visibleGroupIds: [groupId] };
  let created: CreateTaskResponse | undefined;
  await until('svc-tasks knows the group', async () => {
    const response = await site.send('POST', '/tasks', body);
    created = response.status === 201 ? (response.body as CreateTaskResponse) : undefined;
    return created !== undefined;
  });
  const publicTaskId = created?.publicTaskId ?? 0;
  const tasks = `${site.address}/api/tasks`;
  for (const name of ['zostaje.pdf', 'znika.pdf'])
    await upload(`${tasks}/${publicTaskId}/attachments`, name, site.token);
  await upload(`${tasks}/new/attachments`, 'gosc.pdf');
  task = { publicTaskId, page: await readPage(site.address, site.token, publicTaskId) };
  tasksBefore = await listTasks(site.address, site.token);
  sessionToken = site.token;
};

const findFile = (name: string) =>
  task.page.task.attachments.find(({ originalFilename }) => originalFilename === name);

/** A store whose first read comes after a user has deleted a file. */
const deleteBeforeRead = (store: ObjectStore, site: ProductSite): ObjectStore => {
  const path = `/tasks/${task.publicTaskId}/attachments/${findFile('znika.pdf')?.id}`;
  let deleted: Promise<unknown> | undefined;
  return {
    ...store,
    read: async (name) => {
      deleted ??= site.call('DELETE', path);
      await deleted;
      return store.read(name);
    },
  };
};

/** Backs up through a role with the rights that the manual states, while a user deletes a file. */
const backUpByAddresses = async (obieg: Obieg, site: ProductSite): Promise<string> => {
  const password = readFileSync(folderOf('product/postgres.password'), 'utf8').trim();
  const admin = `postgres://postgres:${password}@127.0.0.1:${obieg.ports.postgres}/postgres`;
  await withClient(admin, (client) =>
    client.query(`create role obieg_backup login bypassrls password 'secret' in role pg_read_all_data`),
  );
  const env = {
    OBIEG_DATA_DIR: folderOf('unused'),
    FILES_DIR: folderOf('product/files'),
    IDENTITY_BACKUP_DATABASE_URL: databaseUrl(admin, 'identity', 'obieg_backup'),
    WORKFLOW_BACKUP_DATABASE_URL: databaseUrl(admin, 'workflow', 'obieg_backup'),
    TASKS_BACKUP_DATABASE_URL: databaseUrl(admin, 'tasks', 'obieg_backup'),
  };
  const settings = readSettings(env);
  const source = await openSource(settings, env);
  const lines: string[] = [];
  const name = await backUp({
    source: { ...source, attachments: deleteBeforeRead(source.attachments, site) },
    place: openBackupPlace(folderOf('backups'), settings),
    passphrase: undefined,
    progress: createProgress((line) => lines.push(line)),
  });
  expect(lines.join('')).toContain('1 files were deleted meanwhile');
  expect(lines.join('')).not.toContain('is missing or damaged');
  return `${folderOf('backups')}/${name}`;
};

const startServers = async (): Promise<void> => {
  postgres = await startPostgres({ dataDir: folderOf('postgres'), isThrowAway: true });
  const databases = await ensureDatabases(postgres.url, root);
  nats = await startNats({ dataDir: folderOf('nats') });
  addresses = {
    NATS_URL: nats.url,
    FILES_DIR: folderOf('restored-files'),
    IDENTITY_DATABASE_URL: databases.identity.appUrl,
    IDENTITY_MIGRATION_DATABASE_URL: databases.identity.ownerUrl,
    WORKFLOW_DATABASE_URL: databases.workflow.appUrl,
    WORKFLOW_MIGRATION_DATABASE_URL: databases.workflow.ownerUrl,
    TASKS_DATABASE_URL: databases.tasks.appUrl,
    TASKS_MIGRATION_DATABASE_URL: databases.tasks.ownerUrl,
  };
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'obieg-given-addresses-'));
  const obieg = await startObieg({
    dataDir: folderOf('product'),
    ports: 'any',
    demo: false,
    env: productEnv,
  });
  try {
    const site = await openSite(obieg, 'Archiwum', 'archiwum');
    await fill(site);
    backup = await backUpByAddresses(obieg, site);
  } finally {
    await obieg.stop();
  }
  await startServers();
});
afterAll(async () => {
  await nats?.stop();
  await postgres?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Starts a product on the restored servers and files. */
const startRestored = (name: string): Promise<Obieg> => {
  // With another data folder, `npm start` would give the roles a new password.
  mkdirSync(folderOf(name));
  copyFileSync(folderOf('services.password'), folderOf(`${name}/services.password`));
  return startObieg({
    dataDir: folderOf(name),
    ports: 'any',
    demo: false,
    env: {
      ...productEnv,
      DATABASE_URL: postgres.url,
      NATS_URL: addresses['NATS_URL'],
      FILES_DIR: addresses['FILES_DIR'],
    },
  });
};

const emptyNats = async (): Promise<void> => {
  await nats.stop();
  rmSync(folderOf('nats'), { recursive: true, force: true });
  nats = await startNats({ dataDir: folderOf('nats') });
  addresses['NATS_URL'] = nats.url;
};

const runRestore = (...args: string[]) => runProgram(['restore', ...args], addresses);

/** A new group must reach svc-tasks and, back through svc-tasks, must then be in use at svc-identity. */
const expectEventsToFlow = async (site: string, token: string): Promise<void> => {
  const call = (method: string, path: string, body?: unknown) =>
    requestSite(method, `${site}/api${path}`, { token, body });
  const group = (await call('POST', '/groups', { name: 'Po odtworzeniu' })).body as Group;
  const body = { title: 'Nowe', visibleGroupIds: [group.id] };
  await until(
    'svc-tasks knows the new group',
    async () => (await call('POST', '/tasks', body)).status === 201,
  );
  await until('svc-identity knows the use of the group', async () => {
    const { status } = await call('DELETE', `/groups/${group.id}`);
    return status === 409;
  });
};

const expectRestoredProduct = async (name: string): Promise<void> => {
  const obieg = await startRestored(name);
  try {
    const site = obieg.gatewayUrl('archiwum');
    expect((await requestSite('GET', `${site}/api/auth/me`, { token: sessionToken })).status).toBe(200);
    const token = await signIn(site, 'super@obieg.test');
    const listed = await listTasks(site, token);
    expect(listed.filter(({ title }) => title !== 'Nowe')).toEqual(tasksBefore);
    const page = await readPage(site, token, task.publicTaskId);
    const kept = findFile('zostaje.pdf');
    expect(page).toEqual({ ...task.page, task: { ...task.page.task, attachments: [kept] } });
    const path = `/api/tasks/${task.publicTaskId}/attachments/${kept?.id}/download`;
    expect((await requestSite('GET', `${site}${path}`, { token })).text).toBe(contentOf('zostaje.pdf'));
    expect(await readPendingFiles()).toEqual([contentOf('gosc.pdf')]);
    await expectEventsToFlow(site, token);
  } finally {
    await obieg.stop();
  }
};

/** Contents of files whose submitter is not verified. */
const readPendingFiles = (): Promise<string[]> =>
  withClient(databaseUrl(postgres.url, 'tasks'), async (client) => {
    const { rows } = await client.query<{ object_name: string }>(
      'select object_name from pending_attachments',
    );
    return rows.map(({ object_name }) =>
      readFileSync(join(addresses['FILES_DIR'] ?? '', 'kept', object_name), 'utf8'),
    );
  });

const countRelations = (database: string): Promise<number> =>
  withClient(databaseUrl(postgres.url, database), async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_class where relnamespace = 'public'::regnamespace`,
    );
    return Number(rows[0]?.count);
  });

describe('npm run restore with database addresses', () => {
  it('restores a backup of database addresses to an existing, empty server', async () => {
    const { code, output } = await runRestore(backup);
    expect(output).not.toContain('WARNING');
    expect(output).toContain('read models equal their owners');
    expect(code).toBe(0);
    await expectRestoredProduct('first');
  });

  it('refuses a NATS with streams, and databases with data, before it stores a file', async () => {
    addresses['FILES_DIR'] = folderOf('untouched-files');
    const busy = await runRestore(backup);
    expect(busy).toMatchObject({ code: 1, output: expect.stringContaining('NATS has streams of a product') });
    await emptyNats();
    const filled = await runRestore(backup);
    expect(filled).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    expect(readdirSync(root)).not.toContain('untouched-files');
    addresses['FILES_DIR'] = folderOf('restored-files');
  });
});

describe('npm run restore -- --rebuild-only', () => {
  it('refuses to run without addresses and on databases without data', async () => {
    const without = await runProgram(['restore', '--rebuild-only'], { OBIEG_DATA_DIR: folderOf('unused') });
    expect(without).toMatchObject({ code: 2, output: expect.stringContaining('needs the addresses') });
    const other = await ensureEmptyDatabase();
    const empty = await runProgram(['restore', '--rebuild-only'], {
      ...addresses,
      TASKS_MIGRATION_DATABASE_URL: other,
    });
    expect(empty).toMatchObject({
      code: 1,
      output: expect.stringContaining('The databases tasks have no data of Obieg.'),
    });
  });

  it('refuses databases of a newer version', async () => {
    const owner = addresses['TASKS_MIGRATION_DATABASE_URL'] ?? '';
    const name = '20991231000000_from_the_future';
    await withClient(owner, (client) =>
      client.query('insert into migrations (name, batch, migration_time) values ($1, 99, now())', [name]),
    );
    const newer = await runRestore('--rebuild-only');
    await withClient(owner, (client) => client.query('delete from migrations where name = $1', [name]));
    expect(newer).toMatchObject({
      code: 1,
      output: expect.stringContaining('A newer version of Obieg wrote these databases'),
    });
  });

  it('rebuilds read models and NATS of databases that returned to an earlier time', async () => {
    await damageReadModels();
    const relations = await countRelations('tasks');
    const { code, output } = await runRestore('--rebuild-only');
    expect(output).not.toContain('WARNING');
    expect(output).toContain('read models equal their owners');
    expect(code).toBe(0);
    expect(await countRelations('tasks')).toBe(relations);
    await expectRestoredProduct('second');
  });
});

/** Removes copies, and puts the owners' counters behind the versions that their copies have seen. */
const damageReadModels = async (): Promise<void> => {
  const change = (database: string, sql: string) =>
    withClient(databaseUrl(postgres.url, database), (client) => client.query(sql));
  await change('identity', 'delete from visible_task_groups');
  await change('workflow', 'delete from task_uses');
  await change('tasks', 'delete from group_members');
  for (const database of ['identity', 'workflow', 'tasks'])
    await change(database, `select setval('aggregate_version', 1)`);
};

const ensureEmptyDatabase = async (): Promise<string> => {
  const owner = addresses['TASKS_MIGRATION_DATABASE_URL'] ?? '';
  await withClient(postgres.url, (client) => client.query('create database nothing owner tasks_owner'));
  return databaseUrl(owner, 'nothing');
};
