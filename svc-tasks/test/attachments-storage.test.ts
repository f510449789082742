import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { internalHeaders } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AttachmentStore } from '../src/attachments/storage/attachment-store';
import { newObjectName } from '../src/attachments/storage/object-name';
import { announceUpload, giveUpUpload, sweepUnfinishedUploads } from '../src/attachments/unfinished-uploads';
import { createSweeper } from '../src/sweeper';
import { type Acme, people, startAcme } from './acme';
import { boundary, multipart, multipartType, png } from './files';
import { bringIn, startS3, stores } from './stores';
import { attachmentsPath, recordedObjects, sendUpload } from './uploads';

const log = createLog('test', 'silent');

const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const isGone = (store: AttachmentStore, name: string): Promise<boolean> =>
  store.open(name).then(
    async (stream) => {
      await buffer(stream);
      return false;
    },
    () => true,
  );

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

describe('uploads that come to nothing', () => {
  let house: Acme;
  let task: number;
  beforeAll(async () => {
    house = await startAcme();
    task = await house.submit({}, house.tokens.member);
  });
  afterAll(() => house.tasks.close());

  const filesIn = async (): Promise<string[]> =>
    (await readdir(house.tasks.filesFolder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const unfinished = () =>
    withOrganization(house.tasks.db, house.acme.id, (tx) =>
      tx('unfinished_uploads').pluck<string[]>('object_name'),
    );

  const begun = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`),
    png,
    Buffer.alloc(500_000),
  ]);

  /** Begins to send a file, which is on disk as far as it has come. */
  const beginUpload = async (id: number, token: string, sizeBytes: number): Promise<Socket> => {
    const socket = connect(house.tasks.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        `POST /api/tasks/${id}/attachments HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${token}`,
        `${internalHeaders.site}: organization`,
        `${internalHeaders.organizationId}: ${house.acme.id}`,
        `${internalHeaders.organizationCode}: acme`,
        `content-type: ${multipartType}`,
        `content-length: ${sizeBytes}`,
        '',
        '',
      ].join('\r\n'),
    );
    socket.write(begun);
    await pollUntil(async () => (await filesIn()).length === 1 || undefined, {
      deadlineMs: 10_000,
      describe: 'the file on its way in',
    });
    return socket;
  };

  it('half way leave neither file nor row, and the service goes on', async () => {
    const socket = await beginUpload(task, house.tokens.member, 5_000_000);
    socket.destroy();
    await pollUntil(async () => (await filesIn()).length === 0 || undefined, {
      deadlineMs: 10_000,
      describe: 'no file any more',
    });
    expect(await unfinished()).toEqual([]);
    expect(
      (await house.call('GET', `/api/tasks/${task}`, house.tokens.member)).body.task.attachments,
    ).toEqual([]);
  });

  it.each([
    ['leaves the organization', [], 401],
    ['becomes a reporter', ['REPORTER'], 403],
  ] as const)('because who sends it %s meanwhile leave nothing', async (_what, roles, status) => {
    const { tasks, acme } = house;
    const token = await tasks.addMember(acme, 60, ['MEMBER']);
    const end = `\r\n--${boundary}--\r\n`;
    const socket = await beginUpload(task, token, begun.length + end.length);
    await tasks.addMember(acme, 60, [...roles]);
    socket.write(end);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect([await filesIn(), await unfinished()]).toEqual([[], []]);
  });

  it('because who sends it signs out meanwhile leave nothing', async () => {
    const { identity, endedSessions } = house.tasks;
    const session = { userId: people.member, organizationId: house.acme.id, sessionId: randomUUID() };
    const end = `\r\n--${boundary}--\r\n`;
    const socket = await beginUpload(task, identity.sign(session), begun.length + end.length);
    endedSessions.add(session.sessionId);
    socket.write(end);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
    expect([await filesIn(), await unfinished()]).toEqual([[], []]);
  });

  it('because the task was hidden meanwhile leave nothing', async () => {
    const { tasks, tokens, acme, call, submit } = house;
    const id = await submit({}, tokens.operator);
    const slow: AttachmentStore = { ...tasks.store };
    const body = multipart({ filename: 'a.png', content: png });
    const hide = () =>
      call('PUT', `/api/tasks/${id}`, tokens.operator, { title: 'Ukryte', visibleUserIds: [10] });
    Object.assign(tasks.store, {
      keep: async (name: string, path: string) => {
        expect((await hide()).status).toBe(200);
        await slow.keep(name, path);
      },
    });
    try {
      const { status } = await tasks.request('POST', `/api/tasks/${id}/attachments`, {
        organization: acme,
        token: tokens.member,
        rawBody: body,
        headers: { 'content-type': multipartType },
      });
      expect(status).toBe(404);
    } finally {
      Object.assign(tasks.store, { keep: slow.keep });
    }
    expect([await filesIn(), await unfinished()]).toEqual([[], []]);
  });

  it('because the store is away answer 503 and leave nothing', async () => {
    const { tasks, tokens, acme } = house;
    const { keep } = tasks.store;
    Object.assign(tasks.store, { keep: () => Promise.reject(new Error('away')) });
    try {
      const { status, headers } = await tasks.request('POST', `/api/tasks/${task}/attachments`, {
        organization: acme,
        token: tokens.member,
        rawBody: multipart({ filename: 'a.png', content: png }),
        headers: { 'content-type': multipartType },
      });
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    } finally {
      Object.assign(tasks.store, { keep });
    }
    expect([await filesIn(), await unfinished()]).toEqual([[], []]);
  });

  it.each([
    ['folder', '/dev/null/incoming'],
    ['file', '/proc'],
  ])('because this machine takes no %s on its way in answer 503 and leave nothing', async (_what, folder) => {
    const { tasks, tokens } = house;
    const { incomingFolder } = tasks.store;
    Object.assign(tasks.store, { incomingFolder: folder });
    try {
      const body = multipart({ filename: 'a.png', content: png });
      const { status, headers } = await sendUpload(house, task, body, tokens.member);
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    } finally {
      Object.assign(tasks.store, { incomingFolder });
    }
    expect([await filesIn(), await unfinished()]).toEqual([[], []]);
  });

  const keepUnfinished = async (organizationId: number, hoursAgo: number): Promise<string> => {
    const { db, store } = house.tasks;
    const name = newObjectName(organizationId);
    await announceUpload(db, organizationId, name);
    await store.keep(name, await bringIn(store, png));
    await withOrganization(db, organizationId, (tx) =>
      tx('unfinished_uploads')
        .where({ object_name: name })
        .update({ started_at: tx.raw(`now() - ?::interval`, [`${hoursAgo} hours`]) }),
    );
    return name;
  };

  it('because the process was killed are swept in every organization, those under way are not', async () => {
    const { tasks, acme, globex } = house;
    const old = [await keepUnfinished(acme.id, 2), await keepUnfinished(globex.id, 2)];
    const young = await keepUnfinished(acme.id, 0.5);
    const leftOver = join(tasks.store.incomingFolder, randomUUID());
    const underWay = join(tasks.store.incomingFolder, randomUUID());
    for (const path of [leftOver, underWay]) await writeFile(path, png);
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    await utimes(leftOver, twoHoursAgo, twoHoursAgo);
    const sweeper = createSweeper(tasks.db, tasks.store, createLog('test', 'silent'));
    sweeper.start();
    await sweeper.stop();
    for (const name of old) expect(await isGone(tasks.store, name)).toBe(true);
    expect(await isGone(tasks.store, young)).toBe(false);
    expect(await unfinished()).toEqual([young]);
    expect((await readdir(tasks.store.incomingFolder)).sort()).toEqual([underWay.split('/').at(-1)]);
    await rm(underWay);
    await giveUpUpload(tasks.db, tasks.store, acme.id, young);
  });

  it('are swept in more than one batch, and the rest waits for a store that is away', async () => {
    const { tasks, acme } = house;
    for (let count = 0; count < 60; count += 1) await keepUnfinished(acme.id, 2);
    const remove = vi.fn(() => Promise.reject(new Error('away')));
    expect(await sweepUnfinishedUploads(tasks.db, { ...tasks.store, remove }, log)).toBe(0);
    // Not every one has to fail.
    expect(remove).toHaveBeenCalledTimes(50);
    expect(await unfinished()).toHaveLength(60);
    expect(await sweepUnfinishedUploads(tasks.db, tasks.store, log)).toBe(60);
    expect([await filesIn(), await unfinished()]).toEqual([[], []]);
  });

  it('do not wait for one that the store does not let go', async () => {
    const { tasks, acme } = house;
    const names: string[] = [];
    for (let count = 0; count < 60; count += 1) names.push(await keepUnfinished(acme.id, 2));
    const [stuck = ''] = [...names].sort();
    const lines: string[] = [];
    const remove = (name: string) =>
      name === stuck ? Promise.reject(new Error('denied')) : tasks.store.remove(name);
    const told = createLog('test', 'info', { write: (line) => lines.push(line) });
    expect(await sweepUnfinishedUploads(tasks.db, { ...tasks.store, remove }, told)).toBe(59);
    expect(await unfinished()).toEqual([stuck]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ object: stuck, err: expect.objectContaining({ message: 'denied' }) }),
    ]);
    expect(await sweepUnfinishedUploads(tasks.db, tasks.store, log)).toBe(1);
    expect([await filesIn(), await unfinished()]).toEqual([[], []]);
  });

  it('are told from those whose answer alone got lost: what is attached stays', async () => {
    const { tasks, acme, tokens } = house;
    const { body } = await tasks.request('POST', `/api/tasks/${task}/attachments`, {
      organization: acme,
      token: tokens.member,
      rawBody: multipart({ filename: 'a.png', content: png }),
      headers: { 'content-type': multipartType },
    });
    const [row] = await withOrganization(tasks.db, acme.id, (tx) =>
      tx('attachments').where({ id: body.attachment.id }),
    );
    await giveUpUpload(tasks.db, tasks.store, acme.id, row.object_name);
    expect(await isGone(tasks.store, row.object_name)).toBe(false);
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
