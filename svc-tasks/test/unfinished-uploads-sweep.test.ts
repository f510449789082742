import { randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newObjectName } from '../src/attachments/storage/object-name';
import {
  announceUpload,
  finishUpload,
  giveUpUpload,
  sweepUnfinishedUploads,
} from '../src/attachments/unfinished-uploads';
import { createSweeper } from '../src/sweeper';
import { type Acme, startAcme } from './acme';
import { multipart, multipartType, png } from './files';
import { bringIn, isGone } from './stores';
import { recordedObjects, storedFiles } from './uploads';

const log = createLog('test', 'silent');

let house: Acme;
let task: number;
beforeAll(async () => {
  house = await startAcme();
  task = await house.submit({}, house.tokens.member);
});
afterAll(() => house.tasks.close());

const filesIn = () => storedFiles(house);
const unfinished = async () => (await recordedObjects(house)).unfinished;

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

describe('uploads that come to nothing', () => {
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

  it('are attached no more once they have been given up, and go as soon as the store lets them', async () => {
    const { tasks, acme } = house;
    const name = await keepUnfinished(acme.id, 0);
    const remove = () => Promise.reject(new Error('away'));
    const givenUp = giveUpUpload(tasks.db, { ...tasks.store, remove }, acme.id, name);
    await expect(givenUp).rejects.toThrow('away');
    expect(await withOrganization(tasks.db, acme.id, (tx) => finishUpload(tx, name))).toBe(false);
    expect(await sweepUnfinishedUploads(tasks.db, tasks.store, log)).toBe(1);
    expect([await isGone(tasks.store, name), await unfinished()]).toEqual([true, []]);
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
