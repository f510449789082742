import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { receiveFile } from './receive-file';

const openingMs = 50;

/** A disk that is in no hurry to open files. */
const delayOpening = (): void => {
  const { open } = fs;
  const later = (...args: Parameters<typeof open>) => void setTimeout(() => open(...args), openingMs);
  vi.spyOn(fs, 'open').mockImplementation(later as typeof open);
};

let folder: string;
let server: Server;
let refusal: unknown;
beforeEach(async () => {
  delayOpening();
  folder = await mkdtemp(join(tmpdir(), 'obieg-receive-'));
  server = createServer(async (request, response) => {
    refusal = await receiveFile(request, join(folder, 'incoming'), 'pl').catch((error: unknown) => error);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

it('leaves nothing of a body that breaks off before its file is open', async () => {
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=granica' },
    body: '--granica\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nTreść\r\n--gra',
  });
  expect(refusal).toMatchObject({ status: 400 });
  await delay(2 * openingMs);
  expect(await readdir(folder)).toEqual([]);
});
