import * as z from 'zod';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { personNameSchema } from './person-name';
import { addCommentSchema, commentSchema } from './tasks';

/**
 * An edit changes only the text and who is mentioned. The readers stay, because they could read the earlier texts, too.
 */
export const editCommentSchema = addCommentSchema
  .pick({ content: true, mentionedUserIds: true })
  .meta({ id: 'EditComment' });
export type EditComment = z.input<typeof editCommentSchema>;

export const editCommentResponseSchema = z
  .object({ success: z.boolean(), message: z.string(), comment: commentSchema })
  .meta({ id: 'EditCommentResponse' });
export type EditCommentResponse = z.infer<typeof editCommentResponseSchema>;

const commentVersionSchema = z
  .object({
    id: idSchema,
    content: z.string(),
    /** When and by which address this text was replaced. */
    replacedAt: z.iso.datetime(),
    replacedByEmail: z.string().nullable(),
    replacedByName: personNameSchema,
  })
  .meta({ id: 'CommentVersion' });
export type CommentVersion = z.infer<typeof commentVersionSchema>;

/** Says that the writer deleted the texts before this moment. */
const versionsDeletionSchema = z
  .object({
    deletedAt: z.iso.datetime(),
    deletedByEmail: z.string().nullable(),
    deletedByName: personNameSchema,
  })
  .meta({ id: 'CommentVersionsDeletion' });
export type VersionsDeletion = z.infer<typeof versionsDeletionSchema>;

/**
 * GET /api/tasks/{id}/comments/{commentId}/versions: the earlier texts, oldest first, and when earlier ones were
 * deleted. Empty for a deleted comment.
 */
export const commentVersionsResponseSchema = z
  .object({
    success: z.boolean(),
    versions: z.array(commentVersionSchema).max(limits.commentEditsMax),
    /** Oldest first. Absent from the previous release. */
    deletions: z.array(versionsDeletionSchema).optional(),
  })
  .meta({ id: 'CommentVersionsResponse' });
