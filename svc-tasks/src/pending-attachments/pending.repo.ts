import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** A submission that has files. `public_task_id` is null until it is sent. */
export interface PendingSubmissionRow {
  organization_id: number;
  secret_hash: string;
  public_task_id: number | null;
}

/** A file of a submission. The columns from `object_name` on are null until the file is stored. */
export interface PendingAttachmentRow {
  organization_id: number;
  id: string;
  secret_hash: string;
  object_name: string | null;
  original_filename: string | null;
}

/** 256 random bits. Only the hash is stored. */
export const createUploadSecret = (): string => randomBytes(32).toString('base64url');

export const hashUploadSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** SQL: the submission is not sent and has not expired. */
const isOpen = `public_task_id is null and created_at > now() - interval '${limits.pendingUnsentMinutes} minutes'`;

/**
 * Locks a submission that is neither sent nor expired until the transaction ends. Uploads share the lock; sending the
 * submission takes it alone. @returns undefined if the secret is unknown, used or expired
 */
export const lockOpenSubmission = (
  tx: Tx,
  organizationId: number,
  secretHash: string,
  lock: 'share' | 'alone',
): Promise<PendingSubmissionRow | undefined> => {
  const rows = tx<PendingSubmissionRow>('pending_submissions')
    .where({ organization_id: organizationId, secret_hash: secretHash })
    .whereRaw(isOpen);
  return (lock === 'share' ? rows.forShare() : rows.forUpdate()).first();
};

export const insertSubmission = async (tx: Tx, organizationId: number, secretHash: string): Promise<void> => {
  await tx('pending_submissions').insert({ organization_id: organizationId, secret_hash: secretHash });
};

/** Selects the files of a submission, including those that are still being received. */
export const selectFiles = (
  tx: Tx,
  organizationId: number,
  secretHash: string,
): Knex.QueryBuilder<PendingAttachmentRow, PendingAttachmentRow[]> =>
  tx<PendingAttachmentRow>('pending_attachments').where({
    organization_id: organizationId,
    secret_hash: secretHash,
  });

/** Names of the stored files of a submission, oldest first. */
export const listFileNames = (tx: Tx, organizationId: number, secretHash: string): Promise<string[]> =>
  selectFiles(tx, organizationId, secretHash)
    .whereNotNull('stored_at')
    .orderBy(['stored_at', 'id'])
    .pluck<string[]>('original_filename');
