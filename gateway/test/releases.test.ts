import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endCanary, promoteCanary, readPublishedRemoteKeys, releaseVersion, rollBack } from '@obieg/delivery';
import { startBucket } from '@obieg/delivery/testing';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { createTeamKeys, forcePointer, publish, readVersions, release, shell, tasks } from './releases';

let gateway: TestGateway;
afterEach(() => gateway.close());

const html = { accept: 'text/html' };
const by = 'anna@example.com';
const now = () => new Date();

const versionsOf = (organization = 'acme', from = gateway) => readVersions(from, organization);

const untilServed = (id: string, version: string) =>
  pollUntil(async () => (await versionsOf())[id] === version || undefined, {
    describe: `${id} ${version} is served`,
  });

const fetchFile = (version: string, file: string, from = gateway) =>
  from.request('GET', `/remotes/mf-tasks/${version}/${file}`);

const readProblem = (id: string) => gateway.delivery.releases.current().get(id)?.problem;

describe('a release', () => {
  it('reaches new pages without a restart, and so do its rollback and the next one', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await publish(gateway.store, tasks('v2'));
    await releaseVersion(gateway.store, 'mf-tasks', { version: 'v2', by, at: now() });
    await untilServed('mf-tasks', 'v2');
    await rollBack(gateway.store, 'mf-tasks', { by, at: now() });
    await untilServed('mf-tasks', 'v1');
    await release(gateway, shell('s2'));
    const page = await gateway.request('GET', '/', { headers: html });
    expect(page.text).toContain('<!-- s2 -->');
    expect(page.text).toContain('src="/remotes/shell/s2/assets/main.0123456789.js"');
  });

  it('leaves open tabs their version over many releases, also in a new gateway', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    for (let count = 1; count <= 12; count += 1) await release(gateway, tasks(`v${count}`));
    expect((await fetchFile('v1', 'lazy.js')).text).toBe('lazy v1');
    const other = await startGateway({ environment: { STATIC_ROOT: gateway.staticRoot } });
    expect(await versionsOf('acme', other)).toMatchObject({ 'mf-tasks': 'v12' });
    expect((await fetchFile('v1', 'lazy.js', other)).text).toBe('lazy v1');
    await other.close();
  });

  it('comes from a bucket, too', async () => {
    const bucket = await startBucket();
    const { region, accessKeyId, secretAccessKey } = bucket.credentials;
    gateway = await startGateway({
      environment: {
        STATIC_BUCKET_URL: bucket.url,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    });
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await release(gateway, tasks('v2'));
    expect(await versionsOf()).toEqual({ shell: 's1', 'mf-tasks': 'v2' });
    expect((await fetchFile('v1', 'lazy.js')).text).toBe('lazy v1');
    await bucket.close();
    expect((await fetchFile('v1', 'lazy.js')).status).toBe(200);
    await pollUntil(
      async () =>
        (await gateway.delivery.releases.refresh().catch((error: Error) => error.message)) ?? undefined,
      { describe: 'the store is unavailable' },
    );
    expect(await versionsOf()).toEqual({ shell: 's1', 'mf-tasks': 'v2' });
  });
});

