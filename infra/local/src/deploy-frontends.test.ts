import { createPublicKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKeyPair,
  listVersions,
  openStore,
  parseRemoteKeys,
  readManifest,
  readPointer,
} from '@obieg/delivery';
import { writeBuiltFolder } from '@obieg/delivery/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deployFrontends } from './deploy-frontends';

let dataDir: string;
let staticRoot: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-frontends-'));
  staticRoot = join(dataDir, 'static');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const deploy = (version: string, teamKeys?: string): Promise<string> => {
  const build = (id: string): string => {
    const folder = join(dataDir, 'build', version, id);
    writeBuiltFolder({ folder, id, version });
    return folder;
  };
  return deployFrontends({
    dataDir,
    staticRoot,
    shellDist: build('shell'),
    remoteDists: [build('mf-b'), build('mf-a')],
    teamKeys,
  });
};

describe('deployFrontends', () => {
  it('releases the shell and every remote, signed with a key that only its owner can read', async () => {
    const keys = parseRemoteKeys(await deploy('v1'));
    const store = openStore(staticRoot);
    for (const id of ['shell', 'mf-a', 'mf-b']) {
      expect((await readPointer(store, id))?.pointer).toMatchObject({ stable: 'v1', canary: null });
      await readManifest(store, id, 'v1', keys);
    }
    expect(statSync(join(dataDir, 'keys/delivery.key.pem')).mode & 0o777).toBe(0o600);
  });

  it('keeps its key, and writes nothing if the builds are unchanged', async () => {
    const first = await deploy('v1');
    const pointer = readFileSync(join(staticRoot, 'remotes/mf-a/release.json'));
    expect(await deploy('v1')).toBe(first);
    expect(readFileSync(join(staticRoot, 'remotes/mf-a/release.json'))).toEqual(pointer);
  });

  it('releases what the checkout contains, also an earlier version', async () => {
    for (const version of ['v1', 'v2', 'v1']) await deploy(version);
    const store = openStore(staticRoot);
    expect((await readPointer(store, 'mf-a'))?.pointer.stable).toBe('v1');
    expect((await listVersions(store, 'mf-a')).sort()).toEqual(['v1', 'v2']);
  });

  it('adds the keys of teams that release on their own', async () => {
    const team = createKeyPair().publicKey;
    const keys = parseRemoteKeys(await deploy('v1', JSON.stringify({ 'mf-a': team, 'mf-team': team })));
    expect(keys.get('mf-a')).toHaveLength(2);
    expect(keys.get('mf-b')).toHaveLength(1);
    expect(keys.get('mf-team')?.[0]?.equals(createPublicKey(team))).toBe(true);
  });

  it('replaces the layout of earlier releases', async () => {
    mkdirSync(join(staticRoot, 'remotes/mf-a/v1'), { recursive: true });
    writeFileSync(join(staticRoot, 'remotes/registry.json'), '{}');
    writeFileSync(join(staticRoot, 'remotes/mf-a/v1/remote.json'), '{"id":"mf-a"}');
    await deploy('v1');
    expect((await readPointer(openStore(staticRoot), 'mf-a'))?.pointer.stable).toBe('v1');
  });
});
