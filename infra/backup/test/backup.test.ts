import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreateTaskResponse, Group } from '@obieg/contracts';
import { type Obieg, requestSite, startObieg } from '@obieg/local';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBurst } from '../../local/test/burst';
import { until } from '../../local/test/processes';
import { listTasks, observe, signIn } from './observe';
import { runProgram, runToSuccess } from './run-program';

/** Three products start one after another. On a busy machine, each takes minutes. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let root: string;
let bucket: S3rver;
let bucketAddress: string;
const productEnv = { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn', SUPER_ADMIN_PASSWORD: 'obieg-demo' };
const bucketEnv = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER', S3_REGION: 'us-east-1' };
const folderOf = (name: string): string => join(root, name);
const passphraseFile = (): string => folderOf('passphrase');

/** What the product showed before the backups, and what its writers had acknowledged. */
let before: Record<string, unknown>;
let sessionToken: string;
let acknowledgedBefore: Set<string>;
let acknowledged: Set<string>;
/** Addresses of the backups. */
let inFolder: string;
let inBucket: string;

const backUp = async (target: string, args: string[] = []): Promise<string> => {
  const output = await runToSuccess(['backup', target, ...args], {
    OBIEG_DATA_DIR: folderOf('product'),
    ...bucketEnv,
  });
  return /npm run restore -- (\S+)/.exec(output)?.[1] ?? '';
};

/** Creates an organization with the default workflow, which asks no questions. @returns its address and a token */
const createOrganization = async (obieg: Obieg): Promise<{ site: string; token: string }> => {
  const mainToken = await signIn(obieg.gatewayUrl(), 'super@obieg.test');
  await requestSite('POST', `${obieg.gatewayUrl()}/api/organizations`, {
    token: mainToken,
    body: { name: 'Burza', codeName: 'burza' },
  });
  const site = obieg.gatewayUrl('burza');
  const token = await signIn(site, 'super@obieg.test');
  await until('a first task', async () => {
    const body = { title: 'Pierwsze' };
    return (await requestSite('POST', `${site}/api/tasks`, { token, body })).status === 201;
  });
  return { site, token };
};

/** Backs up twice during submissions in burza. Nothing changes acme, which is compared. */
const backUpDuringBurst = async (obieg: Obieg): Promise<void> => {
  const burst = startBurst({ ...(await createOrganization(obieg)), title: 'Pralka' });
  await burst.untilMore(20);
  acknowledgedBefore = new Set(burst.acknowledged.keys());
  inFolder = await backUp(folderOf('backups'), ['--passphrase-file', passphraseFile()]);
  inBucket = await backUp(`${bucketAddress}/backups/daily`);
  await burst.untilMore(20);
  acknowledged = new Set((await burst.finish()).keys());
  expect(burst.failures).toEqual([]);
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'obieg-backup-'));
  writeFileSync(passphraseFile(), 'a passphrase of several words\n');
  mkdirSync(folderOf('buckets'));
  const buckets = ['backups', 'attachments'].map((name) => ({ name, configs: [] }));
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folderOf('buckets'),
    configureBuckets: buckets,
  });
  bucketAddress = `http://127.0.0.1:${(await bucket.run()).port}`;
  const obieg = await startObieg({ dataDir: folderOf('product'), ports: 'any', env: productEnv });
  try {
    before = await observe(obieg, 'acme');
    sessionToken = await signIn(obieg.gatewayUrl('acme'), 'anna@acme.test');
    await backUpDuringBurst(obieg);
  } finally {
    await obieg.stop();
  }
});
afterAll(async () => {
  await bucket?.close();
  rmSync(root, { recursive: true, force: true });
});

const restoreInto = async (name: string, backup: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const output = await runToSuccess(['restore', backup, ...args], {
    OBIEG_DATA_DIR: folderOf(name),
    ...bucketEnv,
    ...env,
  });
  expect(output).not.toContain('WARNING');
  return startObieg({ dataDir: folderOf(name), ports: 'any', env: { ...productEnv, ...env } });
};

const expectTasksOfBurst = async (obieg: Obieg): Promise<void> => {
  const site = obieg.gatewayUrl('burza');
  const tasks = await listTasks(site, await signIn(site, 'super@obieg.test'));
  const titles = tasks.map(({ title }) => title).filter((title) => title.startsWith('Pralka '));
  expect([...acknowledged]).toEqual(expect.arrayContaining(titles));
  expect(titles).toEqual(expect.arrayContaining([...acknowledgedBefore]));
  expect(new Set(titles).size).toBe(titles.length);
};

