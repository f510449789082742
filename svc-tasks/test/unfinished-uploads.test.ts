import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { internalHeaders } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttachmentStore } from '../src/attachments/storage/attachment-store';
import { type Acme, people, startAcme } from './acme';
import { boundary, multipart, multipartType, png } from './files';
import { recordedObjects, sendUpload, storedFiles, uploadFile } from './uploads';

let house: Acme;
let task: number;
beforeAll(async () => {
  house = await startAcme();
  task = await house.submit({}, house.tokens.member);
});
afterAll(() => house.tasks.close());

const filesIn = () => storedFiles(house);
const unfinished = async () => (await recordedObjects(house)).unfinished;

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

describe('uploads that come to nothing', () => {
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

  it('in a store that hangs leave the service its connections, whatever else is asked for', async () => {
    const { tasks, tokens, call } = house;
    const { keep, remove } = tasks.store;
    let letGo = (): void => undefined;
    const hanging = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let waiting = 0;
    Object.assign(tasks.store, {
      keep: () => Promise.reject(new Error('away')),
      remove: async (name: string) => {
        waiting += 1;
        await hanging;
        await remove(name);
      },
    });
    const uploads = Array.from({ length: 10 }, () => uploadFile(house, task, 'a.png'));
    try {
      await pollUntil(async () => waiting === uploads.length || undefined, {
        deadlineMs: 10_000,
        describe: 'all of them at the store',
      });
      expect((await call('GET', `/api/tasks/${task}`, tokens.member)).status).toBe(200);
    } finally {
      letGo();
      Object.assign(tasks.store, { keep, remove });
    }
    for (const { status } of await Promise.all(uploads)) expect(status).toBe(503);
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
});
