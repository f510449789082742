import { type Language, limits } from '@obieg/contracts';
import {
  type Database,
  forEachOrganization,
  type Logger,
  problem,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { abandonUpload, recordDeletion } from '../attachments/unfinished-uploads';
import { translate } from '../messages/server-messages';
import type { PendingDependencies } from './pending.dependencies';
import {
  hashUploadSecret,
  lockOpenSubmission,
  type PendingAttachmentRow,
  type PendingSubmissionRow,
  selectFiles,
} from './pending.repo';

interface Removal {
  organizationId: number;
  id: string;
  secret: string;
  language: Language;
  log: Logger;
}

/**
 * Removes a stored file from a submission that is not sent yet. The sweeper removes an object that the store cannot
 * remove now. @throws 404 unless the secret belongs to the file
 */
export const removePendingFile = async (
  { db, store }: PendingDependencies,
  { organizationId, id, secret, language, log }: Removal,
): Promise<void> => {
  const notFound = () => problem.notFound(translate(language, 'attachmentNotFound'));
  const secretHash = hashUploadSecret(secret);
  const objectName = await withOrganization(db, organizationId, async (tx) => {
    if (!(await lockOpenSubmission(tx, organizationId, secretHash, 'share'))) throw notFound();
    const [removed] = await selectFiles(tx, organizationId, secretHash)
      .where({ id })
      .whereNotNull('stored_at')
      .delete()
      .returning<Pick<PendingAttachmentRow, 'object_name'>[]>('object_name');
    if (!removed?.object_name) throw notFound();
    await recordDeletion(tx, organizationId, removed.object_name);
    return removed.object_name;
  });
  await abandonUpload(db, store, organizationId, objectName).catch((error: unknown) =>
    log.warn({ err: error, objectName }, 'could not remove a file of a submission; the sweeper retries'),
  );
};

/** Much longer than the server's request timeout, so no running upload is this old. */
const receivingMax = '30 minutes';
const batchSize = 50;

/** Deletes the charges of processes that were killed during an upload. */
const releaseInterrupted = (db: Database): Promise<number> =>
  withEveryOrganization(db, (tx) =>
    tx('pending_attachments')
      .whereNull('stored_at')
      .whereRaw(`started_at < now() - interval '${receivingMax}'`)
      .delete(),
  );

const expired = `case when submitted_at is null
  then created_at < now() - interval '${limits.pendingUnsentMinutes} minutes'
  else submitted_at < now() - interval '${limits.pendingAttachmentHours} hours' end`;

/** Lists expired submissions of all organizations but those. */
const listExpired = (db: Database, skippedIds: readonly number[]): Promise<PendingSubmissionRow[]> =>
  withEveryOrganization(db, async (tx) => {
    const rows = await tx<PendingSubmissionRow>('pending_submissions')
      .whereRaw(expired)
      .whereNotIn('organization_id', skippedIds)
      .limit(batchSize);
    return rows;
  });

/** Deletes an expired submission and records its objects as abandoned. @returns the number of files */
const expire = async (
  tx: Tx,
  { organization_id: organizationId, secret_hash }: PendingSubmissionRow,
): Promise<number> => {
  // Locked, because a verification may attach the files now. Then no row is left here.
  await tx('pending_submissions').where({ secret_hash }).forUpdate().select('secret_hash');
  const rows = await selectFiles(tx, organizationId, secret_hash)
    .delete()
    .returning<Pick<PendingAttachmentRow, 'object_name'>[]>('object_name');
  for (const { object_name } of rows) if (object_name) await recordDeletion(tx, organizationId, object_name);
  await tx('pending_submissions').where({ secret_hash }).delete();
  return rows.length;
};

/**
 * Deletes files that were not submitted or not confirmed in time. The sweep of unfinished uploads then removes their objects from the
 * store. @returns the number of files
 */
export const expirePendingFiles = async (db: Database, log: Logger): Promise<number> => {
  let count = await releaseInterrupted(db);
  const failedIds: number[] = [];
  for (;;) {
    const submissions = await listExpired(db, failedIds);
    const organizationIds = new Set(submissions.map(({ organization_id }) => organization_id));
    const round = { work: 'delete the expired files', log };
    const failed = await forEachOrganization(organizationIds, round, async (id) => {
      for (const submission of submissions.filter(({ organization_id }) => organization_id === id))
        count += await withOrganization(db, id, (tx) => expire(tx, submission));
    });
    failedIds.push(...failed);
    if (submissions.length < batchSize) return count;
  }
};
