import * as z from 'zod';
import { idSchema } from './identifiers';
import { personNameSchema } from './person-name';

export const attachmentSchema = z
  .object({
    id: idSchema,
    originalFilename: z.string(),
    mimeType: z.string(),
    /** In bytes. */
    fileSize: z.int().nonnegative(),
    uploadedAt: z.iso.datetime(),
    uploadedByEmail: z.string().nullable(),
    uploadedByName: personNameSchema,
    /** The caller may delete the file. Absent in responses of earlier releases. */
    canDelete: z.boolean().optional(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachmentSchema>;

export const uploadResponseSchema = z
  .object({ success: z.boolean(), message: z.string(), attachment: attachmentSchema })
  .meta({ id: 'UploadResponse' });
export type UploadResponse = z.infer<typeof uploadResponseSchema>;
