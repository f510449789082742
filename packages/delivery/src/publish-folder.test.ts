import { createPrivateKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { remoteContractVersion } from '@obieg/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VersionRefusedError } from './errors';
import { createKeyPair, parseRemoteKeys, type RemoteKeys } from './keys';
import { listRemoteIds, listVersions, readManifest, readVersionFile } from './manifests';
import type { ObjectStore } from './object-store';
import { type PublishProgress, publishFolder } from './publish-folder';
import { writeBuiltFolder } from './testing/built-folder';
import { stores, type TestStore } from './testing/stores';

const code = '// a line of code\n'.repeat(400);
const files = { 'remote-entry.js': code, 'assets/style.css': 'a{}', 'camera.bin': code };

describe.each(stores)('publishFolder to %s', (_name, start) => {
  let folder: string;
  let test: TestStore;
  let store: ObjectStore;
  let privateKey: KeyObject;
  let keys: RemoteKeys;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'obieg-publish-'));
    test = await start();
    store = test.store;
    const pair = createKeyPair();
    privateKey = createPrivateKey(pair.privateKey);
    keys = parseRemoteKeys(JSON.stringify({ 'mf-a': pair.publicKey, shell: pair.publicKey }));
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const build = (version = 'v1', changed: Partial<typeof files> = {}) =>
    writeBuiltFolder({ folder, id: 'mf-a', version, files: { ...files, ...changed } });
  const publish = () => publishFolder({ store, folder, privateKey, keys });
  const damage = async (path: string, content: Buffer): Promise<void> => {
    const key = `remotes/mf-a/v1/${path}`;
    await store.remove(key);
    await store.create(key, content);
  };

  it('uploads every file with its digest, compressed variants included', async () => {
    build();
    expect(await publish()).toMatchObject({ id: 'mf-a', version: 'v1', isNew: true, fileCount: 5 });
    const manifest = await readManifest(store, 'mf-a', 'v1', keys);
    expect(Object.keys(manifest.files)).toEqual([
      'assets/style.css',
      'camera.bin',
      'remote-entry.js',
      'remote-entry.js.br',
      'remote-entry.js.gz',
    ]);
    const read = (path: string): Promise<Buffer> => readVersionFile(store, manifest, path);
    expect((await read('remote-entry.js')).toString()).toBe(code);
    expect(brotliDecompressSync(await read('remote-entry.js.br')).toString()).toBe(code);
    expect(gunzipSync(await read('remote-entry.js.gz')).toString()).toBe(code);
    expect(await listRemoteIds(store)).toEqual(['mf-a']);
    expect(await listVersions(store, 'mf-a')).toEqual(['v1']);
  });

  it('reports progress', async () => {
    build();
    const steps: PublishProgress[] = [];
    await publishFolder({ store, folder, privateKey, onProgress: (progress) => steps.push(progress) });
    expect(steps).toContainEqual({ step: 'compress', done: 3, total: 3 });
    expect(steps.at(-1)).toEqual({ step: 'upload', done: 5, total: 5 });
  });

  it('writes remote.json last', async () => {
    build();
    const written: string[] = [];
    const recording: ObjectStore = {
      ...store,
      create: (key, content) => {
        written.push(key);
        return store.create(key, content);
      },
    };
    await publishFolder({ store: recording, folder, privateKey });
    expect(written.slice(-2)).toEqual(['remotes/mf-a/v1/remote.json.sig', 'remotes/mf-a/v1/remote.json']);
  });

  it('leaves an existing version with the same files alone', async () => {
    build();
    await publish();
    const before = await store.read('remotes/mf-a/v1/remote.json');
    writeBuiltFolder({
      folder,
      id: 'mf-a',
      version: 'v1',
      files,
      manifest: { builtAt: '2026-02-02T00:00:00.000Z' },
    });
    expect(await publish()).toMatchObject({ isNew: false });
    expect(await store.read('remotes/mf-a/v1/remote.json')).toEqual(before);
  });

  it('refuses an existing version with other files', async () => {
    build();
    await publish();
    build('v1', { 'remote-entry.js': `${code}// changed` });
    await expect(publish()).rejects.toThrow('already published with other files');
  });

  it('completes an upload that was interrupted by another build of the version', async () => {
    build();
    await store.create('remotes/mf-a/v1/remote-entry.js', Buffer.from('half'));
    await store.create('remotes/mf-a/v1/remote.json.sig', Buffer.from('old signature'));
    await expect(readManifest(store, 'mf-a', 'v1', keys)).rejects.toThrow('Publish it first');
    expect(await publish()).toMatchObject({ isNew: true });
    const manifest = await readManifest(store, 'mf-a', 'v1', keys);
    expect((await readVersionFile(store, manifest, 'remote-entry.js')).toString()).toBe(code);
  });

  it('lets two processes publish one version of different builds at once', async () => {
    const other = mkdtempSync(join(tmpdir(), 'obieg-publish-'));
    build();
    writeBuiltFolder({ folder: other, id: 'mf-a', version: 'v1', files, manifest: { commit: 'abc' } });
    const results = await Promise.allSettled(
      [folder, other].map((dist) => publishFolder({ store, folder: dist, privateKey, keys })),
    );
    rmSync(other, { recursive: true });
    const isWinner = (result: (typeof results)[number]): boolean =>
      result.status === 'fulfilled' && result.value.isNew;
    expect(results.filter(isWinner)).toHaveLength(1);
    await readManifest(store, 'mf-a', 'v1', keys);
  });

  it('refuses a file that was changed after the build', async () => {
    build();
    writeFileSync(join(folder, 'remote-entry.js'), `${code} `);
    await expect(publish()).rejects.toThrow('was changed after the build');
    expect(await listVersions(store, 'mf-a')).toEqual([]);
  });

  it("refuses another team's key", async () => {
    build();
    privateKey = createPrivateKey(createKeyPair().privateKey);
    await expect(publish()).rejects.toThrow('not a key of mf-a');
    expect(await listVersions(store, 'mf-a')).toEqual([]);
  });

  it.each([
    ['no remote.json', () => rmSync(join(folder, 'remote.json')), 'has no remote.json'],
    ['a missing file', () => rmSync(join(folder, 'camera.bin')), 'is missing'],
    [
      'remote.json that is not JSON',
      () => writeFileSync(join(folder, 'remote.json'), '{'),
      'remote.json is not JSON',
    ],
    ['an id with a path', () => build('v1') && writeBuiltFolder({ folder, id: '../x' }), 'is not valid'],
    ['a version with a path', () => build('../../x'), 'is not a version'],
    [
      'a file name with a path',
      () => writeBuiltFolder({ folder, id: 'mf-a', files: { '../x.js': 'x' } }),
      'invalid file name',
    ],
    ['the name of the pointer as version', () => build('release.json'), 'is not a version'],
    [
      'a file that would replace the signature',
      () => writeBuiltFolder({ folder, id: 'mf-a', files: { 'x.js': 'x', 'remote.json.sig': 'x' } }),
      'invalid file name',
    ],
    [
      'another contract version',
      () =>
        writeBuiltFolder({
          folder,
          id: 'mf-a',
          manifest: { contractVersion: remoteContractVersion + 1 },
        }),
      'is built for contract',
    ],
    [
      'an entry without a digest',
      () => writeBuiltFolder({ folder, id: 'mf-a', manifest: { entry: 'other.js' } }),
      'lacks the digest',
    ],
    ['no routes', () => writeBuiltFolder({ folder, id: 'mf-a', routes: [] }), 'has no routes'],
  ])('refuses a folder with %s', async (_case, damageFolder, message) => {
    build();
    damageFolder();
    const failure = await publish().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VersionRefusedError);
    expect(String(failure)).toContain(message);
    expect(await store.listFolders('remotes/')).toEqual([]);
  });

  describe('readManifest', () => {
    beforeEach(async () => {
      build();
      await publish();
    });

    it('accepts the second key of a rotation', async () => {
      const [own] = keys.get('mf-a') ?? [];
      const spki = own?.export({ format: 'der', type: 'spki' }).toString('base64');
      const rotated = parseRemoteKeys(JSON.stringify({ 'mf-a': [createKeyPair().publicKey, spki] }));
      await readManifest(store, 'mf-a', 'v1', rotated);
    });

    it('refuses a changed byte of remote.json', async () => {
      const stored = await store.read('remotes/mf-a/v1/remote.json');
      await damage('remote.json', Buffer.from(String(stored?.content).replace('signed-in', 'public   ')));
      await expect(readManifest(store, 'mf-a', 'v1', keys)).rejects.toThrow('does not fit');
    });

    it('refuses a missing signature and one of another key', async () => {
      await expect(
        readManifest(
          store,
          'mf-a',
          'v1',
          parseRemoteKeys(JSON.stringify({ 'mf-a': createKeyPair().publicKey })),
        ),
      ).rejects.toThrow('does not fit');
      await expect(readManifest(store, 'mf-a', 'v1', new Map())).rejects.toThrow('No public key');
      await store.remove('remotes/mf-a/v1/remote.json.sig');
      await expect(readManifest(store, 'mf-a', 'v1', keys)).rejects.toThrow('is not signed');
      expect((await readManifest(store, 'mf-a', 'v1', undefined)).version).toBe('v1');
    });

    it('refuses a signed version that was copied to another id or version', async () => {
      for (const name of ['remote.json', 'remote.json.sig']) {
        const content = (await store.read(`remotes/mf-a/v1/${name}`))?.content ?? Buffer.alloc(0);
        await store.create(`remotes/mf-a/v0/${name}`, content);
        await store.create(`remotes/shell/v1/${name}`, content);
      }
      await expect(readManifest(store, 'mf-a', 'v0', keys)).rejects.toThrow('belongs to mf-a v1');
      await expect(readManifest(store, 'shell', 'v1', keys)).rejects.toThrow('belongs to mf-a v1');
    });

    it.each(['../x', 'V1', '', 'a/b'])('refuses the version %j', async (version) => {
      await expect(readManifest(store, 'mf-a', version, keys)).rejects.toThrow(VersionRefusedError);
      await expect(readManifest(store, version, 'v1', keys)).rejects.toThrow(VersionRefusedError);
    });
  });

  it('refuses a file with one flipped byte, a missing file and an unlisted file', async () => {
    build();
    await publish();
    const manifest = await readManifest(store, 'mf-a', 'v1', keys);
    const flipped = Buffer.from(code);
    flipped[10] = (flipped[10] ?? 0) ^ 1;
    await damage('remote-entry.js', flipped);
    await store.remove('remotes/mf-a/v1/camera.bin');
    await expect(readVersionFile(store, manifest, 'remote-entry.js')).rejects.toThrow('was changed');
    await expect(readVersionFile(store, manifest, 'camera.bin')).rejects.toThrow('is missing');
    for (const path of ['remote.json', 'constructor', '../v2/x.js'])
      await expect(readVersionFile(store, manifest, path)).rejects.toThrow('has no file');
  });
});

describe('parseRemoteKeys', () => {
  it('reads a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'obieg-keys-'));
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ 'mf-a': createKeyPair().publicKey }));
    expect([...parseRemoteKeys(join(folder, 'keys.json')).keys()]).toEqual(['mf-a']);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['a private key', { 'mf-a': createKeyPair().privateKey }, 'private key'],
    ['text that is no key', { 'mf-a': 'abc' }, 'not a public key'],
    ['three keys', { 'mf-a': ['a', 'b', 'c'] }, 'up to two'],
  ])('refuses %s', (_case, json, message) => {
    expect(() => parseRemoteKeys(JSON.stringify(json))).toThrow(message);
  });
});