describe('a canary', () => {
  it('is what named organizations and the main domain get, until it is promoted or ended', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await release(gateway, tasks('v2'), { organizations: ['globex', 'main'] });
    expect(await versionsOf('acme')).toMatchObject({ 'mf-tasks': 'v1' });
    expect(await versionsOf('globex')).toMatchObject({ 'mf-tasks': 'v2' });
    expect(await versionsOf('main')).toMatchObject({ 'mf-tasks': 'v2' });

    await endCanary(gateway.store, 'mf-tasks', { by, at: now() });
    await gateway.delivery.releases.refresh();
    expect(await versionsOf('globex')).toMatchObject({ 'mf-tasks': 'v1' });

    await release(gateway, shell('s2'), { percent: 100 });
    await release(gateway, tasks('v2'), { organizations: ['globex'] });
    await promoteCanary(gateway.store, 'mf-tasks', { by, at: now() });
    await gateway.delivery.releases.refresh();
    expect(await versionsOf('acme')).toEqual({ shell: 's2', 'mf-tasks': 'v2' });
  });

  it('keeps an organization that was renamed since', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await release(gateway, tasks('v2'), { organizations: ['dawna'] });
    expect(await versionsOf('acme')).toMatchObject({ 'mf-tasks': 'v2' });
    expect(await versionsOf('globex')).toMatchObject({ 'mf-tasks': 'v1' });
  });

  it('gets its share of the organizations, each of them always the same version', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await release(gateway, tasks('v2'), { percent: 30 });
    const countCanary = async (): Promise<string[]> => {
      const codes = Array.from({ length: 200 }, (_, index) => `org${index}`);
      const versions = await Promise.all(codes.map((code) => versionsOf(code)));
      return codes.filter((_, index) => versions[index]?.['mf-tasks'] === 'v2');
    };
    const first = await countCanary();
    expect(first.length).toBeGreaterThan(30);
    expect(first.length).toBeLessThan(90);
    expect(await countCanary()).toEqual(first);
  });
});

describe('a version whose signature or digest does not fit', () => {
  const tamperings: [name: string, tamper: (root: string) => Promise<void> | void][] = [
    ['has one changed byte', (root) => writeFileSync(join(root, 'lazy.js'), 'lazy v3')],
    ['has a changed compressed file', (root) => writeFileSync(join(root, 'long.js.br'), 'x')],
    [
      'has a changed manifest',
      (root) => writeFileSync(join(root, 'remote.json'), JSON.stringify({ version: 'v2' })),
    ],
    ['has the signature of other bytes', (root) => writeFileSync(join(root, 'remote.json.sig'), 'AAAA')],
  ];
  const keys = createTeamKeys('shell', 'mf-tasks');
  const start = async () => {
    gateway = await startGateway({ environment: { REMOTE_KEYS: keys.remoteKeys } });
    await release(gateway, shell('s1'), keys);
    await release(gateway, tasks('v1'), keys);
  };
  const v2 = () => {
    const built = tasks('v2');
    return { ...built, files: { ...built.files, 'long.js': 'x'.repeat(5_000) } };
  };
  const expectRefused = async () => {
    await gateway.delivery.releases.refresh();
    expect(await versionsOf()).toMatchObject({ 'mf-tasks': 'v1' });
    expect(readProblem('mf-tasks')).toContain('v2');
    expect((await fetchFile('v2', 'remoteEntry.js')).status).toBe(404);
    expect(gateway.lines.filter((line) => line.includes('release refused'))).toHaveLength(1);
    const { text } = await gateway.request('GET', '/metrics');
    expect(text).toMatch(/obieg_remote_release_problem\{remote="mf-tasks"[^}]*\} 1/);
    expect(text).toMatch(/obieg_remote_releases_refused_total\{remote="mf-tasks"[^}]*\} 1/);
    const fresh = await startGateway({
      environment: { STATIC_ROOT: gateway.staticRoot, REMOTE_KEYS: keys.remoteKeys },
      reportsReleases: true,
    });
    expect(await versionsOf('acme', fresh)).toEqual({ shell: 's1', 'mf-tasks': 'v1' });
    const { status, body } = await fresh.request('GET', '/readyz');
    expect(status).toBe(200);
    expect(body.checks).toContainEqual({
      name: 'refused releases',
      status: 'down',
      detail: expect.stringMatching(/^mf-tasks: .*v2.* Pages get v1\.$/),
    });
    expect((await fetchFile('v2', 'remoteEntry.js', fresh)).status).toBe(404);
    expect((await fetchFile('v1', 'remoteEntry.js', fresh)).status).toBe(200);
    await fresh.close();
  };

  it.each(tamperings)('is never served if it %s', async (_name, tamper) => {
    await start();
    await publish(gateway.store, v2(), keys.privateKey);
    await tamper(join(gateway.staticRoot, 'remotes/mf-tasks/v2'));
    await forcePointer(gateway, 'mf-tasks', { stable: 'v2' });
    await expectRefused();
  });

  it.each([
    ['not signed', undefined],
    ["signed with another team's key", createTeamKeys('mf-admin').privateKey],
  ])('is never served if it is %s', async (_name, privateKey) => {
    await start();
    await publish(gateway.store, v2(), privateKey);
    await releaseVersion(gateway.store, 'mf-tasks', { version: 'v2', by, at: now() });
    await expectRefused();
  });

  it('does not bring back a version that was rolled back before', async () => {
    await start();
    await release(gateway, tasks('v1b'), keys);
    await rollBack(gateway.store, 'mf-tasks', { by, at: now() });
    await publish(gateway.store, v2());
    await releaseVersion(gateway.store, 'mf-tasks', { version: 'v2', by, at: now() });
    const fresh = await startGateway({
      environment: { STATIC_ROOT: gateway.staticRoot, REMOTE_KEYS: keys.remoteKeys },
    });
    expect(await versionsOf('acme', fresh)).toEqual({ shell: 's1', 'mf-tasks': 'v1' });
    await fresh.close();
  });

  it('is refused by tools, which find the keys of the gateways in the store', async () => {
    await start();
    const published = await pollUntil(() => readPublishedRemoteKeys(gateway.store), {
      describe: 'the keys are published',
    });
    const version = await publish(gateway.store, v2(), createTeamKeys('mf-admin').privateKey);
    const released = releaseVersion(gateway.store, 'mf-tasks', { version, by, at: now(), keys: published });
    await expect(released).rejects.toThrow('does not fit a key of mf-tasks');
  });

  it('is not served to open tabs either', async () => {
    await start();
    await publish(gateway.store, v2());
    expect((await fetchFile('v2', 'remoteEntry.js')).status).toBe(404);
  });
});

