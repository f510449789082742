import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { internalHeaders, limits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture } from './fixture';
import {
  countPending,
  defaultAddress,
  expectNoOrphan,
  listAttachments,
  pendingPath,
  removePending,
  uploadPending,
  verifyEmail,
} from './pending-helpers';

const mb = 1024 * 1024;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ pendingQuotas: { addressBytes: 12 * mb, organizationBytes: 20 * mb } });
});
afterAll(() => fixture.service.close());
afterEach(async () => {
  await expectNoOrphan(fixture);
  const { service, acme, globex } = fixture;
  for (const { id } of [acme, globex])
    await withOrganization(service.db, id, async (tx) => {
      const names = await tx('pending_attachments')
        .whereNotNull('object_name')
        .pluck<string[]>('object_name');
      for (const name of names) await service.store.remove(name);
      await tx('pending_attachments').delete();
      await tx('pending_submissions').delete();
    });
});

const otherAddress = '198.51.100.20';
const uploadMany = async (count: number, address: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1)
    statuses.push((await uploadPending(fixture, { address })).status);
  return statuses;
};
const filled = (successes: number, refusals: number) => [
  ...Array(successes).fill(201),
  ...Array(refusals).fill(409),
];

describe('the quota of an address', () => {
  it('charges a small file like 1 MB, so that many small files exhaust it', async () => {
    expect(await uploadMany(13, defaultAddress)).toEqual(filled(12, 1));
    const { body } = await uploadPending(fixture);
    expect(body.message).toMatch(/^Z tego adresu sieciowego przesłano już zbyt wiele plików/);
    expect((await uploadPending(fixture, { address: otherAddress })).status).toBe(201);
  });

  it('counts in all organizations together, and a network of IPv6 as one address', async () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'];
    const [first = '', second = ''] = addresses;
    expect(await uploadMany(12, first)).toEqual(filled(12, 0));
    expect((await uploadPending(fixture, { address: second, organization: fixture.globex })).status).toBe(
      409,
    );
  });

  it('is free again after a removal and after a verification', async () => {
    await uploadMany(11, defaultAddress);
    const { attachment, uploadSecret: secret } = (await uploadPending(fixture)).body;
    expect((await uploadPending(fixture)).status).toBe(409);
    await removePending(fixture, attachment.id, { secret });
    const { uploadSecret } = (await uploadPending(fixture)).body;
    expect((await uploadPending(fixture)).status).toBe(409);
    const task = await fixture.submit({ createdByEmail: 'miejsce@poczta.test', uploadSecret });
    expect((await uploadPending(fixture)).status).toBe(409);
    await verifyEmail(fixture, 'miejsce@poczta.test');
    expect(await listAttachments(fixture, task)).toHaveLength(1);
    expect((await uploadPending(fixture)).status).toBe(201);
  });

  it('holds for parallel uploads to two processes', async () => {
    const second = await fixture.service.startInstance();
    const instances = [fixture.service, second];
    const uploads = Array.from({ length: 20 }, (_, index) =>
      uploadPending(fixture, { instance: instances[index % 2] as typeof second }),
    );
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(filled(12, 8));
    await second.close();
  });

  it('keeps neither a charge nor a row of a rejected file', async () => {
    for (let count = 0; count < 15; count += 1)
      expect((await uploadPending(fixture, { content: Buffer.from('<html>') })).status).toBe(415);
    expect(await countPending(fixture)).toEqual({ submissions: 0, files: 0 });
  });
});

describe('the quota of an organization', () => {
  it('limits many addresses, and no other organization', async () => {
    expect(await uploadMany(10, defaultAddress)).toEqual(filled(10, 0));
    expect(await uploadMany(11, otherAddress)).toEqual(filled(10, 1));
    const { status, body } = await uploadPending(fixture, { address: '192.0.2.1' });
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^Organizacja nie przyjmuje teraz więcej plików/),
    ]);
    const { globex: organization } = fixture;
    expect((await uploadPending(fixture, { address: '192.0.2.1', organization })).status).toBe(201);
  });
});

