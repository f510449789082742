import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder, markUnfinishedRestore } from './launch-lock';

let folder: string;
const secret = 'ab'.repeat(16);

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
    writeFileSync(join(folder, 'launcher.lock'), `1 ${secret} 1`);
    (await lockDataFolder(folder))();
  });

  it.each(['', '3', `1 ${secret}`, `99999 ${secret} 12`, 'x y z'])(
    'ignores the damaged lock %j',
    async (content) => {
      writeFileSync(join(folder, 'launcher.lock'), content);
      (await lockDataFolder(folder))();
    },
  );

  it.each(['', 'HTTP/1.1 400 Bad Request\r\n\r\n'])(
    'ignores a lock whose port now belongs to a program that answers %j',
    async (answer) => {
      const server = createServer((socket) => socket.end(answer));
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      writeFileSync(join(folder, 'launcher.lock'), `${port} ${secret} 1`);
      (await lockDataFolder(folder))();
      server.close();
    },
  );

  it('refuses a folder whose restore did not finish', async () => {
    const finish = markUnfinishedRestore(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(`A restore to ${folder} did not finish`);
    finish();
    (await lockDataFolder(folder))();
  });
});
