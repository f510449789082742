import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKeyPair,
  type ObjectStore,
  openStore,
  parseRemoteKeys,
  publishFolder,
  type RemoteKeys,
  VersionRefusedError,
} from '@obieg/delivery';
import { writeBuiltFolder } from '@obieg/delivery/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVersionCache } from './version-cache';

let folder: string;
let store: ObjectStore;
const evicted: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-version-cache-'));
  store = openStore(join(folder, 'store'));
  evicted.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const publish = async (version: string, files: Record<string, string>): Promise<void> => {
  const built = join(folder, `built-${version}`);
  writeBuiltFolder({ folder: built, id: 'mf-tasks', version, files });
  await publishFolder({ store, folder: built, privateKey: undefined });
};

const create = (options: { maxBytes?: number; keys?: RemoteKeys } = {}) =>
  createVersionCache({
    store,
    keys: undefined,
    parentFolder: join(folder, 'cache'),
    maxBytes: 1024 * 1024,
    ...options,
    onEvicted: (id, version) => evicted.push(`${id} ${version}`),
  });

describe('createVersionCache', () => {
  it('evicts the least recently used version that is not pinned', async () => {
    for (const version of ['v1', 'v2', 'v3', 'v4']) await publish(version, { 'a.js': 'x'.repeat(1_000) });
    const cache = create({ maxBytes: 2_500 });
    const v1 = await cache.load('mf-tasks', 'v1');
    cache.pin([v1]);
    const v2 = await cache.load('mf-tasks', 'v2');
    await cache.load('mf-tasks', 'v3');
    expect(evicted).toEqual(['mf-tasks v2']);
    expect(cache.find('mf-tasks', 'v2')).toBeUndefined();
    expect(cache.find('mf-tasks', 'v1')).toBe(v1);
    cache.pin([]);
    cache.find('mf-tasks', 'v3');
    await cache.load('mf-tasks', 'v4');
    expect(evicted).toEqual(['mf-tasks v2', 'mf-tasks v1']);
    expect(v2.folder).not.toBe(v1.folder);
    await cache.remove();
  });

  it('keeps nothing of a version that it refuses', async () => {
    await publish('v1', { 'a.js': 'a', 'b.js': 'b' });
    const key = 'remotes/mf-tasks/v1/b.js';
    const damaged = await store.read(key);
    await store.replace(key, Buffer.from('c'), damaged?.tag ?? '');
    const cache = create();
    await expect(cache.load('mf-tasks', 'v1')).rejects.toThrow('"b.js" of mf-tasks v1 was changed');
    expect(cache.find('mf-tasks', 'v1')).toBeUndefined();
    const [own = ''] = readdirSync(join(folder, 'cache'));
    expect(readdirSync(join(folder, 'cache', own))).toEqual([]);
    await cache.remove();
  });

  it('refuses a version in which one byte of any file was changed', async () => {
    const { privateKey, publicKey } = createKeyPair();
    writeBuiltFolder({
      folder: join(folder, 'built'),
      id: 'mf-tasks',
      version: 'v1',
      files: { 'a.js': 'a'.repeat(2_000), 'style.css': 'b'.repeat(2_000), 'icon.svg': '<svg/>' },
    });
    await publishFolder({ store, folder: join(folder, 'built'), privateKey: createPrivateKey(privateKey) });
    const keys = parseRemoteKeys(JSON.stringify({ 'mf-tasks': publicKey }));
    const files = await store.list('remotes/mf-tasks/v1/');
    expect(files.length).toBeGreaterThan(7);
    for (const file of files) {
      const original = (await store.read(file))?.content ?? Buffer.alloc(0);
      const changed = Buffer.from(original);
      const middle = changed.length >> 1;
      changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
      const write = async (content: Buffer): Promise<void> =>
        void (await store.replace(file, content, (await store.read(file))?.tag ?? ''));
      await write(changed);
      const cache = create({ keys });
      await expect(cache.load('mf-tasks', 'v1'), file).rejects.toThrow(VersionRefusedError);
      await write(original);
      await expect(cache.load('mf-tasks', 'v1'), file).resolves.toBeDefined();
      await cache.remove();
    }
  });

  it('refuses a version with too many files before it reads one', async () => {
    const manifest = writeBuiltFolder({ folder: join(folder, 'built'), id: 'mf-tasks', version: 'v1' });
    const digest = Object.values(manifest.files)[0];
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`f${index}.js`, digest]));
    const content = JSON.stringify({ ...manifest, files: { ...manifest.files, ...many } });
    await store.create('remotes/mf-tasks/v1/remote.json', Buffer.from(content));
    const cache = create();
    await expect(cache.load('mf-tasks', 'v1')).rejects.toThrow('more than 2000 files');
    await cache.remove();
  });

  it('removes the folders that killed processes left, and no others', async () => {
    await publish('v1', { 'a.js': 'a' });
    // No process has this id: Linux allows at most 4,194,304.
    const abandoned = join(folder, 'cache', `obieg-static-${hostname()}-4194305-abcdef`);
    const others = [`obieg-static-${hostname()}-${process.ppid}-abcdef`, 'obieg-static-elsewhere-1-abcdef'];
    for (const path of [abandoned, ...others.map((name) => join(folder, 'cache', name))])
      mkdirSync(path, { recursive: true });
    const cache = create();
    await cache.load('mf-tasks', 'v1');
    expect(existsSync(abandoned)).toBe(false);
    expect(readdirSync(join(folder, 'cache'))).toEqual(expect.arrayContaining(others));
    await cache.remove();
  });
});