/** Opens a raw upload, so that a test decides when its body arrives. */
const startUpload = async (headers: string[]): Promise<Socket> => {
  const socket = connect(fixture.service.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      `POST ${pendingPath} HTTP/1.1`,
      'host: x',
      `${internalHeaders.site}: organization`,
      `${internalHeaders.organizationId}: ${fixture.acme.id}`,
      `${internalHeaders.organizationCode}: acme`,
      `x-forwarded-for: ${defaultAddress}`,
      `content-type: ${multipartType}`,
      ...headers,
      '',
      '',
    ].join('\r\n'),
  );
  return socket;
};
const isCharged = (count: number) =>
  pollUntil(async () => (await countPending(fixture)).files === count || undefined, {
    deadlineMs: 10_000,
    describe: `${count} files are charged`,
  });
const readStatus = async (socket: Socket): Promise<number> => {
  const [response] = (await once(socket, 'data')) as [Buffer];
  return Number(response.toString().split(' ')[1]);
};

describe('a large or slow upload', () => {
  it('is charged before its body arrives, and released when the client gives up', async () => {
    const socket = await startUpload(['transfer-encoding: chunked']);
    await isCharged(1);
    const content = Buffer.concat([png, Buffer.alloc(3 * mb)]);
    expect((await uploadPending(fixture, { content })).status).toBe(409);
    socket.destroy();
    await isCharged(0);
    expect((await uploadPending(fixture, { content })).status).toBe(201);
  });

  it('is rejected with 413 before its body arrives if it announces more than 10 MB', async () => {
    const socket = await startUpload([`content-length: ${limits.attachmentBytes * 2}`]);
    expect(await readStatus(socket)).toBe(413);
    socket.destroy();
    await isCharged(0);
  });

  it('is rejected with 413 when its chunks exceed 10 MB', async () => {
    const socket = await startUpload(['transfer-encoding: chunked']);
    const body = buildMultipart({ filename: 'a.png', content: Buffer.concat([png, Buffer.alloc(11 * mb)]) });
    socket.on('error', () => undefined);
    const status = readStatus(socket);
    socket.write(`${body.length.toString(16)}\r\n`);
    socket.write(body);
    socket.write('\r\n0\r\n\r\n');
    expect(await status).toBe(413);
    socket.destroy();
    await isCharged(0);
    expect(await countPending(fixture)).toEqual({ submissions: 0, files: 0 });
  });

  it('fails if its submission is sent before it completes', async () => {
    const { uploadSecret } = (await uploadPending(fixture)).body;
    const body = buildMultipart({ filename: 'b.png', content: png });
    const socket = await startUpload([`content-length: ${body.length}`, `x-upload-secret: ${uploadSecret}`]);
    await isCharged(2);
    await fixture.submit({ createdByEmail: 'szybki@poczta.test', uploadSecret });
    const status = readStatus(socket);
    socket.write(body);
    expect(await status).toBe(404);
    socket.destroy();
    await isCharged(1);
  });
});

describe('two processes', () => {
  it('share files: upload to one, remove and submit at the other', async () => {
    const second = await fixture.service.startInstance();
    const first = (await uploadPending(fixture)).body;
    const secret = first.uploadSecret as string;
    expect((await uploadPending(fixture, { secret, instance: second })).status).toBe(201);
    expect((await removePending(fixture, first.attachment.id, { secret, instance: second })).status).toBe(
      204,
    );
    const { body } = await second.request('POST', '/api/tasks', {
      organization: fixture.acme,
      body: {
        title: 'Drugi proces',
        createdByEmail: 'drugi@poczta.test',
        workflowParameters: { '1': 'Konto' },
        uploadSecret: secret,
      },
    });
    expect(body.pendingAttachments).toBe(1);
    await second.close();
  });
});

describe('GET /metrics', () => {
  it('reports the stored and rejected files and their storage', async () => {
    await uploadPending(fixture);
    const { text } = await fixture.service.request('GET', '/metrics');
    expect(text).toMatch(/obieg_pending_attachments_total\{outcome="stored"[^}]*\} [1-9]/);
    expect(text).toMatch(/obieg_pending_attachments_total\{outcome="rejected"[^}]*\} [1-9]/);
    expect(text).toMatch(/obieg_pending_attachment_bytes(\{[^}]*\})? 1048576/);
  });
});
