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
 * A row records each upload before the store receives its object. The transaction that inserts the attachment deletes
 * the row, and the one that deletes an attachment inserts it again. Every object therefore belongs to an attachment or
 * to a row here, and the store is never listed (ADR 0009).
 */
const table = 'unfinished_uploads';

/** Much longer than the server's request timeout, so no running upload is this old. */
const expiresAfter = '1 hour';
const expiresAfterMs = 60 * 60 * 1_000;
const sweepBatchSize = 50;

export const recordUpload = (db: Database, organizationId: number, objectName: string): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await tx(table).insert({ organization_id: organizationId, object_name: objectName });
  });

/** `started_at` of an abandoned upload. It can no longer be attached, and the sweep removes it first. */
const abandonedMark = '-infinity';

/** Call it in the transaction that inserts the attachment. @returns false if the upload was abandoned meanwhile */
export const completeUpload = async (tx: Tx, objectName: string): Promise<boolean> =>
  (await tx(table).where({ object_name: objectName }).whereNot({ started_at: abandonedMark }).delete()) === 1;

/**
 * Removes the object of a failed upload. Does nothing if the upload was attached after all, because its row is then
 * deleted. No transaction waits for the store: a slow store would otherwise block database connections.
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

/**
 * Records the object of a deleted attachment as abandoned, in the transaction that deletes the attachment. Call
 * `abandonUpload` after the commit. If it fails, the sweep removes the object.
 */
export const recordDeletion = async (tx: Tx, organizationId: number, objectName: string): Promise<void> => {
  await tx(table).insert({
    organization_id: organizationId,
    object_name: objectName,
    started_at: abandonedMark,
  });
};

interface UnfinishedRow {
  organization_id: number;
  object_name: string;
}

/** Lists the oldest expired uploads of all organizations, after the first `skipped`. */
const listExpired = (db: Database, skipped: number): Promise<UnfinishedRow[]> =>
  withEveryOrganization(db, async (tx) => {
    const rows = await tx<UnfinishedRow>(table)
      .where('started_at', '<', tx.raw(`now() - interval '${expiresAfter}'`))
      .orderBy(['started_at', 'object_name'])
      .offset(skipped)
      .limit(sweepBatchSize)
      .select('organization_id', 'object_name');
    return rows;
  });

/** Removes each object in its own transaction, so that a failed one does not affect the others. */
const sweepObjects = async (db: Database, store: AttachmentStore, log: Logger): Promise<number> => {
  let [swept, failed] = [0, 0];
  for (;;) {
    const expired = await listExpired(db, failed);
    const sweptBefore = swept;
    for (const { organization_id, object_name } of expired) {
      try {
        await abandonUpload(db, store, organization_id, object_name);
        swept += 1;
      } catch (error) {
        failed += 1;
        log.warn({ err: error, object: object_name }, 'could not remove an unfinished upload');
      }
    }
    // Stops if a whole batch failed: the store is unavailable, and further calls would fail as slowly.
    if (expired.length < sweepBatchSize || swept === sweptBefore) return swept;
  }
};

/** Removes the files of processes that were killed during an upload. */
const sweepIncoming = async ({ incomingFolder }: AttachmentStore): Promise<number> => {
  const names = await readdir(incomingFolder).catch(() => []);
  let count = 0;
  for (const name of names) {
    const path = join(incomingFolder, name);
    const file = await stat(path).catch(() => undefined);
    if (file?.isFile() && Date.now() - file.mtimeMs > expiresAfterMs) {
      await rm(path, { force: true });
      count += 1;
    }
  }
  return count;
};

/** Removes the files of uploads that were interrupted over an hour ago. @returns the number of files */
export const sweepUnfinishedUploads = async (
  db: Database,
  store: AttachmentStore,
  log: Logger,
): Promise<number> => (await sweepIncoming(store)) + (await sweepObjects(db, store, log));
