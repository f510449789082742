import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPair, openStore, publishRemoteKeys } from '@obieg/delivery';
import { startBucket, type TestBucket, writeBuiltFolder } from '@obieg/delivery/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './run';

let root: string;
let bucket: TestBucket;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'obieg-deliver-'));
  bucket = await startBucket();
  writeFileSync(join(root, 'team.pem'), createKeyPair().privateKey);
});
afterEach(async () => {
  await bucket.close();
  rmSync(root, { recursive: true, force: true });
});

const build = (version: string, options: { id?: string; routes?: string[] } = {}): string => {
  const folder = join(root, `dist-${version}`);
  writeBuiltFolder({ folder, id: 'mf-a', version, ...options });
  return folder;
};

interface Answer {
  code: number;
  out: string;
  err: string;
}

const call = async (env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Answer> => {
  const answer = { code: 0, out: '', err: '' };
  answer.code = await run(args, {
    env,
    stdout: { write: (text) => (answer.out += text) },
    stderr: { write: (text) => (answer.err += text) },
  });
  return answer;
};

const folderStore = (): NodeJS.ProcessEnv => ({ DELIVERY_STORE: join(root, 'static') });
const bucketStore = (): NodeJS.ProcessEnv => ({
  DELIVERY_STORE: bucket.url,
  S3_REGION: bucket.credentials.region,
  S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
});

describe.each([
  ['a folder', folderStore],
  ['a bucket', bucketStore],
])('deliver to %s', (_name, storeOf) => {
  const deliver = (...args: string[]): Promise<Answer> =>
    call({ ...storeOf(), DELIVERY_KEY: join(root, 'team.pem') }, args);
  const succeed = async (...args: string[]): Promise<Answer> => {
    const answer = await deliver(...args);
    expect(answer.err).not.toMatch(/refused|Error/);
    expect(answer.code).toBe(0);
    return answer;
  };

  it('publishes, releases to one organization, promotes and rolls back', async () => {
    const published = await succeed('publish', build('v1'));
    expect(published.out).toContain('Published mf-a v1');
    expect(published.err).toContain('Uploading');
    expect((await succeed('publish', build('v1'))).out).toContain('already published');
    expect((await succeed('release', 'mf-a', 'v1')).out).toBe('All organizations get mf-a v1.\n');

    await succeed('publish', build('v2'));
    const canary = await succeed(
      'release',
      'mf-a',
      'v2',
      '--organizations',
      'globex, acme',
      '--percent',
      '10',
    );
    expect(canary.out).toBe(
      '10 % of the organizations and acme, globex: mf-a v2.\nAll others get mf-a v1.\n',
    );
    expect((await succeed('promote', 'mf-a', '--by', 'anna')).out).toBe('All organizations get mf-a v2.\n');
    expect((await succeed('rollback', 'mf-a', '--reason', 'errors')).out).toBe(
      'All organizations get mf-a v1.\n',
    );
    expect((await succeed('rollback', 'mf-a', 'v2')).out).toBe('All organizations get mf-a v2.\n');

    const { history } = JSON.parse((await succeed('history', 'mf-a', '--json')).out);
    expect(history).toMatchObject([
      { action: 'rollback', version: 'v2' },
      { action: 'rollback', version: 'v1', reason: 'errors' },
      { action: 'promote', version: 'v2', by: 'anna' },
      { action: 'release', version: 'v2', isCanary: true },
      { action: 'release', version: 'v1', by: expect.stringMatching(/.@./) },
    ]);
    expect((await succeed('history', 'mf-a')).out).toContain('release (canary)');
    expect((await succeed('prune')).out).toContain('Nothing was removed');
  });

  it('shows the state of every remote', async () => {
    expect((await succeed('status')).out).toContain('Nothing is published');
    await succeed('publish', build('v1'));
    await succeed('publish', build('v2'));
    await succeed('deploy', build('shell-1', { id: 'shell' }));
    await succeed('release', 'mf-a', 'v1');
    await succeed('release', 'mf-a', 'v2', '--percent', '5');
    const { out } = await succeed('status');
    expect(out).toContain('mf-a: revision 2, canary 5 % of the organizations');
    expect(out).toMatch(/v1 +stable +built 2026/);
    expect(out).toMatch(/v2 +canary +built 2026/);
    expect(out).toContain('shell: revision 1');
    expect(JSON.parse((await succeed('status', 'mf-a', '--json')).out)).toMatchObject({
      remotes: [{ id: 'mf-a', revision: 2, stable: 'v1', canary: { version: 'v2', percent: 5 } }],
    });
  });

  it('tells all but one of several people who release at once', async () => {
    for (const version of ['v1', 'v2', 'v3']) await succeed('publish', build(version));
    await succeed('release', 'mf-a', 'v1');
    const answers = await Promise.all(
      ['v2', 'v3', 'v2'].map((version) => deliver('release', 'mf-a', version)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    for (const { code, err } of answers) if (code === 1) expect(err).toContain('at the same time');
  });

  it('refuses with a code, a reason and what to do', async () => {
    await succeed('publish', build('v1'));
    const unknown = await deliver('release', 'mf-a', 'v9');
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Publish it first') });
    const json = await deliver('promote', 'mf-a', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out).error).toMatchObject({ code: 'NOTHING_TO_PROMOTE' });
    await succeed('publish', build('b1', { id: 'mf-b', routes: ['/mf-a'] }));
    await succeed('release', 'mf-a', 'v1');
    expect(await deliver('release', 'mf-b', 'b1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('already has the route /mf-a'),
    });
  });

  it("refuses another team's key before it uploads", async () => {
    const keys = join(root, 'keys.json');
    writeFileSync(keys, JSON.stringify({ 'mf-a': createKeyPair().publicKey }));
    const answer = await deliver('publish', build('v1'), '--remote-keys', keys);
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('not a key of mf-a') });
    expect((await succeed('status')).out).toContain('Nothing is published');
  });

  it('checks signatures against the keys that the gateways have published', async () => {
    const unchecked = await deliver('publish', build('v1'));
    expect(unchecked).toMatchObject({ code: 0, err: expect.stringContaining('signatures are not checked') });
    const { DELIVERY_STORE = '', S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY, S3_REGION } = storeOf();
    const store = openStore(
      DELIVERY_STORE,
      accessKeyId
        ? { region: S3_REGION ?? '', accessKeyId, secretAccessKey: S3_SECRET_ACCESS_KEY ?? '' }
        : undefined,
    );
    const teamKey = createPublicKey(readFileSync(join(root, 'team.pem')));
    const otherKey = createPublicKey(createKeyPair().publicKey);
    await publishRemoteKeys(store, new Map([['mf-a', [otherKey]]]));
    expect(await deliver('release', 'mf-a', 'v1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not fit a key of mf-a'),
    });
    expect(await deliver('publish', build('v2'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('not a key of mf-a'),
    });
    await publishRemoteKeys(store, new Map([['mf-a', [otherKey, teamKey]]]));
    expect(await deliver('release', 'mf-a', 'v1')).toMatchObject({ code: 0, err: '' });
  });

  it('widens a canary', async () => {
    for (const version of ['v1', 'v2']) await succeed('publish', build(version));
    await succeed('release', 'mf-a', 'v1');
    await succeed('release', 'mf-a', 'v2', '--organizations', 'globex');
    const { out } = await succeed('release', 'mf-a', 'v2', '--organizations', 'acme');
    expect(out).toContain('acme, globex: mf-a v2.');
  });

  it.each([[['--organizations', 'acme']], [[]]])('says which canary a release %j ends', async (audience) => {
    for (const version of ['v1', 'v2', 'v3']) await succeed('publish', build(version));
    await succeed('release', 'mf-a', 'v1');
    await succeed('release', 'mf-a', 'v2', '--organizations', 'globex');
    const { err } = await succeed('release', 'mf-a', 'v3', ...audience);
    expect(err).toContain('Ended the canary v2 of globex.');
  });

  it('ends no canary by releasing it to all', async () => {
    for (const version of ['v1', 'v2']) await succeed('publish', build(version));
    await succeed('release', 'mf-a', 'v1');
    await succeed('release', 'mf-a', 'v2', '--organizations', 'globex');
    expect((await succeed('release', 'mf-a', 'v2')).err).not.toContain('Ended');
  });

  it('refuses to release a changed version if public keys are given', async () => {
    await succeed('publish', build('v1'));
    const keys = join(root, 'keys.json');
    writeFileSync(keys, JSON.stringify({ 'mf-a': createKeyPair().publicKey }));
    const answer = await deliver('release', 'mf-a', 'v1', '--remote-keys', keys);
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('does not fit') });
  });
});

