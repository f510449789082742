import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { internalHeaders, limits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture } from './fixture';
import {
  confirmTask,
  countPending,
  defaultAddress,
  expectNoOrphan,
  listAttachments,
  pendingPath,
  removePending,
  uploadPending,
} from './pending-helpers';

const mb = 1024 * 1024;
let fixture: Fixture;
beforeAll(async () => {
  // One network can use 12 MB, a twentieth.
  fixture = await startFixture({ pendingQuotas: { addressBytes: 12 * mb, organizationBytes: 240 * mb } });
});
afterAll(() => fixture.service.close());

const occupied = 'occupied';
/** Inserts charges without uploads: `count` files of `bytes` each, of one network. */
const occupy = ({ service, acme }: Fixture, network: string, count: number, bytes: number) =>
  withOrganization(service.db, acme.id, async (tx) => {
    const secret = { organization_id: acme.id, secret_hash: occupied };
    await tx('pending_submissions').insert(secret).onConflict().ignore();
    await tx.raw(
      `insert into pending_attachments (organization_id, id, secret_hash, principal, network, charged_bytes)
       select :organization_id, gen_random_uuid(), :secret_hash, :network || n, :network, :bytes
         from generate_series(1, :count) n`,
      { ...secret, network, bytes, count },
    );
  });

afterEach(async () => {
  const { service, acme, globex } = fixture;
  await withOrganization(service.db, acme.id, (tx) =>
    tx('pending_attachments').where({ secret_hash: occupied }).delete(),
  );
  await expectNoOrphan(fixture);
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
/** A file of almost four megabytes. Three of them almost fill 12 MB. */
const large = Buffer.concat([png, Buffer.alloc(4 * mb - 2_048)]);
const uploadLarge = (address = defaultAddress, organization = fixture.acme) =>
  uploadPending(fixture, { content: large, address, organization });
const uploadMany = async (count: number, address: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await uploadLarge(address)).status);
  return statuses;
};
const filled = (successes: number, refusals: number) => [
  ...Array(successes).fill(201),
  ...Array(refusals).fill(409),
];
const addressMessage = /^Z tego adresu sieciowego przesłano już zbyt wiele plików/;
const organizationMessage = /^Organizacja nie przyjmuje teraz więcej plików/;

describe('the charge of a file', () => {
  it('is its size, so that small files of seven addresses close no organization', async () => {
    const [filename, content] = ['a.txt', Buffer.from('x')];
    const addresses = Array.from({ length: 7 }, (_, index) => `203.0.${index}.1`);
    const filesEach = 37;
    for (let file = 0; file < filesEach; file += 1) {
      const uploads = addresses.map((address) => uploadPending(fixture, { filename, content, address }));
      expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(filled(7, 0));
    }
    const { text } = await fixture.service.request('GET', '/metrics');
    expect(text).toMatch(/obieg_pending_attachment_bytes(\{[^}]*\})? 259\n/);
  });
});

describe('the quota of an address', () => {
  it('limits the stored bytes', async () => {
    expect(await uploadMany(4, defaultAddress)).toEqual(filled(3, 1));
    expect((await uploadLarge()).body.message).toMatch(addressMessage);
    expect((await uploadLarge(otherAddress)).status).toBe(201);
  });

  it('counts in all organizations together, and a network of IPv6 as one address', async () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'];
    const [first = '', second = ''] = addresses;
    expect(await uploadMany(3, first)).toEqual(filled(3, 0));
    expect((await uploadLarge(second, fixture.globex)).status).toBe(409);
  });

  it('is free again after a removal and after a verification', async () => {
    await uploadMany(2, defaultAddress);
    const { attachment, uploadSecret: secret } = (await uploadLarge()).body;
    expect((await uploadLarge()).status).toBe(409);
    await removePending(fixture, attachment.id, { secret });
    const { uploadSecret } = (await uploadLarge()).body;
    expect((await uploadLarge()).status).toBe(409);
    const task = await fixture.submit({ createdByEmail: 'miejsce@poczta.test', uploadSecret });
    expect((await uploadLarge()).status).toBe(409);
    await confirmTask(fixture, 'miejsce@poczta.test', task);
    expect(await listAttachments(fixture, task)).toHaveLength(1);
    expect((await uploadLarge()).status).toBe(201);
  });

  it('holds for parallel uploads to two processes', async () => {
    const second = await fixture.service.startInstance();
    const instances = [fixture.service, second];
    const uploads = Array.from({ length: 8 }, (_, index) =>
      uploadPending(fixture, { content: large, instance: instances[index % 2] as typeof second }),
    );
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(filled(3, 5));
    await second.close();
  });

  it('keeps neither a charge nor a row of a rejected file', async () => {
    for (let count = 0; count < 15; count += 1)
      expect((await uploadPending(fixture, { content: Buffer.from('<html>') })).status).toBe(415);
    expect(await countPending(fixture)).toEqual({ submissions: 0, files: 0 });
  });
});

describe('the quota of a network', () => {
  it.each([
    ['203.0.113.1', '203.0.113.250', '203.0.114.1'],
    ['2001:db8:1:1::1', '2001:db8:1:ffff::1', '2001:db8:2:1::1'],
  ])('is a twentieth of the organization: %s and %s share it, %s does not', async (first, other, foreign) => {
    expect(await uploadMany(3, first)).toEqual(filled(3, 0));
    const { status, body } = await uploadLarge(other);
    expect([status, body.message]).toEqual([409, expect.stringMatching(addressMessage)]);
    expect((await uploadLarge(other, fixture.globex)).status).toBe(201);
    expect((await uploadLarge(foreign)).status).toBe(201);
  });

  it('limits the number of files to a twentieth, too', async () => {
    await occupy(fixture, '203.0.113.0/24', 999, 1);
    expect((await uploadPending(fixture)).status).toBe(201);
    expect((await uploadPending(fixture, { address: '203.0.113.8' })).status).toBe(409);
    expect((await uploadPending(fixture, { address: otherAddress })).status).toBe(201);
  });
});

describe('the quota of an organization', () => {
  const expectClosed = async () => {
    const { status, body } = await uploadLarge('192.0.2.1');
    expect([status, body.message]).toEqual([409, expect.stringMatching(organizationMessage)]);
    expect((await uploadLarge('192.0.2.1', fixture.globex)).status).toBe(201);
  };

  it('limits the bytes of 20 full networks, and no other organization', async () => {
    for (let network = 0; network < 19; network += 1) await occupy(fixture, `${network}`, 2, 6 * mb);
    expect((await uploadLarge(otherAddress)).status).toBe(201);
    await occupy(fixture, '20', 2, 6 * mb);
    await expectClosed();
  });

  it('limits the number of files', async () => {
    await occupy(fixture, 'x', 19_999, 1);
    expect((await uploadPending(fixture)).status).toBe(201);
    await expectClosed();
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
    expect((await uploadLarge()).status).toBe(409);
    socket.destroy();
    await isCharged(0);
    expect((await uploadLarge()).status).toBe(201);
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
    expect(text).toMatch(new RegExp(`obieg_pending_attachment_bytes(\\{[^}]*\\})? ${png.length}\n`));
  });
});
