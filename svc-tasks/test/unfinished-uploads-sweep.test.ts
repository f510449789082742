import { randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createObjectName } from '../src/attachments/storage/object-name';
import {
  abandonUpload,
  completeUpload,
  recordUpload,
  sweepUnfinishedUploads,
} from '../src/attachments/unfinished-uploads';
import { createSweeper } from '../src/sweeper';
import { buildMultipart, multipartType, png } from './attachment-files';
import { isMissing, writeIncomingFile } from './attachment-stores';
import { type Fixture, startFixture } from './fixture';
import { listRecordedObjects, listStoredFiles } from './upload-helpers';

const log = createLog('test', 'silent');

let fixture: Fixture;
let task: number;
beforeAll(async () => {
  fixture = await startFixture();
  task = await fixture.submit({}, fixture.tokens.member);
});
afterAll(() => fixture.service.close());

const listFiles = () => listStoredFiles(fixture);
const listUnfinished = async () => (await listRecordedObjects(fixture)).unfinished;

const createUnfinishedUpload = async (organizationId: number, hoursAgo: number): Promise<string> => {
  const { db, store } = fixture.service;
  const name = createObjectName(organizationId);
  await recordUpload(db, organizationId, name);
  await store.put(name, await writeIncomingFile(store, png));
  await withOrganization(db, organizationId, (tx) =>
    tx('unfinished_uploads')
      .where({ object_name: name })
      .update({ started_at: tx.raw(`now() - ?::interval`, [`${hoursAgo} hours`]) }),
  );
  return name;
};

describe('unfinished uploads', () => {
  it('of a killed process are deleted in each organization, but running uploads are not', async () => {
    const { service, acme, globex } = fixture;
    const old = [await createUnfinishedUpload(acme.id, 2), await createUnfinishedUpload(globex.id, 2)];
    const recent = await createUnfinishedUpload(acme.id, 0.5);
    const abandonedFile = join(service.store.incomingFolder, randomUUID());
    const incomingFile = join(service.store.incomingFolder, randomUUID());
    for (const path of [abandonedFile, incomingFile]) await writeFile(path, png);
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    await utimes(abandonedFile, twoHoursAgo, twoHoursAgo);
    const sweeper = createSweeper(service.db, service.store, createLog('test', 'silent'));
    sweeper.start();
    await sweeper.stop();
    for (const name of old) expect(await isMissing(service.store, name)).toBe(true);
    expect(await isMissing(service.store, recent)).toBe(false);
    expect(await listUnfinished()).toEqual([recent]);
    expect((await readdir(service.store.incomingFolder)).sort()).toEqual([incomingFile.split('/').at(-1)]);
    await rm(incomingFile);
    await abandonUpload(service.db, service.store, acme.id, recent);
  });

  it('are deleted in several batches, and remain while the store is unavailable', async () => {
    const { service, acme } = fixture;
    for (let count = 0; count < 60; count += 1) await createUnfinishedUpload(acme.id, 2);
    const remove = vi.fn(() => Promise.reject(new Error('unavailable')));
    expect(await sweepUnfinishedUploads(service.db, { ...service.store, remove }, log)).toBe(0);
    // The sweep stops after a batch in which all removals failed.
    expect(remove).toHaveBeenCalledTimes(50);
    expect(await listUnfinished()).toHaveLength(60);
    expect(await sweepUnfinishedUploads(service.db, service.store, log)).toBe(60);
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });

  it('are deleted without an error by two processes at once', async () => {
    const { service, acme } = fixture;
    for (let count = 0; count < 60; count += 1) await createUnfinishedUpload(acme.id, 2);
    const running = await createUnfinishedUpload(acme.id, 0);
    const lines: string[] = [];
    const recordingLog = createLog('test', 'info', { write: (line) => lines.push(line) });
    const sweepers = [0, 1].map(() => createSweeper(service.db, service.store, recordingLog));
    for (const sweeper of sweepers) sweeper.start();
    await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    expect(lines).toEqual([]);
    expect(await listUnfinished()).toEqual([running]);
    expect(await listFiles()).toHaveLength(1);
    await abandonUpload(service.db, service.store, acme.id, running);
  });

  it('are deleted even if the removal of one fails', async () => {
    const { service, acme } = fixture;
    const names: string[] = [];
    for (let count = 0; count < 60; count += 1) names.push(await createUnfinishedUpload(acme.id, 2));
    const [stuck = ''] = [...names].sort();
    const lines: string[] = [];
    const remove = (name: string) =>
      name === stuck ? Promise.reject(new Error('denied')) : service.store.remove(name);
    const recordingLog = createLog('test', 'info', { write: (line) => lines.push(line) });
    expect(await sweepUnfinishedUploads(service.db, { ...service.store, remove }, recordingLog)).toBe(59);
    expect(await listUnfinished()).toEqual([stuck]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ object: stuck, err: expect.objectContaining({ message: 'denied' }) }),
    ]);
    expect(await sweepUnfinishedUploads(service.db, service.store, log)).toBe(1);
    expect([await listFiles(), await listUnfinished()]).toEqual([[], []]);
  });

  it('cannot be completed after they are abandoned, and are deleted once the store is available', async () => {
    const { service, acme } = fixture;
    const name = await createUnfinishedUpload(acme.id, 0);
    const remove = () => Promise.reject(new Error('unavailable'));
    const abandoned = abandonUpload(service.db, { ...service.store, remove }, acme.id, name);
    await expect(abandoned).rejects.toThrow('unavailable');
    expect(await withOrganization(service.db, acme.id, (tx) => completeUpload(tx, name))).toBe(false);
    expect(await sweepUnfinishedUploads(service.db, service.store, log)).toBe(1);
    expect([await isMissing(service.store, name), await listUnfinished()]).toEqual([true, []]);
  });

  it('do not include a completed upload whose response was lost', async () => {
    const { service, acme, tokens } = fixture;
    const { body } = await service.request('POST', `/api/tasks/${task}/attachments`, {
      organization: acme,
      token: tokens.member,
      rawBody: buildMultipart({ filename: 'a.png', content: png }),
      headers: { 'content-type': multipartType },
    });
    const [row] = await withOrganization(service.db, acme.id, (tx) =>
      tx('attachments').where({ id: body.attachment.id }),
    );
    await abandonUpload(service.db, service.store, acme.id, row.object_name);
    expect(await isMissing(service.store, row.object_name)).toBe(false);
  });
});
