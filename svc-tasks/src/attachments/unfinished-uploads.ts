import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Database,
  type Logger,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import type { AttachmentStore } from './storage/attachment-store';

/**
 * An upload is announced in a row before its object is kept; the transaction that attaches it takes the row away. So
 * every object belongs to an attachment or to such a row, whatever breaks off when, and no store ever has to be listed.
 */
const table = 'unfinished_uploads';

/** Much longer than the server lets any request last, so that no upload under way is that old. */
const abandonedAfter = '1 hour';
const abandonedAfterMs = 60 * 60 * 1_000;
/** Objects that are looked up at once. */
const sweepBatch = 50;

export const recordUpload = (db: Database, organizationId: number, objectName: string): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await tx(table).insert({ organization_id: organizationId, object_name: objectName });
  });

/** When an upload that has been given up began: nobody attaches it any more, and the sweeper comes for it first. */
const abandonedMark = '-infinity';

/** Within the transaction that attaches the object. False: it has been given up meanwhile, and its object goes. */
export const completeUpload = async (tx: Tx, objectName: string): Promise<boolean> =>
  (await tx(table).where({ object_name: objectName }).whereNot({ started_at: abandonedMark }).delete()) === 1;

/**
 * Removes the object of an upload that came to nothing. An upload that was attached after all, although its answer got
 * lost, has no row any more and keeps its object. No transaction waits for the store: one that hangs would take the
 * connections from everything else.
 */
export const abandonUpload = async (
  db: Database,
  store: AttachmentStore,
  organizationId: number,
  objectName: string,
): Promise<void> => {
  const row = { object_name: objectName };
  const marked = await withOrganization(db, organizationId, (tx) =>
    tx(table).where(row).update({ started_at: abandonedMark }),
  );
  if (marked === 0) return;
  await store.remove(objectName);
  await withOrganization(db, organizationId, (tx) => tx(table).where(row).delete());
};

interface UnfinishedRow {
  organization_id: number;
  object_name: string;
}

/** The oldest after the first `skipped`. Removing files that no process finished is all that this does to other organizations. */
const listExpired = (db: Database, skipped: number): Promise<UnfinishedRow[]> =>
  withEveryOrganization(db, async (tx) => {
    const rows = await tx<UnfinishedRow>(table)
      .where('started_at', '<', tx.raw(`now() - interval '${abandonedAfter}'`))
      .orderBy(['started_at', 'object_name'])
      .offset(skipped)
      .limit(sweepBatch)
      .select('organization_id', 'object_name');
    return rows;
  });

/** Each object in a transaction of its own: one that the store does not let go is left for the next time, alone. */
const sweepObjects = async (db: Database, store: AttachmentStore, log: Logger): Promise<number> => {
  let [swept, failed] = [0, 0];
  for (;;) {
    const abandoned = await listExpired(db, failed);
    const sweptBefore = swept;
    for (const { organization_id, object_name } of abandoned) {
      try {
        await abandonUpload(db, store, organization_id, object_name);
        swept += 1;
      } catch (error) {
        failed += 1;
        log.warn({ err: error, object: object_name }, 'an unfinished upload cannot be removed');
      }
    }
    // None at all: the store is away, and the others would fail as slowly.
    if (abandoned.length < sweepBatch || swept === sweptBefore) return swept;
  }
};

/** Files that a process left when it was killed in the middle of an upload. */
const sweepIncoming = async ({ incomingFolder }: AttachmentStore): Promise<number> => {
  const names = await readdir(incomingFolder).catch(() => []);
  let count = 0;
  for (const name of names) {
    const path = join(incomingFolder, name);
    const file = await stat(path).catch(() => undefined);
    if (file?.isFile() && Date.now() - file.mtimeMs > abandonedAfterMs) {
      await rm(path, { force: true });
      count += 1;
    }
  }
  return count;
};

/** Removes what uploads left that broke off more than an hour ago; answers how many files that were. */
export const sweepUnfinishedUploads = async (
  db: Database,
  store: AttachmentStore,
  log: Logger,
): Promise<number> => (await sweepIncoming(store)) + (await sweepObjects(db, store, log));
