import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReleaseConflictError } from './errors';
import { openStore } from './open-store';
import { publishFolder } from './publish-folder';
import { readPointer } from './release-pointer';
import { releaseVersion } from './releases';
import { startBucket } from './testing/bucket';
import { writeBuiltFolder } from './testing/built-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-bucket-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const release = { by: 'anna@acme.example', at: new Date('2026-02-01T10:00:00Z') };

describe('bucket store', () => {
  it('publishes and releases in an independent S3 server', async () => {
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'static', configs: [] }],
    });
    const { port } = await server.run();
    try {
      const url = `http://127.0.0.1:${port}/static`;
      const credentials = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
      const store = openStore(url, credentials);
      const { version } = writeBuiltFolder({ folder: join(folder, 'dist'), id: 'mf-a' });
      await publishFolder({ store, folder: join(folder, 'dist'), privateKey: undefined });
      await releaseVersion(store, 'mf-a', { version, ...release });
      expect((await readPointer(store, 'mf-a'))?.pointer.stable).toBe(version);
      expect(await store.listFolders('remotes/')).toEqual(['mf-a']);
      await store.remove(`remotes/mf-a/${version}/remote.json`);
      expect(await store.read(`remotes/mf-a/${version}/remote.json`)).toBeUndefined();

      const stranger = openStore(url, { ...credentials, accessKeyId: 'unknown' });
      await expect(stranger.create('remotes/mf-a/x', Buffer.from('x'))).rejects.toThrow('HTTP 403');
      await expect(stranger.read('remotes/mf-a/release.json')).rejects.toThrow();
    } finally {
      await server.close();
    }
  });

  it('signs conditional writes with the secret', async () => {
    const bucket = await startBucket();
    try {
      const stranger = openStore(bucket.url, { ...bucket.credentials, secretAccessKey: 'wrong' });
      await expect(stranger.create('remotes/mf-a/x', Buffer.from('x'))).rejects.toThrow('HTTP 403');
      expect(bucket.objects.size).toBe(0);
    } finally {
      await bucket.close();
    }
  });

  it('keeps credentials and signatures out of messages', async () => {
    const bucket = await startBucket();
    await bucket.close();
    const store = openStore(bucket.url, { ...bucket.credentials, secretAccessKey: 'very-secret' });
    const failure: Error = (await store
      .create('remotes/mf-a/x', Buffer.from('x'))
      .catch((error: Error) => error)) as Error;
    expect(failure).toBeInstanceOf(Error);
    expect(`${failure.message} ${String(failure.cause)}`).not.toMatch(/very-secret|X-Amz/);
  });

  it('reports the lost release of a bucket that ignores conditions', async () => {
    const bucket = await startBucket({ honoursConditions: false });
    try {
      const store = openStore(bucket.url, bucket.credentials);
      for (const version of ['1', '2', '3']) {
        writeBuiltFolder({ folder: join(folder, version), id: 'mf-a', version });
        await publishFolder({ store, folder: join(folder, version), privateKey: undefined });
      }
      await releaseVersion(store, 'mf-a', { version: '1', ...release });
      const key = 'remotes/mf-a/release.json';
      const written = bucket.objects.get(key) as Buffer;
      const other = JSON.parse(written.toString());
      other.history[0].by = 'piotr@acme.example';
      // The other release is stored between this release's write and its check.
      const racing = {
        ...store,
        replace: async (...parameters: Parameters<typeof store.replace>) => {
          const isReplaced = await store.replace(...parameters);
          bucket.objects.set(key, Buffer.from(JSON.stringify(other)));
          return isReplaced;
        },
      };
      await expect(releaseVersion(racing, 'mf-a', { version: '2', ...release })).rejects.toThrow(
        ReleaseConflictError,
      );
    } finally {
      await bucket.close();
    }
  });
});
