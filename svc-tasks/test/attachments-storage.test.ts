import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { internalHeaders } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttachmentStore } from '../src/attachments/storage/attachment-store';
import { createObjectName } from '../src/attachments/storage/object-name';
import { buildMultipart, multipartType, png } from './attachment-files';
import { isMissing, startS3Store, stores, writeIncomingFile } from './attachment-stores';
import { type Fixture, startFixture } from './fixture';
import { attachmentsPath, listRecordedObjects } from './upload-helpers';

const computeChecksum = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe.each(stores)('attachments in %s', (_name, start) => {
  let store: AttachmentStore;
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    ({ store, close } = await start());
    await store.check();
  });
  afterAll(() => close());

  it.each([1, 1_000_045, 10 * 1024 * 1024])('returns %s bytes unchanged', async (size) => {
    const content = Buffer.alloc(size, randomUUID());
    const path = await writeIncomingFile(store, content);
    const name = createObjectName(7);
    await store.put(name, path);
    expect(computeChecksum(await buffer(await store.open(name)))).toBe(computeChecksum(content));
    expect(await readdir(store.incomingFolder)).not.toContain(path.split('/').at(-1));
  });

  it('removes an object, and ignores the removal of a missing one', async () => {
    const name = createObjectName(7);
    await store.put(name, await writeIncomingFile(store, png));
    await store.remove(name);
    expect(await isMissing(store, name)).toBe(true);
    await store.remove(name);
  });

  it('rejects opening a missing object', async () => {
    await expect(store.open(createObjectName(7))).rejects.toThrow();
  });

  it('stores nothing if the incoming file is missing', async () => {
    const name = createObjectName(7);
    await expect(store.put(name, join(store.incomingFolder, 'none'))).rejects.toThrow();
    expect(await isMissing(store, name)).toBe(true);
  });
});

describe('attachments in a bucket', () => {
  it('are uploaded and downloaded, and an unavailable bucket leaves the task readable', async () => {
    const fixture = await startFixture();
    const { store, close } = await startS3Store();
    Object.assign(fixture.service.store, store);
    const id = await fixture.submit({}, fixture.tokens.member);
    const content = Buffer.alloc(3_000_000, 'Zażółć gęślą jaźń ');
    const upload = () =>
      fixture.service.request('POST', `/api/tasks/${id}/attachments`, {
        organization: fixture.acme,
        token: fixture.tokens.member,
        rawBody: buildMultipart({ filename: 'a.txt', content }),
        headers: { 'content-type': multipartType },
      });
    const { status, body } = await upload();
    expect(status).toBe(201);
    const download = () =>
      fixture.call(
        'GET',
        `/api/tasks/${id}/attachments/${body.attachment.id}/download`,
        fixture.tokens.member,
      );
    expect((await download()).body).toBe(content.toString());
    await close();
    expect((await download()).status).toBe(503);
    expect((await upload()).status).toBe(503);
    expect(
      (await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.member)).body.task.attachments,
    ).toEqual([body.attachment]);
    await fixture.service.close();
  });
});

describe('an unreachable bucket', () => {
  it('fails the check and the download', async () => {
    const { store, close } = await startS3Store();
    await close();
    await expect(store.check()).rejects.toThrow();
    await expect(store.open(createObjectName(7))).rejects.toThrow();
  });
});

describe.each(stores)('an upload that the client aborts while %s stores it', (_name, start) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture.service.close());

  it('leaves either a complete attachment or nothing', async () => {
    const task = await fixture.submit({}, fixture.tokens.member);
    const { service, acme, tokens } = fixture;
    const { store, close } = await start();
    const names: string[] = [];
    Object.assign(service.store, store, {
      put: async (name: string, path: string) => {
        names.push(name);
        request.destroy();
        await store.put(name, path);
      },
    });
    const request = httpRequest({
      port: service.port,
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
    request.on('error', () => undefined).end(buildMultipart({ filename: 'a.png', content: png }));
    await pollUntil(
      async () => {
        const { attached, unfinished } = await listRecordedObjects(fixture);
        if (names.length === 0 || unfinished.length > 0) return undefined;
        const isStored = await store.open(names[0] ?? '').then(
          (file) => {
            file.destroy();
            return true;
          },
          () => false,
        );
        return isStored === attached.includes(names[0] ?? '') || undefined;
      },
      { describe: 'the store contains exactly the attached object' },
    );
    const { attachments } = (await fixture.call('GET', `/api/tasks/${task}`, tokens.member)).body.task;
    expect(attachments).toHaveLength((await listRecordedObjects(fixture)).attached.length);
    await close();
  });
});