describe('a pointer', () => {
  it('that is damaged leaves its remote as it is', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    const file = join(gateway.staticRoot, 'remotes/mf-tasks/release.json');
    const content = readFileSync(file, 'utf8');
    writeFileSync(file, '{"revision": 2,');
    await gateway.delivery.releases.refresh();
    expect(readProblem('mf-tasks')).toContain('release.json of mf-tasks is damaged');
    expect(await versionsOf()).toMatchObject({ 'mf-tasks': 'v1' });
    await release(gateway, shell('s2'));
    expect(await versionsOf()).toEqual({ shell: 's2', 'mf-tasks': 'v1' });
    writeFileSync(file, content);
    await gateway.delivery.releases.refresh();
    expect(readProblem('mf-tasks')).toBeNull();
  });

  it('that names a version without files leaves the earlier one', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await forcePointer(gateway, 'mf-tasks', { stable: 'v9' });
    expect(await versionsOf()).toMatchObject({ 'mf-tasks': 'v1' });
    expect(readProblem('mf-tasks')).toContain('mf-tasks v9 is not in');
  });
});

describe('two remotes that claim one route', () => {
  const rival = (version: string, ...routes: string[]) => ({ id: 'mf-rival', version, routes });

  it('leave it to the one that has it, even if the other backdates its release', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, rival('r1', '/rival'));
    await release(gateway, tasks('v1'));
    await publish(gateway.store, rival('r2', '/rival', '/task/:id'));
    const history = [
      { at: '2020-01-01T00:00:00.000Z', by, action: 'release' as const, version: 'r2', reason: null },
    ];
    await forcePointer(gateway, 'mf-rival', { stable: 'r2', history });
    expect(await versionsOf()).toEqual({ shell: 's1', 'mf-tasks': 'v1', 'mf-rival': 'r1' });
    expect(readProblem('mf-rival')).toContain('/task/:id, which mf-tasks already has');
    expect(readProblem('mf-tasks')).toBeNull();
  });

  it('leave it to the earlier release in a new gateway', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await publish(gateway.store, rival('r1', '/tasks'));
    const history = [
      { at: now().toISOString(), by, action: 'release' as const, version: 'r1', reason: null },
    ];
    await forcePointer(gateway, 'mf-rival', { stable: 'r1', history });
    const fresh = await startGateway({ environment: { STATIC_ROOT: gateway.staticRoot } });
    expect(await versionsOf('acme', fresh)).toEqual({ shell: 's1', 'mf-tasks': 'v1' });
    await fresh.close();
  });
});
