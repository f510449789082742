import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { internalHeaders } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttachmentStore } from '../src/attachments/storage/attachment-store';
import { boundary, buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture, userIds } from './fixture';
import { listRecordedObjects, listStoredFiles, sendUpload, uploadFile } from './upload-helpers';

let fixture: Fixture;
let task: number;
beforeAll(async () => {
  fixture = await startFixture();
  task = await fixture.submit({}, fixture.tokens.member);
});
afterAll(() => fixture.service.close());

const listFiles = () => listStoredFiles(fixture);
const listUnfinished = async () => (await listRecordedObjects(fixture)).unfinished;

const incompleteBody = Buffer.concat([
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`),
  png,
  Buffer.alloc(500_000),
]);

/** Starts an upload and waits until the service writes the incoming file. */
const startUpload = async (id: number, token: string, sizeBytes: number): Promise<Socket> => {
  const socket = connect(fixture.service.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      `POST /api/tasks/${id}/attachments HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${token}`,
      `${internalHeaders.site}: organization`,
      `${internalHeaders.organizationId}: ${fixture.acme.id}`,
      `${internalHeaders.organizationCode}: acme`,
      `content-type: ${multipartType}`,
      `content-length: ${sizeBytes}`,
      '',
      '',
    ].join('\r\n'),
  );
  socket.write(incompleteBody);
  await pollUntil(async () => (await listFiles()).length === 1 || undefined, {
    deadlineMs: 10_000,
    describe: 'the incoming file exists',
  });
  return socket;
};

describe('an upload', () => {
  it('leaves no file and no row when the client aborts it', async () => {
    const socket = await startUpload(task, fixture.tokens.member, 5_000_000);
    socket.destroy();
    await pollUntil(async () => (await listFiles()).length === 0 || undefined, {
      deadlineMs: 10_000,
      describe: 'the incoming file is deleted',
    });
    expect(await listUnfinished()).toEqual([]);
    expect(
      (await fixture.call('GET', `/api/tasks/${task}`, fixture.tokens.member)).body.task.attachments,
    ).toEqual([]);
  });

  it.each([
    ['leaves the organization', [], 401],
    ['becomes a reporter', ['REPORTER'], 403],
  ] as const)('leaves nothing when the caller %s before it completes', async (_what, roles, status) => {
    const { service, acme } = fixture;
    const token = await service.addMember(acme, 60, ['MEMBER']);
    const end = `\r\n--${boundary}--\r\n`;
    const socket = await startUpload(task, token, incompleteBody.length + end.length);
    await service.addMember(acme, 60, [...roles]);
    socket.write(end);
    const [response] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(response.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });

  it('leaves nothing when the caller signs out before it completes', async () => {
    const { identity, endedSessions } = fixture.service;
    const session = { userId: userIds.member, organizationId: fixture.acme.id, sessionId: randomUUID() };
    const end = `\r\n--${boundary}--\r\n`;
    const socket = await startUpload(task, identity.sign(session), incompleteBody.length + end.length);
    endedSessions.add(session.sessionId);
    socket.write(end);
    const [response] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(response.toString()).toMatch(/^HTTP\/1\.1 401 /);
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });

  it('leaves nothing when the task is restricted before it completes', async () => {
    const { service, tokens, acme, call, submit } = fixture;
    const id = await submit({}, tokens.operator);
    const originalStore: AttachmentStore = { ...service.store };
    const body = buildMultipart({ filename: 'a.png', content: png });
    const hide = () =>
      call('PUT', `/api/tasks/${id}`, tokens.operator, { title: 'Ukryte', visibleUserIds: [10] });
    Object.assign(service.store, {
      put: async (name: string, path: string) => {
        expect((await hide()).status).toBe(200);
        await originalStore.put(name, path);
      },
    });
    try {
      const { status } = await service.request('POST', `/api/tasks/${id}/attachments`, {
        organization: acme,
        token: tokens.member,
        rawBody: body,
        headers: { 'content-type': multipartType },
      });
      expect(status).toBe(404);
    } finally {
      Object.assign(service.store, { put: originalStore.put });
    }
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });

  it('gets 503 and leaves nothing when the store is unavailable', async () => {
    const { service, tokens, acme } = fixture;
    const { put } = service.store;
    Object.assign(service.store, { put: () => Promise.reject(new Error('unavailable')) });
    try {
      const { status, headers } = await service.request('POST', `/api/tasks/${task}/attachments`, {
        organization: acme,
        token: tokens.member,
        rawBody: buildMultipart({ filename: 'a.png', content: png }),
        headers: { 'content-type': multipartType },
      });
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    } finally {
      Object.assign(service.store, { put });
    }
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });

  it('occupies no database connection while the store hangs', async () => {
    const { service, tokens, call } = fixture;
    const { put, remove } = service.store;
    let releaseStore = (): void => undefined;
    const storeReleased = new Promise<void>((resolve) => {
      releaseStore = resolve;
    });
    let waiting = 0;
    Object.assign(service.store, {
      put: () => Promise.reject(new Error('unavailable')),
      remove: async (name: string) => {
        waiting += 1;
        await storeReleased;
        await remove(name);
      },
    });
    const uploads = Array.from({ length: 10 }, () => uploadFile(fixture, task, 'a.png'));
    try {
      await pollUntil(async () => waiting === uploads.length || undefined, {
        deadlineMs: 10_000,
        describe: 'all uploads wait for the store',
      });
      expect((await call('GET', `/api/tasks/${task}`, tokens.member)).status).toBe(200);
    } finally {
      releaseStore();
      Object.assign(service.store, { put, remove });
    }
    for (const { status } of await Promise.all(uploads)) expect(status).toBe(503);
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });

  it.each([
    ['folder', '/dev/null/incoming'],
    ['file', '/proc'],
  ])('gets 503 and leaves nothing when the incoming %s cannot be created', async (_what, folder) => {
    const { service, tokens } = fixture;
    const { incomingFolder } = service.store;
    Object.assign(service.store, { incomingFolder: folder });
    try {
      const body = buildMultipart({ filename: 'a.png', content: png });
      const { status, headers } = await sendUpload(fixture, task, body, tokens.member);
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    } finally {
      Object.assign(service.store, { incomingFolder });
    }
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });
});
