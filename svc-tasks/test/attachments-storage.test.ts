import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { internalHeaders } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttachmentStore } from '../src/attachments/storage/attachment-store';
import { newObjectName } from '../src/attachments/storage/object-name';
import { type Acme, startAcme } from './acme';
import { multipart, multipartType, png } from './files';
import { bringIn, isGone, startS3, stores } from './stores';
import { attachmentsPath, recordedObjects } from './uploads';

const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
describe.each(stores)('%s', (_name, start) => {
  let store: AttachmentStore;
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    ({ store, close } = await start());
    await store.check();
  });
  afterAll(() => close());

  it.each([1, 1_000_045, 10 * 1024 * 1024])('gives %s bytes back as they were', async (size) => {
    const content = Buffer.alloc(size, randomUUID());
    const path = await bringIn(store, content);
    const name = newObjectName(7);
    await store.keep(name, path);
    expect(sumOf(await buffer(await store.open(name)))).toBe(sumOf(content));
    expect(await readdir(store.incomingFolder)).not.toContain(path.split('/').at(-1));
  });

  it('removes what it holds, and does nothing to what it does not', async () => {
    const name = newObjectName(7);
    await store.keep(name, await bringIn(store, png));
    await store.remove(name);
    expect(await isGone(store, name)).toBe(true);
    await store.remove(name);
  });

  it('says when there is nothing', async () => {
    await expect(store.open(newObjectName(7))).rejects.toThrow();
  });

  it('keeps nothing of a file that is not there', async () => {
    const name = newObjectName(7);
    await expect(store.keep(name, join(store.incomingFolder, 'none'))).rejects.toThrow();
    expect(await isGone(store, name)).toBe(true);
  });
});

describe('a task whose files are in a bucket', () => {
  it('takes and gives them over HTTP as with a folder; a bucket that is away hides nothing else', async () => {
    const house = await startAcme();
    const { store, close } = await startS3();
    Object.assign(house.tasks.store, store);
    const id = await house.submit({}, house.tokens.member);
    const content = Buffer.alloc(3_000_000, 'Zażółć gęślą jaźń ');
    const upload = () =>
      house.tasks.request('POST', `/api/tasks/${id}/attachments`, {
        organization: house.acme,
        token: house.tokens.member,
        rawBody: multipart({ filename: 'a.txt', content }),
        headers: { 'content-type': multipartType },
      });
    const { status, body } = await upload();
    expect(status).toBe(201);
    const download = () =>
      house.call('GET', `/api/tasks/${id}/attachments/${body.attachment.id}/download`, house.tokens.member);
    expect((await download()).body).toBe(content.toString());
    await close();
    expect((await download()).status).toBe(503);
    expect((await upload()).status).toBe(503);
    expect((await house.call('GET', `/api/tasks/${id}`, house.tokens.member)).body.task.attachments).toEqual([
      body.attachment,
    ]);
    await house.tasks.close();
  });
});

describe('a bucket that cannot be reached', () => {
  it('says so', async () => {
    const { store, close } = await startS3();
    await close();
    await expect(store.check()).rejects.toThrow();
    await expect(store.open(newObjectName(7))).rejects.toThrow();
  });
});

describe.each(stores)('an upload whose sender goes away while %s takes it', (_name, start) => {
  let house: Acme;
  beforeAll(async () => {
    house = await startAcme();
  });
  afterAll(() => house.tasks.close());

  it('leaves either an attachment or nothing', async () => {
    const task = await house.submit({}, house.tokens.member);
    const { tasks, acme, tokens } = house;
    const { store, close } = await start();
    const names: string[] = [];
    Object.assign(tasks.store, store, {
      keep: async (name: string, path: string) => {
        names.push(name);
        request.destroy();
        await store.keep(name, path);
      },
    });
    const request = httpRequest({
      port: tasks.port,
      method: 'POST',
      path: attachmentsPath(task),
      headers: {
        authorization: `Bearer ${tokens.member}`,
        [internalHeaders.site]: 'organization',
        [internalHeaders.organizationId]: acme.id,
        [internalHeaders.organizationCode]: acme.code,
        'content-type': multipartType,
      },
    });
    request.on('error', () => undefined).end(multipart({ filename: 'a.png', content: png }));
    await pollUntil(
      async () => {
        const { attached, unfinished } = await recordedObjects(house);
        if (names.length === 0 || unfinished.length > 0) return undefined;
        const isKept = await store.open(names[0] ?? '').then(
          (file) => {
            file.destroy();
            return true;
          },
          () => false,
        );
        return isKept === attached.includes(names[0] ?? '') || undefined;
      },
      { describe: 'the store holds what is attached, and nothing else' },
    );
    const { attachments } = (await house.call('GET', `/api/tasks/${task}`, tokens.member)).body.task;
    expect(attachments).toHaveLength((await recordedObjects(house)).attached.length);
    await close();
  });
});
