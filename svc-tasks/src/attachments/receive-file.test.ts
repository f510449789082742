import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { receiveFile } from './receive-file';

const openingMs = 50;

/** Makes the file system open files slowly. */
const delayOpening = (): void => {
  const { open } = fs;
  const later = (...args: Parameters<typeof open>) => void setTimeout(() => open(...args), openingMs);
  vi.spyOn(fs, 'open').mockImplementation(later as typeof open);
};

let folder: string;
let server: Server;
let error: unknown;
beforeEach(async () => {
  delayOpening();
  folder = await mkdtemp(join(tmpdir(), 'obieg-receive-'));
  server = createServer(async (request, response) => {
    error = await receiveFile(request, join(folder, 'incoming'), 'pl').catch((caught: unknown) => caught);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe('receiveFile', () => {
  it('leaves no file when the body ends before the file is open', async () => {
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=granica' },
      body: '--granica\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nTreść\r\n--gra',
    });
    expect(error).toMatchObject({ status: 400 });
    await delay(2 * openingMs);
    expect(await readdir(folder)).toEqual([]);
  });
});
