import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { internalHeaders } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMultipart, multipartType } from './attachment-files';
import { stores, type TestStore, writeIncomingFile } from './attachment-stores';
import { type Fixture, startFixture } from './fixture';

/** One chunk of a stream, and many chunks. */
const small = Buffer.from('Zażółć gęślą jaźń');
const large = Buffer.alloc(3_000_000, 'Zażółć gęślą jaźń ');

const flipBit = (content: Buffer): Buffer => {
  const copy = Buffer.from(content);
  copy[copy.length - 3] = (copy.at(-3) ?? 0) ^ 1;
  return copy;
};

describe.each(stores)('downloading from %s', (_name, start) => {
  let fixture: Fixture;
  let testStore: TestStore;
  let task: number;
  beforeAll(async () => {
    fixture = await startFixture();
    testStore = await start();
    Object.assign(fixture.service.store, testStore.store);
    task = await fixture.submit({}, fixture.tokens.member);
  });
  afterAll(async () => {
    await testStore.close();
    await fixture.service.close();
  });

  const attach = async (content: Buffer): Promise<{ path: string; objectName: string }> => {
    const { status, body } = await fixture.service.request('POST', `/api/tasks/${task}/attachments`, {
      organization: fixture.acme,
      token: fixture.tokens.member,
      rawBody: buildMultipart({ filename: 'a.txt', content }),
      headers: { 'content-type': multipartType },
    });
    expect(status).toBe(201);
    const [row] = await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('attachments').where({ id: body.attachment.id }),
    );
    return {
      path: `/api/tasks/${task}/attachments/${body.attachment.id}/download`,
      objectName: row.object_name,
    };
  };
  const download = (path: string) => fixture.call('GET', path, fixture.tokens.member);
  const countBrokenDownloads = async (reason: string): Promise<number> => {
    const { body } = await fixture.service.request('GET', '/metrics');
    const line = new RegExp(
      `^obieg_attachment_downloads_broken_total\\{reason="${reason}".*\\} (\\d+)$`,
      'm',
    );
    return Number(line.exec(body)?.[1] ?? 0);
  };

  it.each([
    ['a small file has a flipped bit', small, flipBit(small)],
    ['a large file has a flipped bit', large, flipBit(large)],
    ['a file is truncated', large, large.subarray(0, 1_000_000)],
    ['a file is empty', small, Buffer.alloc(0)],
    ['a byte is appended', small, Buffer.concat([small, Buffer.from('!')])],
    ['a file has twice its content', large, Buffer.concat([large, large])],
  ])('aborts and counts the download when %s', async (_how, content, damaged) => {
    const { path, objectName } = await attach(content);
    expect((await download(path)).body).toBe(content.toString());
    const before = await countBrokenDownloads('content');
    await testStore.store.remove(objectName);
    await testStore.store.put(objectName, await writeIncomingFile(testStore.store, damaged));
    await expect(download(path)).rejects.toThrow();
    expect(await countBrokenDownloads('content')).toBe(before + 1);
  });

  it('aborts and counts the download when the store fails halfway', async () => {
    const { path } = await attach(large);
    const { open } = fixture.service.store;
    Object.assign(fixture.service.store, {
      open: async (name: string) =>
        Readable.from(
          (async function* () {
            for await (const piece of await open(name)) {
              yield piece;
              throw new Error('disk failure');
            }
          })(),
        ),
    });
    await expect(download(path)).rejects.toThrow();
    Object.assign(fixture.service.store, { open });
    expect(await countBrokenDownloads('store')).toBe(1);
    expect((await download(path)).body).toBe(large.toString());
  });

  it('does not affect later requests', async () => {
    const { path } = await attach(large);
    expect((await download(path)).body).toBe(large.toString());
    expect((await fixture.call('GET', `/api/tasks/${task}`, fixture.tokens.member)).status).toBe(200);
  });

  it('does not count a download that the client aborts', async () => {
    const { path } = await attach(Buffer.alloc(10 * 1024 * 1024, 'a'));
    const before = [await countBrokenDownloads('content'), await countBrokenDownloads('store')];
    const { open } = fixture.service.store;
    let isClosed = false;
    Object.assign(fixture.service.store, {
      open: async (name: string) => {
        const file = await open(name);
        file.once('close', () => {
          isClosed = true;
        });
        return file;
      },
    });
    const request = get({
      port: fixture.service.port,
      path,
      headers: {
        authorization: `Bearer ${fixture.tokens.member}`,
        [internalHeaders.site]: 'organization',
        [internalHeaders.organizationId]: fixture.acme.id,
        [internalHeaders.organizationCode]: fixture.acme.code,
      },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');
    response.on('error', () => undefined);
    response.destroy();
    await pollUntil(async () => isClosed || undefined, { describe: 'the stored file is closed' });
    Object.assign(fixture.service.store, { open });
    expect([await countBrokenDownloads('content'), await countBrokenDownloads('store')]).toEqual(before);
  });
});
