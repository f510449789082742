import * as z from 'zod';
import { attachmentSchema } from './attachments';

/** Request header that binds uploads to a submission that is not sent yet. */
export const uploadSecretHeader = 'x-upload-secret';

/** 256 random bits, issued by the server with the first file of a submission. */
export const uploadSecretSchema = z.string().regex(/^[\w-]{43}$/);

export const pendingAttachmentIdSchema = z.uuid();

/** A file of a submission. Only the submission can use it until the submitter's address is verified. */
export const pendingAttachmentSchema = z
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
