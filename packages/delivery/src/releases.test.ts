import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remoteContractVersion } from '@obieg/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReleaseConflictError } from './errors';
import type { ObjectStore } from './object-store';
import { pruneVersions } from './prune';
import { publishFolder } from './publish-folder';
import { readPointer } from './release-pointer';
import { endCanary, promoteCanary, releaseVersion, rollBack } from './releases';
import { type BuiltFolderOptions, writeBuiltFolder } from './testing/built-folder';
import { stores, type TestStore } from './testing/stores';

const dayMs = 24 * 60 * 60 * 1_000;
const start2026 = new Date('2026-01-01T00:00:00Z');
const by = 'anna@acme.example';

describe.each(stores)('releases in %s', (_name, start) => {
  let folder: string;
  let test: TestStore;
  let store: ObjectStore;
  let minutes = 0;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'obieg-releases-'));
    test = await start();
    store = test.store;
    minutes = 0;
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const publish = async (id: string, version: string, options: Partial<BuiltFolderOptions> = {}) => {
    rmSync(folder, { recursive: true, force: true });
    writeBuiltFolder({ folder, id, version, ...options });
    await publishFolder({ store, folder, privateKey: undefined });
  };
  const change = () => ({ by, at: new Date(start2026.getTime() + minutes++ * 60_000) });
  const release = (version: string, options = {}) =>
    releaseVersion(store, 'mf-a', { version, ...change(), ...options });

  describe('releaseVersion', () => {
    beforeEach(async () => {
      for (const version of ['v1', 'v2', 'v3']) await publish('mf-a', version);
    });

    it('creates the pointer with the first release', async () => {
      await release('v1');
      expect((await readPointer(store, 'mf-a'))?.pointer).toEqual({
        revision: 1,
        stable: 'v1',
        canary: null,
        history: [{ at: start2026.toISOString(), by, action: 'release', version: 'v1', reason: null }],
      });
    });

    it('releases to some organizations as the canary, and replaces them with the next release', async () => {
      await release('v1');
      const canary = await release('v2', { organizations: ['globex', 'acme', 'globex'] });
      expect(canary).toMatchObject({
        revision: 2,
        stable: 'v1',
        canary: { version: 'v2', percent: 0, organizations: ['acme', 'globex'] },
      });
      expect(canary.history[0]).toMatchObject({ action: 'release', version: 'v2', isCanary: true });
      const wider = await release('v2', { percent: 50 });
      expect(wider.canary).toEqual({ ...canary.canary, percent: 50, organizations: [] });
    });

    it('keeps the organizations and the larger share of a canary that it widens', async () => {
      await release('v1');
      await release('v2', { organizations: ['globex'], percent: 20, isWidened: true });
      const wider = await release('v2', { organizations: ['acme'], percent: 10, isWidened: true });
      expect(wider.canary).toMatchObject({ percent: 20, organizations: ['acme', 'globex'] });
      const other = await release('v3', { organizations: ['acme'], isWidened: true });
      expect(other.canary).toMatchObject({ version: 'v3', percent: 0, organizations: ['acme'] });
    });

    it('ends a canary with a release to all organizations', async () => {
      await release('v1');
      await release('v2', { percent: 10 });
      expect(await release('v3')).toMatchObject({ stable: 'v3', canary: null });
    });

    it('changes nothing if all organizations have the version', async () => {
      await release('v1');
      expect(await release('v1')).toMatchObject({ revision: 1 });
      await release('v2', { percent: 10 });
      expect(await release('v1')).toMatchObject({ revision: 3, stable: 'v1', canary: null });
    });

    it.each([
      ['an unknown version', 'v9', {}, 'UNKNOWN_VERSION'],
      ['a canary for no organization', 'v2', { percent: 0 }, 'EMPTY_CANARY'],
      ['a canary for no organization', 'v2', { organizations: [] }, 'EMPTY_CANARY'],
      ['the stable version as canary', 'v1', { percent: 10 }, 'VERSION_RELEASED'],
    ])('refuses %s', async (_case, version, options, code) => {
      await release('v1');
      await expect(release(version, options)).rejects.toMatchObject({ code });
      expect((await readPointer(store, 'mf-a'))?.pointer.revision).toBe(1);
    });

    it('refuses a version that is not complete', async () => {
      await store.remove('remotes/mf-a/v2/remote.json');
      await expect(release('v2')).rejects.toMatchObject({ code: 'UNKNOWN_VERSION' });
    });

    it('refuses another contract version that was put into the store', async () => {
      const stored = await store.read('remotes/mf-a/v2/remote.json');
      const json = { ...JSON.parse(String(stored?.content)), contractVersion: remoteContractVersion + 1 };
      await store.replace(
        'remotes/mf-a/v2/remote.json',
        Buffer.from(JSON.stringify(json)),
        stored?.tag ?? '',
      );
      await expect(release('v2')).rejects.toMatchObject({ code: 'CONTRACT_VERSION' });
    });

    it('refuses an unsigned version if keys are given', async () => {
      await expect(release('v1', { keys: new Map() })).rejects.toThrow('No public key');
    });

    it('lets one of several simultaneous releases win and tells the others', async () => {
      await release('v1');
      const results = await Promise.allSettled(
        ['v2', 'v3', 'v2', 'v3'].map((version, index) => release(version, { by: `${index}@acme.example` })),
      );
      const lost = results.filter((result) => result.status === 'rejected');
      expect(lost).toHaveLength(3);
      for (const { reason } of lost) expect(reason).toBeInstanceOf(ReleaseConflictError);
      const { history, revision } = (await readPointer(store, 'mf-a'))?.pointer ?? {};
      expect(revision).toBe(2);
      expect(history).toHaveLength(2);
    });

    it('lets one of several simultaneous first releases win', async () => {
      const results = await Promise.allSettled(['v1', 'v2', 'v3'].map((version) => release(version)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('refuses a revision that the caller did not see', async () => {
      await release('v1', { expectedRevision: 0 });
      await expect(release('v2', { expectedRevision: 0 })).rejects.toThrow('at revision 1, not 0');
      await release('v2', { expectedRevision: 1 });
    });

    it('keeps the newest 200 history entries', async () => {
      for (let count = 0; count < 101; count++) {
        await release('v1');
        await release('v2');
      }
      const { history, revision } = (await readPointer(store, 'mf-a'))?.pointer ?? {};
      expect(revision).toBe(202);
      expect(history).toHaveLength(200);
      expect(history?.[0]).toMatchObject({ version: 'v2' });
    });

    it('refuses to overwrite a damaged pointer', async () => {
      await store.create('remotes/mf-a/release.json', Buffer.from('{'));
      await expect(release('v1')).rejects.toThrow('is damaged');
    });
  });

  describe('routes', () => {
    beforeEach(async () => {
      await publish('mf-a', 'v1', { routes: ['/tasks', '/task/:id'] });
      await release('v1');
      await publish('mf-b', 'v1', { routes: ['/b', '/Task/:other/'] });
      await publish('mf-b', 'v2', { routes: ['/b'] });
    });
    const releaseB = (version: string, options = {}) =>
      releaseVersion(store, 'mf-b', { version, ...change(), ...options });

    it("refuses a route of another remote's stable version", async () => {
      const failure = releaseB('v1');
      await expect(failure).rejects.toMatchObject({ code: 'ROUTE_TAKEN' });
      await expect(failure).rejects.toThrow('/Task/:other/');
      await releaseB('v2');
    });

    it("refuses a route of another remote's canary", async () => {
      await publish('mf-a', 'v2', { routes: ['/tasks'] });
      await release('v2');
      await publish('mf-a', 'v3', { routes: ['/tasks', '/task/:id'] });
      await release('v3', { percent: 1 });
      await expect(releaseB('v1')).rejects.toMatchObject({ code: 'ROUTE_TAKEN' });
      await endCanary(store, 'mf-a', change());
      await releaseB('v1');
      await expect(rollBack(store, 'mf-a', { ...change(), version: 'v1' })).rejects.toMatchObject({
        code: 'ROUTE_TAKEN',
      });
    });

    it('ignores a remote whose files are damaged', async () => {
      await store.remove('remotes/mf-a/release.json');
      await store.create('remotes/mf-a/release.json', Buffer.from('damaged'));
      await releaseB('v1');
    });
  });

  describe('promoteCanary, rollBack and endCanary', () => {
    beforeEach(async () => {
      for (const version of ['v1', 'v2', 'v3']) await publish('mf-a', version);
      await release('v1');
    });

    it('promotes the canary to all organizations', async () => {
      await release('v2', { percent: 10 });
      expect(await promoteCanary(store, 'mf-a', change())).toMatchObject({ stable: 'v2', canary: null });
      await expect(promoteCanary(store, 'mf-a', change())).rejects.toMatchObject({
        code: 'NOTHING_TO_PROMOTE',
      });
    });

    it('ends a canary with a rollback', async () => {
      await release('v2', { percent: 10 });
      const pointer = await rollBack(store, 'mf-a', { ...change(), reason: 'errors' });
      expect(pointer).toMatchObject({ stable: 'v1', canary: null });
      expect(pointer.history[0]).toMatchObject({ action: 'end-canary', version: 'v2', reason: 'errors' });
    });

    it('goes further back with each rollback', async () => {
      await release('v2', { percent: 10 });
      await promoteCanary(store, 'mf-a', change());
      await release('v3');
      expect(await rollBack(store, 'mf-a', change())).toMatchObject({ stable: 'v2' });
      expect(await rollBack(store, 'mf-a', change())).toMatchObject({ stable: 'v1' });
      await expect(rollBack(store, 'mf-a', change())).rejects.toMatchObject({ code: 'NO_PREVIOUS_VERSION' });
    });

    it('does not roll back to a version that was only a canary', async () => {
      await release('v2', { percent: 10 });
      await endCanary(store, 'mf-a', change());
      await release('v3');
      expect(await rollBack(store, 'mf-a', change())).toMatchObject({ stable: 'v1' });
    });

    it('rolls back to a named version', async () => {
      await release('v2');
      await release('v3');
      expect(await rollBack(store, 'mf-a', { ...change(), version: 'v1' })).toMatchObject({ stable: 'v1' });
      await expect(rollBack(store, 'mf-a', { ...change(), version: 'v9' })).rejects.toMatchObject({
        code: 'UNKNOWN_VERSION',
      });
    });

    it('ends a canary once', async () => {
      await release('v2', { percent: 10 });
      const results = await Promise.allSettled([1, 2].map(() => endCanary(store, 'mf-a', change())));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(endCanary(store, 'mf-a', change())).rejects.toMatchObject({ code: 'NO_CANARY' });
    });
  });

  describe('pruneVersions', () => {
    const at = (day: number): Date => new Date(start2026.getTime() + day * dayMs);
    const publishOn = (day: number) =>
      publish('mf-a', `v${day}`, { manifest: { builtAt: at(day).toISOString() } });
    const removedOn = (day: number) => pruneVersions(store, 'mf-a', at(day));

    it('keeps ten versions and those of the last 14 days', async () => {
      for (let day = 0; day < 20; day++) {
        await publishOn(day);
        await release(`v${day}`, { at: at(day) });
      }
      // On day 30 the last 14 days begin with day 16, when pages still had v15. Ten newest: v10 to v19.
      expect(await removedOn(30)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9']);
      expect(await removedOn(30)).toEqual([]);
      expect(await store.list('remotes/mf-a/v9/')).toEqual([]);
    });

    it('keeps a version that pages had until recently, and what the pointer names', async () => {
      for (let day = 0; day < 15; day++) await publishOn(day);
      await release('v0', { at: at(15) });
      await release('v1', { at: at(16), percent: 10 });
      await endCanary(store, 'mf-a', { by, at: at(40) });
      await release('v2', { at: at(41), percent: 10 });
      // v0 is stable, v1 was a canary until day 40, v2 is the canary.
      expect(await removedOn(50)).toEqual(['v3', 'v4']);
      expect(await removedOn(60)).toEqual(['v1']);
    });

    it('keeps an upload in progress', async () => {
      await store.create('remotes/mf-a/half/x.js', Buffer.from('x'));
      expect(await removedOn(400)).toEqual([]);
    });

    it('restores a version that is released while it is removed', async () => {
      for (let day = 0; day < 12; day++) await publishOn(day);
      const racing: ObjectStore = {
        ...store,
        remove: async (key) => {
          if (key === 'remotes/mf-a/v0/remote.json') await release('v0');
          await store.remove(key);
        },
      };
      expect(await pruneVersions(racing, 'mf-a', at(100))).toEqual(['v1']);
      expect(await store.read('remotes/mf-a/v0/remote.json')).toBeDefined();
    });
  });
});
