import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { internalHeaders } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { multipart, multipartType } from './files';
import { bringIn, stores, type TestStore } from './stores';

/** Of one piece as a stream gives it, and of many. */
const small = Buffer.from('Zażółć gęślą jaźń');
const large = Buffer.alloc(3_000_000, 'Zażółć gęślą jaźń ');

const flipped = (content: Buffer): Buffer => {
  const copy = Buffer.from(content);
  copy[copy.length - 3] = (copy.at(-3) ?? 0) ^ 1;
  return copy;
};

describe.each(stores)('a file that %s has damaged', (_name, start) => {
  let house: Acme;
  let kept: TestStore;
  let task: number;
  beforeAll(async () => {
    house = await startAcme();
    kept = await start();
    Object.assign(house.tasks.store, kept.store);
    task = await house.submit({}, house.tokens.member);
  });
  afterAll(async () => {
    await kept.close();
    await house.tasks.close();
  });

  const attach = async (content: Buffer): Promise<{ path: string; objectName: string }> => {
    const { status, body } = await house.tasks.request('POST', `/api/tasks/${task}/attachments`, {
      organization: house.acme,
      token: house.tokens.member,
      rawBody: multipart({ filename: 'a.txt', content }),
      headers: { 'content-type': multipartType },
    });
    expect(status).toBe(201);
    const [row] = await withOrganization(house.tasks.db, house.acme.id, (tx) =>
      tx('attachments').where({ id: body.attachment.id }),
    );
    return {
      path: `/api/tasks/${task}/attachments/${body.attachment.id}/download`,
      objectName: row.object_name,
    };
  };
  const download = (path: string) => house.call('GET', path, house.tokens.member);
  const brokenDownloads = async (reason: string): Promise<number> => {
    const { body } = await house.tasks.request('GET', '/metrics');
    const line = new RegExp(
      `^obieg_attachment_downloads_broken_total\\{reason="${reason}".*\\} (\\d+)$`,
      'm',
    );
    return Number(line.exec(body)?.[1] ?? 0);
  };

  it.each([
    ['of one piece, by one bit', small, flipped(small)],
    ['of many pieces, by one bit', large, flipped(large)],
    ['by cutting it', large, large.subarray(0, 1_000_000)],
    ['by leaving nothing of it', small, Buffer.alloc(0)],
    ['by writing on', small, Buffer.concat([small, Buffer.from('!')])],
    ['by writing on and on', large, Buffer.concat([large, large])],
  ])('%s never arrives as a whole one, and is counted', async (_how, content, damaged) => {
    const { path, objectName } = await attach(content);
    expect((await download(path)).body).toBe(content.toString());
    const before = await brokenDownloads('content');
    await kept.store.remove(objectName);
    await kept.store.keep(objectName, await bringIn(kept.store, damaged));
    await expect(download(path)).rejects.toThrow();
    expect(await brokenDownloads('content')).toBe(before + 1);
  });

  it('half way, by giving no more of it, breaks off, too', async () => {
    const { path } = await attach(large);
    const { open } = house.tasks.store;
    Object.assign(house.tasks.store, {
      open: async (name: string) =>
        Readable.from(
          (async function* () {
            for await (const piece of await open(name)) {
              yield piece;
              throw new Error('the disk is gone');
            }
          })(),
        ),
    });
    await expect(download(path)).rejects.toThrow();
    Object.assign(house.tasks.store, { open });
    expect(await brokenDownloads('store')).toBe(1);
    expect((await download(path)).body).toBe(large.toString());
  });

  it('does not take the service along', async () => {
    const { path } = await attach(large);
    expect((await download(path)).body).toBe(large.toString());
    expect((await house.call('GET', `/api/tasks/${task}`, house.tokens.member)).status).toBe(200);
  });

  it('is told from a download that its reader broke off', async () => {
    const { path } = await attach(Buffer.alloc(10 * 1024 * 1024, 'a'));
    const before = [await brokenDownloads('content'), await brokenDownloads('store')];
    const { open } = house.tasks.store;
    let isClosed = false;
    Object.assign(house.tasks.store, {
      open: async (name: string) => {
        const file = await open(name);
        file.once('close', () => {
          isClosed = true;
        });
        return file;
      },
    });
    const request = get({
      port: house.tasks.port,
      path,
      headers: {
        authorization: `Bearer ${house.tokens.member}`,
        [internalHeaders.site]: 'organization',
        [internalHeaders.organizationId]: house.acme.id,
        [internalHeaders.organizationCode]: house.acme.code,
      },
    });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await once(answer, 'data');
    answer.on('error', () => undefined);
    answer.destroy();
    await pollUntil(async () => isClosed || undefined, { describe: 'the store is let go' });
    Object.assign(house.tasks.store, { open });
    expect([await brokenDownloads('content'), await brokenDownloads('store')]).toEqual(before);
  });
});
