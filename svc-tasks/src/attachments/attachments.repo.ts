import { type Attachment, limits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { nameOfAccount } from '../members/members.repo';

export interface AttachmentRow {
  id: number;
  organization_id: number;
  task_id: number;
  object_name: string;
  original_filename: string;
  mime_type: string;
  file_size: number;
  sha256: string;
  uploaded_at: Date;
  uploaded_by_user_id: number;
  uploaded_by_email: string;
  idempotency_key: string | null;
}

/** An attachment with the present name of its uploader. */
export interface NamedAttachmentRow extends AttachmentRow {
  uploaded_by_name: string | null;
}

const uploaderName = `${nameOfAccount('attachments.uploaded_by_user_id')} as uploaded_by_name`;

export interface NewAttachment extends Omit<AttachmentRow, 'id' | 'uploaded_at' | 'uploaded_by_email'> {
  /** Subquery, see `selectEmail`. */
  uploaded_by_email: Knex.QueryBuilder;
}

/** Presents an attachment to its uploader. */
export const presentAttachment = (row: NamedAttachmentRow): Attachment => ({
  id: row.id,
  originalFilename: row.original_filename,
  mimeType: row.mime_type,
  fileSize: row.file_size,
  uploadedAt: row.uploaded_at.toISOString(),
  uploadedByEmail: row.uploaded_by_email,
  uploadedByName: row.uploaded_by_name,
  canDelete: true,
});

export const insertAttachment = async (tx: Tx, attachment: NewAttachment): Promise<NamedAttachmentRow> => {
  const [row] = (await tx('attachments')
    .insert(attachment)
    .returning(['*', tx.raw(uploaderName)])) as [NamedAttachmentRow];
  return row;
};

/** Finds the attachment that an earlier call of this user with this idempotency key added to the task. */
export const findAttachmentByIdempotencyKey = (
  tx: Tx,
  { task_id, uploaded_by_user_id, idempotency_key }: NewAttachment,
): Promise<NamedAttachmentRow | undefined> =>
  idempotency_key === null
    ? Promise.resolve(undefined)
    : tx('attachments')
        .where({ task_id, uploaded_by_user_id, idempotency_key })
        .first('attachments.*', tx.raw(uploaderName));

/** How many further files a task may have for a caller who sees the files of this uploader, or of all if undefined. */
export const countFreeAttachments = async (
  tx: Tx,
  taskId: number,
  uploaderId: number | undefined,
): Promise<number> => {
  const [row] = await tx('attachments')
    .where({ task_id: taskId, ...(uploaderId === undefined ? {} : { uploaded_by_user_id: uploaderId }) })
    .count<{ count: number }[]>('* as count');
  return Math.max(0, limits.attachmentsPerTaskMax - (row?.count ?? 0));
};

export const selectAttachment = (knex: Knex, taskId: Knex.Raw, attachmentId: number): Knex.QueryBuilder =>
  knex('attachments').where('task_id', taskId).where({ id: attachmentId });
