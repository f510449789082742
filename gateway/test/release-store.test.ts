import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStore } from '@obieg/delivery';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { readVersions, release, shell, tasks } from './releases';

let gateway: TestGateway;
afterEach(() => gateway.close());

const html = { accept: 'text/html' };
const versionsOf = () => readVersions(gateway, 'acme');
const fetchFile = (version: string, file: string, from = gateway) =>
  from.request('GET', `/remotes/mf-tasks/${version}/${file}`);

describe('the release store', () => {
  it('can be away: pages go on with what is known, and /readyz tells', async () => {
    gateway = await startGateway({ reportsReleases: true });
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    const readCheck = async () => {
      const { status, body } = await gateway.request('GET', '/readyz');
      expect(status).toBe(200);
      return body.checks.find(({ name }: { name: string }) => name === 'releases').status;
    };
    expect(await readCheck()).toBe('up');
    const remotes = join(gateway.staticRoot, 'remotes');
    renameSync(remotes, `${remotes}.away`);
    await pollUntil(async () => (await readCheck()) === 'down' || undefined, {
      describe: 'the store is away',
    });
    expect(await versionsOf()).toEqual({ shell: 's1', 'mf-tasks': 'v1' });
    expect((await gateway.request('GET', '/', { headers: html })).status).toBe(200);
    expect((await fetchFile('v1', 'lazy.js')).status).toBe(200);
    renameSync(`${remotes}.away`, remotes);
    await pollUntil(async () => (await readCheck()) === 'up' || undefined, { describe: 'the store is back' });
  });

  it('can lose its content during a read', async () => {
    let isLost = false;
    const wrapStore = (store: ObjectStore): ObjectStore => ({
      ...store,
      read: async (key) => (isLost ? undefined : store.read(key)),
    });
    gateway = await startGateway({ wrapStore });
    await release(gateway, tasks('v1'));
    await release(gateway, shell('s1'));
    isLost = true;
    for (let poll = 0; poll < 3; poll += 1)
      await expect(gateway.delivery.releases.refresh()).rejects.toThrow('The shell has disappeared');
    expect(await versionsOf()).toEqual({ shell: 's1', 'mf-tasks': 'v1' });
  });

  it('can lose a remote, which pages then do not get', async () => {
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await gateway.store.remove('remotes/mf-tasks/release.json');
    await pollUntil(async () => (await versionsOf())['mf-tasks'] === undefined || undefined, {
      describe: 'the remote is removed',
    });
    expect((await fetchFile('v1', 'lazy.js')).status).toBe(200);
  });

  it('is not asked for versions that do not exist, however often they are requested', async () => {
    let accesses = 0;
    const countAccess =
      <A extends unknown[], R>(call: (...parameters: A) => R) =>
      (...parameters: A): R => {
        accesses += 1;
        return call(...parameters);
      };
    let isCounting = false;
    const wrapStore = (store: ObjectStore): ObjectStore => {
      const counted = { read: countAccess(store.read), listFolders: countAccess(store.listFolders) };
      return {
        ...store,
        read: (key) => (isCounting && /\/v/.test(key) ? counted.read(key) : store.read(key)),
        listFolders: (prefix) =>
          isCounting && prefix !== 'remotes/' ? counted.listFolders(prefix) : store.listFolders(prefix),
      };
    };
    gateway = await startGateway({ wrapStore });
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    isCounting = true;
    const startedAt = Date.now();
    const requests = Array.from({ length: 60 }, (_, index) => [
      fetchFile(`v${index + 2}`, 'lazy.js'),
      fetchFile('v1', `missing${index}.js`),
      gateway.request('GET', `/remotes/mf-unknown${'x'.repeat(index % 9)}/v1/lazy.js`),
    ]).flat();
    for (const { status } of await Promise.all(requests)) expect(status).toBe(404);
    // The versions of a remote are listed at most once in five seconds.
    expect(accesses).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - startedAt) / 5_000));
  });

  it('is read once for concurrent requests of an older version', async () => {
    const reads: string[] = [];
    const wrapStore = (store: ObjectStore): ObjectStore => ({
      ...store,
      read: (key) => {
        reads.push(key);
        return store.read(key);
      },
    });
    gateway = await startGateway();
    await release(gateway, shell('s1'));
    await release(gateway, tasks('v1'));
    await release(gateway, tasks('v2'));
    const fresh = await startGateway({ environment: { STATIC_ROOT: gateway.staticRoot }, wrapStore });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetchFile('v1', 'lazy.js', fresh)));
    expect(answers.every(({ text }) => text === 'lazy v1')).toBe(true);
    expect(reads.filter((key) => key === 'remotes/mf-tasks/v1/lazy.js')).toHaveLength(1);
    await fresh.delivery.stop();
    expect(readdirSync(fresh.cacheFolder)).toEqual([]);
    await fresh.close();
  });
});