/** A new group must reach svc-tasks although its counters have seen later versions. */
const expectEventsToFlow = async (obieg: Obieg): Promise<void> => {
  const site = obieg.gatewayUrl('burza');
  const token = await signIn(site, 'super@obieg.test');
  const group = await requestSite('POST', `${site}/api/groups`, { token, body: { name: 'Po odtworzeniu' } });
  expect(group.status).toBe(201);
  const body = { title: 'Nowe zadanie', visibleGroupIds: [(group.body as Group).id] };
  let created: CreateTaskResponse | undefined;
  await until('svc-tasks knows the new group', async () => {
    const response = await requestSite('POST', `${site}/api/tasks`, { token, body });
    created = response.status === 201 ? (response.body as CreateTaskResponse) : undefined;
    return created !== undefined;
  });
  const numbers = (await listTasks(site, token)).map(({ publicTaskId }) => publicTaskId);
  expect(numbers.filter((number) => number === created?.publicTaskId)).toHaveLength(1);
};

describe('npm run restore', () => {
  it('restores an encrypted backup from a folder to a working product', async () => {
    const obieg = await restoreInto('from-folder', inFolder, ['--passphrase-file', passphraseFile()]);
    try {
      expect(await observe(obieg, 'acme')).toEqual(before);
      await expectTasksOfBurst(obieg);
      const me = await requestSite('GET', `${obieg.gatewayUrl('acme')}/api/auth/me`, { token: sessionToken });
      expect(me.status).toBe(200);
      await expectEventsToFlow(obieg);
      const key = 'keys/delivery.key.pem';
      expect(readFileSync(folderOf(`from-folder/${key}`))).toEqual(readFileSync(folderOf(`product/${key}`)));
    } finally {
      await obieg.stop();
    }
  });

  it('restores a backup from a bucket to a product with a bucket of attachments', async () => {
    const env = { S3_BUCKET_URL: `${bucketAddress}/attachments`, ...bucketEnv };
    const obieg = await restoreInto('from-bucket', inBucket, [], env);
    try {
      expect(await observe(obieg, 'acme')).toEqual(before);
      await expectTasksOfBurst(obieg);
      expect(existsSync(folderOf('from-bucket/files/kept'))).toBe(false);
    } finally {
      await obieg.stop();
    }
  });

  it('refuses a folder that is not empty', async () => {
    const args = ['restore', inFolder, '--passphrase-file', passphraseFile()];
    const { code, output } = await runProgram(args, { OBIEG_DATA_DIR: folderOf('product') });
    expect(output).toContain('is not empty. Set OBIEG_DATA_DIR to a new folder');
    expect(code).toBe(1);
  });

  it('refuses a wrong or missing passphrase', async () => {
    const wrongFile = folderOf('wrong');
    writeFileSync(wrongFile, 'another passphrase');
    const env = { OBIEG_DATA_DIR: folderOf('refused') };
    const wrong = await runProgram(['restore', inFolder, '--passphrase-file', wrongFile], env);
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('The passphrase is wrong.') });
    const missing = await runProgram(['restore', inFolder], env);
    expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('The backup is encrypted.') });
    expect(existsSync(folderOf('refused'))).toBe(false);
  });

  it.each(['databases/tasks', 'files/1', '.'])('refuses a changed byte below %s', async (part) => {
    const folder = join(inFolder, part);
    const file = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .at(
        part === '.'
          ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).indexOf('manifest.json')
          : 0,
      );
    const content = readFileSync(file ?? '');
    const changed = Buffer.from(content);
    const middle = changed.length >> 1;
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    writeFileSync(file ?? '', changed);
    const args = ['restore', inFolder, '--passphrase-file', passphraseFile()];
    const { code, output } = await runProgram(args, { OBIEG_DATA_DIR: folderOf('refused') });
    writeFileSync(file ?? '', content);
    expect(output).toContain('was changed or is damaged');
    expect(code).toBe(1);
    expect(existsSync(folderOf('refused'))).toBe(false);
  });
});

describe('npm run backup', () => {
  it('makes files that only their owner can read', () => {
    const paths = readdirSync(inFolder, { recursive: true, encoding: 'utf8' });
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) expect(statSync(join(inFolder, path)).mode & 0o077).toBe(0);
  });

  it('refuses the bucket of the attachments', async () => {
    const { code, output } = await runProgram(['backup', `${bucketAddress}/attachments/daily`], {
      OBIEG_DATA_DIR: folderOf('product'),
      S3_BUCKET_URL: `${bucketAddress}/attachments`,
      ...bucketEnv,
    });
    expect(output).toContain('Use another bucket for the backups.');
    expect(code).toBe(1);
  });
});
