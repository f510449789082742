import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openStore } from '@obieg/delivery';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openArchive, sha256Of } from './archive/archive-reader';
import { createArchiveWriter } from './archive/archive-writer';
import type { DatabaseCopy } from './archive/manifest';
import type { Destination } from './destination';
import { createProgress } from './progress';
import { restore } from './restore';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'obieg-restore-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const attachment = Buffer.from('content of an attachment');
const objectName = '7/ab/abcdef';

/** Writes a small backup whose databases have run these migrations. */
const writeBackup = async (migrations = ['20261121000000_service_kit']): Promise<void> => {
  const archive = createArchiveWriter(openStore(root), 'one', undefined);
  const parts = await archive.writeStream('databases/tasks/tasks', Readable.from([Buffer.from('1\tone\n')]));
  const line = `${objectName}\t${attachment.length}\t${sha256Of(attachment)}\n`;
  const index = await archive.writeStream('attachments', Readable.from([Buffer.from(line)]));
  await archive.write(`files/${objectName}`, attachment);
  const key = await archive.write('keys/delivery.pem', Buffer.from('a key'));
  const database: DatabaseCopy = {
    serverVersion: '18.4',
    migrations: ['20261121000000_service_kit'],
    tables: [{ name: 'tasks', columns: ['id', 'title'], rows: 1, parts }],
    sequences: [],
  };
  await archive.finish({
    format: 'obieg-backup/1',
    name: 'one',
    startedAt: '2026-11-27T10:00:00.000Z',
    finishedAt: '2026-11-27T10:01:00.000Z',
    encryption: null,
    databases: { identity: database, workflow: database, tasks: { ...database, migrations } },
    attachments: { count: 1, bytes: attachment.length, index, damaged: [] },
    keys: [key],
  });
};

const open = vi.fn<() => Promise<Destination>>(() => Promise.reject(new Error('the place was opened')));
beforeEach(() => void open.mockClear());
const restoreBackup = async (): Promise<boolean> =>
  restore({
    archive: await openArchive(openStore(root), 'one', undefined),
    open,
    progress: createProgress(() => undefined),
  });

const listFiles = (): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile());

describe('restore', () => {
  it('opens the place of a sound backup', async () => {
    await writeBackup();
    await expect(restoreBackup()).rejects.toThrow('the place was opened');
  });

  it('refuses a backup of a newer version before it opens the place', async () => {
    await writeBackup(['20261121000000_service_kit', '20991231000000_from_the_future']);
    await expect(restoreBackup()).rejects.toThrow(
      'A newer version of Obieg wrote this backup: svc-tasks here has no migration 20991231000000_from_the_future. Restore with that version.',
    );
    expect(open).not.toHaveBeenCalled();
  });

  it.each([
    ['cut in half', (path: string) => truncateSync(path, statSync(path).size >> 1)],
    ['without its last byte', (path: string) => truncateSync(path, statSync(path).size - 1)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['with a byte appended', (path: string) => appendFileSync(path, ' ')],
    ['missing', (path: string) => rmSync(path)],
  ])('refuses a file that is %s before it opens the place, whichever it is', async (_damage, damage) => {
    await writeBackup();
    const names = listFiles().map((path) => path.slice(root.length));
    expect(names).toHaveLength(5);
    for (const name of names) {
      rmSync(join(root, 'one'), { recursive: true });
      await writeBackup();
      damage(join(root, name));
      await expect(restoreBackup(), name).rejects.toThrow(
        /changed or is damaged|is missing|no manifest.json/,
      );
    }
    expect(open).not.toHaveBeenCalled();
  });
});
