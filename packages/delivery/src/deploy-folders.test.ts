import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeployOptions, deployFolders } from './deploy-folders';
import type { ObjectStore } from './object-store';
import { openStore } from './open-store';
import { readPointer } from './release-pointer';
import { releaseVersion, rollBack } from './releases';
import { type BuiltFolderOptions, writeBuiltFolder } from './testing/built-folder';

let root: string;
let store: ObjectStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'obieg-deploy-'));
  store = openStore(join(root, 'static'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const by = { by: 'start', at: new Date('2026-01-01T00:00:00Z') };
const build = (options: Omit<BuiltFolderOptions, 'folder'>): string => {
  const folder = mkdtempSync(join(root, 'dist-'));
  writeBuiltFolder({ ...options, folder });
  return folder;
};
const deploy = (folders: string[], options: Partial<DeployOptions> = {}) =>
  deployFolders({ store, folders, privateKey: undefined, ...by, ...options });
const stableOf = async (id: string) => (await readPointer(store, id))?.pointer.stable;

describe('deployFolders', () => {
  it('publishes and releases the shell and remotes once', async () => {
    const folders = [build({ id: 'shell', version: 'v1' }), build({ id: 'mf-a', version: 'v1' })];
    expect(await deploy(folders)).toMatchObject([
      { id: 'shell', isNew: true, isReleased: true },
      { id: 'mf-a', isNew: true, isReleased: true },
    ]);
    expect(await deploy(folders)).toMatchObject([
      { id: 'shell', isNew: false, isReleased: false },
      { id: 'mf-a', isNew: false, isReleased: false },
    ]);
    expect((await readPointer(store, 'mf-a'))?.pointer.revision).toBe(1);
  });

  it('leaves alone what a team released or rolled back on its own', async () => {
    const [first, second] = [build({ id: 'mf-a', version: 'v1' }), build({ id: 'mf-a', version: 'v2' })];
    await deploy([first]);
    await deploy([second]);
    await deploy([first]);
    expect(await stableOf('mf-a')).toBe('v2');
    await rollBack(store, 'mf-a', by);
    await deploy([second]);
    expect(await stableOf('mf-a')).toBe('v1');
  });

  it('releases an earlier version again if asked to', async () => {
    const [first, second] = [build({ id: 'mf-a', version: 'v1' }), build({ id: 'mf-a', version: 'v2' })];
    await deploy([first]);
    await deploy([second]);
    await deploy([first], { isRepeated: true });
    expect(await stableOf('mf-a')).toBe('v1');
  });

  it('does not end the canary of the deployed version', async () => {
    await deploy([build({ id: 'mf-a', version: 'v1' })]);
    const second = build({ id: 'mf-a', version: 'v2' });
    await deploy([build({ id: 'mf-a', version: 'v3' })]);
    await deployFolders({ store, folders: [second], privateKey: undefined, ...by });
    await rollBack(store, 'mf-a', { ...by, version: 'v1' });
    await releaseVersion(store, 'mf-a', { version: 'v2', percent: 10, ...by });
    await deploy([second], { isRepeated: true });
    expect((await readPointer(store, 'mf-a'))?.pointer.canary?.version).toBe('v2');
  });

  it('lets a remote take over a route that another gives up', async () => {
    await deploy([
      build({ id: 'mf-b', version: 'v1', routes: ['/b', '/moved'] }),
      build({ id: 'mf-a', version: 'v1' }),
    ]);
    await deploy([
      build({ id: 'mf-a', version: 'v2', routes: ['/mf-a', '/moved'] }),
      build({ id: 'mf-b', version: 'v2', routes: ['/b'] }),
    ]);
    expect([await stableOf('mf-a'), await stableOf('mf-b')]).toEqual(['v2', 'v2']);
  });

  it('refuses two remotes with one route', async () => {
    const folders = [
      build({ id: 'mf-a', version: 'v1', routes: ['/x'] }),
      build({ id: 'mf-b', version: 'v1', routes: ['/x'] }),
    ];
    await expect(deploy(folders)).rejects.toMatchObject({ code: 'ROUTE_TAKEN' });
    expect(await stableOf('mf-a')).toBe('v1');
  });
});
