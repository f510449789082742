import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFileLock } from './file-lock';
import { openStore } from './open-store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-delivery-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Id of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ['--version']).pid;

describe('folder store', () => {
  it('breaks the lock of a killed writer', async () => {
    const store = openStore(folder);
    await store.create('remotes/a/release.json', Buffer.from('one'));
    writeFileSync(join(folder, 'remotes/a/.release.json.lock'), `${hostname()} ${endedPid()} x`);
    const tag = (await store.read('remotes/a/release.json'))?.tag ?? '';
    expect(await store.replace('remotes/a/release.json', Buffer.from('two'), tag)).toBe(true);
  });

  it('breaks an old lock of another host', async () => {
    const store = openStore(folder);
    await store.create('remotes/a/x', Buffer.from('one'));
    const lock = join(folder, 'remotes/a/.x.lock');
    writeFileSync(lock, 'elsewhere 1 x');
    utimesSync(lock, new Date(0), new Date(0));
    const tag = (await store.read('remotes/a/x'))?.tag ?? '';
    expect(await store.replace('remotes/a/x', Buffer.from('two'), tag)).toBe(true);
  });

  it('leaves no temporary file and no lock behind', async () => {
    const store = openStore(folder);
    await store.create('remotes/a/x', Buffer.from('one'));
    await store.create('remotes/a/x', Buffer.from('two'));
    await store.replace('remotes/a/x', Buffer.from('two'), (await store.read('remotes/a/x'))?.tag ?? '');
    expect(readdirSync(join(folder, 'remotes/a'))).toEqual(['x']);
  });

  it('does not list files of an interrupted write', async () => {
    mkdirSync(join(folder, 'remotes/a/1'), { recursive: true });
    writeFileSync(join(folder, 'remotes/a/1/.part-1'), 'half');
    const store = openStore(folder);
    expect(await store.list('remotes/')).toEqual([]);
    await store.create('remotes/a/1/x', Buffer.from('x'));
    await store.remove('remotes/a/1/x');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('withFileLock', () => {
  it('runs one holder at a time', async () => {
    const lock = join(folder, 'lock');
    let holders = 0;
    let holdersMax = 0;
    const hold = () =>
      withFileLock(lock, async (isHeld) => {
        holdersMax = Math.max(holdersMax, ++holders);
        expect(await isHeld()).toBe(true);
        holders -= 1;
      });
    await Promise.all(Array.from({ length: 12 }, hold));
    expect(holdersMax).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells a holder that its lock was broken', async () => {
    const lock = join(folder, 'lock');
    await withFileLock(lock, async (isHeld) => {
      writeFileSync(lock, 'elsewhere 1 x');
      expect(await isHeld()).toBe(false);
    });
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});

describe('openStore', () => {
  it('opens a folder by path and by file URL', () => {
    expect(openStore(folder).address).toBe(folder);
    expect(openStore(pathToFileURL(folder).href).address).toBe(folder);
  });

  const credentials = { region: 'eu', accessKeyId: 'id', secretAccessKey: 'secret' };

  it('opens a bucket by its URL', () => {
    expect(openStore('https://s3.example.com/static/', credentials).address).toBe(
      'https://s3.example.com/static',
    );
  });

  it.each([
    ['', 'empty'],
    ['ftp://host/static', 'must be a folder'],
    ['s3://static', 'must be a folder'],
    ['https://id:secret@host/static', 'must not contain credentials'],
    ['https://host/static?key=secret', 'must not contain credentials'],
    ['https://host/', 'names no bucket'],
  ])('rejects the address %j', (address, reason) => {
    expect(() => openStore(address, credentials)).toThrow(reason);
  });

  it('requires credentials for a bucket', () => {
    expect(() => openStore('https://host/static')).toThrow('S3_ACCESS_KEY_ID');
  });
});
