import * as z from 'zod';
import { attachmentTypeOf } from './attachment-types';
import { attachmentSchema } from './attachments';
import { limits } from './limits';
import { textSchema } from './text';

/** Only names of accepted types, because a stranger can have them mailed. */
const fileNameSchema = textSchema(limits.attachmentNameBytes).refine(
  (name) => attachmentTypeOf(name) !== undefined,
);

/**
 * The task that a verification confirms, with its waiting files in the order of their upload. The mail with the code
 * names both. The files become attachments only if the mail named exactly them.
 */
export const confirmedTaskSchema = z
  .object({
    // Twelve digits, so that a mail never shows a number that looks like its code.
    publicTaskId: z.int().min(100_000_000_000).max(999_999_999_999),
    fileNames: z.array(fileNameSchema).max(limits.pendingAttachmentsMax),
  })
  .meta({ id: 'ConfirmedTask' });
export type ConfirmedTask = z.infer<typeof confirmedTaskSchema>;

/** The same in a response or an event. A newer version may accept further types of files. */
export const openConfirmedTaskSchema = confirmedTaskSchema.extend({ fileNames: z.array(z.string()) });

/** Request header that binds uploads to a submission that is not sent yet. */
export const uploadSecretHeader = 'x-upload-secret';

/** 256 random bits, issued by the server with the first file of a submission. */
export const uploadSecretSchema = z.string().regex(/^[\w-]{43}$/);

export const pendingAttachmentIdSchema = z.uuid();

/** A file of a submission. Only the submission can use it until the submitter's address is verified. */
const pendingAttachmentSchema = z
  .object({
    id: pendingAttachmentIdSchema,
    ...attachmentSchema.pick({ originalFilename: true, mimeType: true, fileSize: true }).shape,
  })
  .meta({ id: 'PendingAttachment' });
export type PendingAttachment = z.infer<typeof pendingAttachmentSchema>;

export const pendingUploadResponseSchema = z
  .object({
    success: z.boolean(),
    message: z.string(),
    attachment: pendingAttachmentSchema,
    /** Send it with the other files, their removal and the submission. */
    uploadSecret: uploadSecretSchema,
  })
  .meta({ id: 'PendingUploadResponse' });
export type PendingUploadResponse = z.infer<typeof pendingUploadResponseSchema>;