describe('deliver release --organizations', () => {
  const hosts: (string | undefined)[] = [];
  let site: Server;
  beforeEach(async () => {
    hosts.length = 0;
    site = createServer(({ headers }, response) => {
      hosts.push(headers.host);
      const isKnown = headers.host?.startsWith('acme.');
      response.writeHead(isKnown ? 401 : 404, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: isKnown ? 'UNAUTHORIZED' : 'ORGANIZATION_NOT_FOUND' }));
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    await call({ ...folderStore(), DELIVERY_KEY: join(root, 'team.pem') }, ['publish', build('v1')]);
  });
  afterEach(() => void site.close());
  const releaseTo = (organizations: string, env: NodeJS.ProcessEnv) =>
    call({ ...folderStore(), ...env }, ['release', 'mf-a', 'v1', '--organizations', organizations]);
  const siteHost = () => `obieg.localhost:${(site.address() as AddressInfo).port}`;

  it('refuses code names that no organization of the site has', async () => {
    const env = { DELIVERY_SITE: `http://${siteHost()}` };
    expect(await releaseTo('acme, nosuch', env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No organization has the code name nosuch.'),
    });
    expect(hosts).toEqual([`acme.${siteHost()}`, `nosuch.${siteHost()}`]);
    expect((await releaseTo('acme, main', env)).code).toBe(0);
  });

  it('says that it does not check them without the address of the site', async () => {
    expect(await releaseTo('nosuch', {})).toMatchObject({
      code: 0,
      err: expect.stringContaining('code names are not checked'),
    });
    expect((await releaseTo('main', {})).err).not.toContain('code names');
  });

  it('refuses an address that is none', async () => {
    expect(await releaseTo('acme', { DELIVERY_SITE: 'obieg' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--site takes the address'),
    });
  });
});

describe('deliver', () => {
  const deliver = (...args: string[]): Promise<Answer> =>
    call({ ...folderStore(), DELIVERY_KEY: join(root, 'team.pem') }, args);

  it.each([
    [[], 'The command is missing'],
    [['unknown'], 'Unknown command "unknown"'],
    [['keys', 'destroy', 'mf-a'], 'Unknown command "keys"'],
    [['publish'], 'publish takes: <folder>'],
    [['release', 'mf-a'], 'release takes: <id> <version>'],
    [['history'], 'history takes: <id>'],
    [['status', 'mf-a', 'mf-b'], 'status takes: [<id>]'],
    [['deploy'], 'deploy takes: <folder>...'],
    [['status', '--colour'], '--colour'],
    [['release', 'mf-a', 'v1', '--percent', 'ten'], 'whole number'],
    [['release', 'mf-a', 'v1', '--percent', '101'], 'percent'],
    [['release', 'mf-a', 'v1', '--organizations', ''], 'organizations'],
    [['release', 'mf-a', '../v1'], 'version'],
    [['keys', 'create', '../mf-a'], 'not a remote id'],
    [['publish', 'dist', '--key', 'missing.pem'], 'cannot be read'],
  ])('answers %j with usage and exit code 2', async (args, message) => {
    const { code, err } = await deliver(...args);
    expect(err).toContain(message);
    expect(err).toContain('Usage: deliver');
    expect(code).toBe(2);
  });

  it('requires a store and a key', async () => {
    expect(await call({}, ['status'])).toMatchObject({ code: 2, err: expect.stringContaining('--store') });
    expect(await call(folderStore(), ['publish', build('v1')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--key'),
    });
    expect(await call({ DELIVERY_STORE: bucket.url }, ['status'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('S3_ACCESS_KEY_ID'),
    });
  });

  it('publishes without a signature only if asked to', async () => {
    expect((await call(folderStore(), ['publish', build('v1'), '--unsigned'])).code).toBe(0);
    expect(existsSync(join(root, 'static/remotes/mf-a/v1/remote.json'))).toBe(true);
    expect(existsSync(join(root, 'static/remotes/mf-a/v1/remote.json.sig'))).toBe(false);
  });

  it('reports an unreachable store', async () => {
    await bucket.close();
    const { code, err } = await call(bucketStore(), ['status']);
    expect(code).toBe(1);
    expect(err).not.toBe('');
    expect(err).not.toContain(bucket.credentials.secretAccessKey);
  });

  it('prints usage with --help', async () => {
    expect(await deliver('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage: deliver'),
    });
  });

  it('removes control characters that another person wrote', async () => {
    await deliver('publish', build('v1'));
    await deliver('release', 'mf-a', 'v1', '--by', 'anna\u001b[2J');
    expect((await deliver('history', 'mf-a')).out).not.toContain('\u001b');
    const foreign = {
      ...JSON.parse(readFileSync(join(root, 'static/remotes/mf-a/v1/remote.json'), 'utf8')),
      version: '\u001b[2J',
    };
    writeFileSync(join(root, 'static/remotes/mf-a/v1/remote.json'), JSON.stringify(foreign));
    const refused = await deliver('release', 'mf-a', 'v1');
    expect(refused.code).toBe(1);
    expect(refused.err).not.toContain('\u001b');
    expect((await deliver('status')).out).not.toContain('\u001b');
  });

  it('creates a key pair that signs, and never overwrites it', async () => {
    const folder = join(root, 'keys');
    mkdirSync(folder);
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    const created = await deliver('keys', 'create', 'mf-a', '--json');
    const { privateFile, publicFile, remoteKeys } = JSON.parse(created.out);
    expect(statSync(privateFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(publicFile, 'utf8')).toContain('PUBLIC KEY');
    expect(await deliver('keys', 'create', 'mf-a')).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists'),
    });
    const keys = join(root, 'remote-keys.json');
    writeFileSync(keys, JSON.stringify(remoteKeys));
    expect((await deliver('publish', build('v1'), '--key', privateFile, '--remote-keys', keys)).code).toBe(0);
    expect((await deliver('release', 'mf-a', 'v1', '--remote-keys', keys)).code).toBe(0);
  });
  it('warns of a private key that git would add', async () => {
    const folder = join(root, 'team');
    mkdirSync(folder);
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    const warning = 'git does not ignore the private key';
    expect((await deliver('keys', 'create', 'mf-a')).out).not.toContain(warning);
    execFileSync('git', ['init', '--quiet', folder]);
    expect((await deliver('keys', 'create', 'mf-b')).out).toContain(warning);
    writeFileSync(join(folder, '.gitignore'), '*.key.pem\n');
    expect((await deliver('keys', 'create', 'mf-c')).out).not.toContain(warning);
  });
});
