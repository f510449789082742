import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ObjectStore, openStore } from '@obieg/delivery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openArchive, sha256Of, verifyArchive } from './archive-reader';
import { createArchiveWriter } from './archive-writer';
import { createEncryption, type Sealing } from './encryption';
import { type DatabaseCopy, describeEncryption, type Manifest, serializeManifest } from './manifest';

let root: string;
let store: ObjectStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'obieg-archive-'));
  store = openStore(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const passphrase = 'a passphrase of several words';
/** Derived once, because that takes half a second. */
const encryption = createEncryption(passphrase);
const unlock = async (salt: Buffer): Promise<Sealing> => {
  const sealing = await encryption;
  return sealing.salt?.equals(salt) ? sealing : createEncryption(passphrase, salt);
};
const attachment = Buffer.from('content of an attachment');
const objectName = '7/ab/abcdef';

/** Writes a small archive with a file of each kind. @returns its manifest */
const writeArchive = async (sealing: Sealing | undefined): Promise<Manifest> => {
  const archive = createArchiveWriter(store, 'one', sealing);
  const parts = await archive.writeStream('databases/tasks/tasks', Readable.from([Buffer.from('1\tone\n')]));
  const line = `${objectName}\t${attachment.length}\t${sha256Of(attachment)}\n`;
  const index = await archive.writeStream('attachments', Readable.from([Buffer.from(line)]));
  await archive.write(`files/${objectName}`, attachment);
  const key = await archive.write('keys/delivery.pem', Buffer.from('a key'));
  const database: DatabaseCopy = {
    serverVersion: '18.4',
    migrations: ['20261121000000_service_kit'],
    tables: [{ name: 'tasks', columns: ['id', 'title'], rows: 1, parts }],
    sequences: [{ name: 'aggregate_version', lastValue: '12', isCalled: true }],
  };
  const manifest: Manifest = {
    format: 'obieg-backup/1',
    name: 'one',
    startedAt: '2026-11-27T10:00:00.000Z',
    finishedAt: '2026-11-27T10:01:00.000Z',
    encryption: describeEncryption(sealing),
    databases: { identity: database, workflow: database, tasks: database },
    attachments: { count: 1, bytes: attachment.length, index, damaged: [] },
    keys: [key],
  };
  await archive.finish(manifest);
  return manifest;
};

const verify = async (sealing: typeof unlock | undefined): Promise<void> =>
  verifyArchive(await openArchive(store, 'one', sealing), () => undefined);

const listFiles = (): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile());

describe.each([
  ['without passphrase', undefined],
  ['with a passphrase', unlock],
] as const)('an archive %s', (_name, key) => {
  const write = async (): Promise<Manifest> => writeArchive(key ? await encryption : undefined);

  it('returns what was written', async () => {
    const written = await write();
    const archive = await openArchive(store, 'one', key);
    expect(archive.manifest).toEqual(written);
    const table = archive.readStream(archive.manifest.databases.tasks.tables[0]?.parts ?? []);
    expect((await buffer(table)).toString()).toBe('1\tone\n');
    for await (const file of archive.listFiles(archive.manifest.attachments.index))
      expect(await archive.readFile(file)).toEqual(attachment);
    await verify(key);
  });

  it('refuses a changed byte in any file', async () => {
    await write();
    for (const file of listFiles()) {
      const content = readFileSync(file);
      // The first and the last byte, and one of each 40 between them.
      for (
        let at = 0;
        at < content.length;
        at += at + 40 < content.length ? 40 : Math.max(1, content.length - 1 - at)
      ) {
        const changed = Buffer.from(content);
        changed[at] = (changed[at] ?? 0) ^ 4;
        writeFileSync(file, changed);
        await expect(verify(key), `${file}, byte ${at}`).rejects.toThrow();
      }
      writeFileSync(file, content);
    }
    await verify(key);
  });

  it('refuses a missing file, two exchanged files and a missing manifest', async () => {
    await write();
    for (const file of listFiles()) {
      const content = readFileSync(file);
      rmSync(file);
      await expect(verify(key), file).rejects.toThrow(/missing|no manifest.json/);
      writeFileSync(file, content);
    }
    const [one = '', other = ''] = listFiles().filter((file) => !file.endsWith('manifest.json'));
    const content = readFileSync(one);
    writeFileSync(one, readFileSync(other));
    await expect(verify(key)).rejects.toThrow('was changed or is damaged');
    writeFileSync(one, content);
  });
});

describe('openArchive', () => {
  it('refuses a wrong, a missing and an unneeded passphrase', async () => {
    await writeArchive(await encryption);
    await expect(openArchive(store, 'one', (salt) => createEncryption('wrong', salt))).rejects.toThrow(
      'The passphrase is wrong.',
    );
    await expect(openArchive(store, 'one', undefined)).rejects.toThrow('--passphrase-file');
    rmSync(join(root, 'one'), { recursive: true });
    await writeArchive(undefined);
    await expect(openArchive(store, 'one', unlock)).rejects.toThrow('The backup is not encrypted.');
  });

  it('refuses the manifest of another archive with the same passphrase', async () => {
    const manifest = await writeArchive(await encryption);
    const forged = serializeManifest({ ...manifest, keys: [] }, undefined);
    writeFileSync(join(root, 'one/manifest.json'), forged);
    await expect(openArchive(store, 'one', unlock)).rejects.toThrow('manifest.json was changed');
  });

  it('refuses a newer format', async () => {
    writeFileSync(
      join(root, 'manifest'),
      JSON.stringify({ format: 'obieg-backup/2', digest: sha256Of(Buffer.from('')) }),
    );
    await store.create('one/manifest.json', readFileSync(join(root, 'manifest')));
    await expect(openArchive(store, 'one', undefined)).rejects.toThrow('newer version of Obieg');
  });

  it('stores no plain text with a passphrase', async () => {
    await writeArchive(await encryption);
    for (const file of listFiles().filter((path) => !path.endsWith('manifest.json'))) {
      expect(readFileSync(file).includes('content of')).toBe(false);
      expect(readFileSync(file).includes('a key')).toBe(false);
    }
  });
});

describe('writeStream', () => {
  it('splits a stream into parts of 16 MiB', async () => {
    const archive = createArchiveWriter(store, 'one', undefined);
    const block = randomBytes(1_024 * 1_024);
    const parts = await archive.writeStream(
      'large',
      Readable.from(Array.from({ length: 40 }, () => randomBytes(512 * 1_024)).concat(block)),
    );
    expect(parts.map(({ file }) => file)).toEqual(['large.00001', 'large.00002']);
    for (const { bytes } of parts) expect(bytes).toBeLessThan(17 * 1_024 * 1_024);
  });
});
