import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStore } from './object-store';
import { stores, type TestStore } from './testing/stores';

describe.each(stores)('ObjectStore in %s', (_name, start) => {
  let test: TestStore;
  let store: ObjectStore;
  beforeEach(async () => {
    test = await start();
    store = test.store;
  });
  afterEach(() => test.close());

  const text = async (key: string): Promise<string | undefined> =>
    (await store.read(key))?.content.toString();

  it('returns undefined for a missing object', async () => {
    expect(await store.read('remotes/a/release.json')).toBeUndefined();
  });

  it('creates an object once', async () => {
    expect(await store.create('remotes/a/x.js', Buffer.from('one'))).toBe(true);
    expect(await store.create('remotes/a/x.js', Buffer.from('two'))).toBe(false);
    expect(await text('remotes/a/x.js')).toBe('one');
  });

  it('lets one of several simultaneous writers create an object', async () => {
    const results = await Promise.all(
      ['1', '2', '3', '4'].map((content) => store.create('remotes/a/x', Buffer.from(content))),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await text('remotes/a/x')).toBe(String(results.indexOf(true) + 1));
  });

  it('replaces an object only with its current tag', async () => {
    await store.create('remotes/a/x', Buffer.from('one'));
    const first = await store.read('remotes/a/x');
    expect(await store.replace('remotes/a/x', Buffer.from('two'), first?.tag ?? '')).toBe(true);
    expect(await store.replace('remotes/a/x', Buffer.from('three'), first?.tag ?? '')).toBe(false);
    expect(await text('remotes/a/x')).toBe('two');
    expect((await store.read('remotes/a/x'))?.tag).not.toBe(first?.tag);
  });

  it('lets one of several simultaneous writers replace an object', async () => {
    await store.create('remotes/a/x', Buffer.from('0'));
    const tag = (await store.read('remotes/a/x'))?.tag ?? '';
    const results = await Promise.all(
      ['1', '2', '3', '4', '5'].map((content) => store.replace('remotes/a/x', Buffer.from(content), tag)),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await text('remotes/a/x')).toBe(String(results.indexOf(true) + 1));
  });

  it('does not replace a missing object', async () => {
    expect(await store.replace('remotes/a/x', Buffer.from('one'), '"tag"')).toBe(false);
    expect(await store.read('remotes/a/x')).toBeUndefined();
  });

  it('lists keys below a prefix and the folders directly below it', async () => {
    for (const key of [
      'remotes/a/release.json',
      'remotes/a/1/x.js',
      'remotes/a/2/assets/y.js',
      'remotes/ab/1/z',
    ])
      await store.create(key, Buffer.from(key));
    expect((await store.list('remotes/a/')).sort()).toEqual([
      'remotes/a/1/x.js',
      'remotes/a/2/assets/y.js',
      'remotes/a/release.json',
    ]);
    expect((await store.listFolders('remotes/a/')).sort()).toEqual(['1', '2']);
    expect((await store.listFolders('remotes/')).sort()).toEqual(['a', 'ab']);
    expect(await store.list('remotes/none/')).toEqual([]);
    expect(await store.listFolders('remotes/none/')).toEqual([]);
  });

  it('lists more keys than a page of a bucket holds', async () => {
    const keys = Array.from({ length: 1_050 }, (_, index) => `remotes/a/1/${index}`);
    for (const key of keys) await store.create(key, Buffer.from('x'));
    expect(await store.list('remotes/a/')).toHaveLength(keys.length);
  });

  it('removes an object and the folders that become empty', async () => {
    await store.create('remotes/a/1/x.js', Buffer.from('x'));
    await store.remove('remotes/a/1/x.js');
    await store.remove('remotes/a/1/x.js');
    expect(await store.read('remotes/a/1/x.js')).toBeUndefined();
    expect(await store.listFolders('remotes/')).toEqual([]);
  });

  it.each([
    '../x',
    'remotes/../../x',
    '/etc/passwd',
    'remotes//x',
    'remotes/.hidden',
    'a\\b',
    'a\0b',
    'a?b',
    '',
  ])('rejects the key %j', async (key) => {
    await expect(store.read(key)).rejects.toThrow('not a valid path');
    await expect(store.create(key, Buffer.from('x'))).rejects.toThrow('not a valid path');
    await expect(store.replace(key, Buffer.from('x'), 'tag')).rejects.toThrow('not a valid path');
    await expect(store.remove(key)).rejects.toThrow('not a valid path');
  });

  it('rejects a prefix that leaves the store', async () => {
    await expect(store.list('remotes/../')).rejects.toThrow('not a valid path');
    await expect(store.listFolders('remotes')).rejects.toThrow('does not end with "/"');
  });
});
