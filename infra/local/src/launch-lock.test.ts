import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder, markUnfinishedRestore } from './launch-lock';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lockDataFolder', () => {
  it('admits one launcher at a time', async () => {
    const unlock = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `already runs in ${folder} (process ${process.pid})`,
    );
    unlock();
    (await lockDataFolder(folder))();
  });

  it('ignores the lock of a killed launcher', async () => {
    writeFileSync(join(folder, 'launcher.lock'), '1 secret 1');
    (await lockDataFolder(folder))();
  });

  it('refuses a folder whose restore did not finish', async () => {
    const finish = markUnfinishedRestore(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(`A restore to ${folder} did not finish`);
    finish();
    (await lockDataFolder(folder))();
  });
});
