import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { openEnum } from './open-enum';
import { textSchema } from './text';
import { userSummarySchema } from './users';

/** A member mentioned in a comment as `@username`, with the name as it was written. */
export const mentionSchema = z
  .object({ userId: idSchema, username: z.string(), addressHint: addressHintSchema })
  .meta({ id: 'Mention' });
export type Mention = z.infer<typeof mentionSchema>;

/** Members that the text mentions. An id whose `@username` is not in the text is ignored. */
export const mentionedUserIdsSchema = z.array(idSchema).max(limits.mentionsPerCommentMax);

const queryIdsSchema = z
  .string()
  .max(8_000)
  .transform((joined) => joined.split(',').filter(Boolean))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^[1-9]\d{0,15}$/)
        .transform(Number)
        .pipe(idSchema),
    ),
  )
  .default([])
  .meta({ description: `Comma-separated ids, at most ${limits.visibilityMax}` });

/** Visibility of a comment that is not sent yet. */
export const commentReadersQuerySchema = z.object({
  visibleUserIds: queryIdsSchema,
  visibleGroupIds: queryIdsSchema,
  visibleToAuthor: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});
export type CommentReadersQuery = z.output<typeof commentReadersQuerySchema>;

/** Whether all, some or none of a group's members read the comment. */
const groupReachSchema = openEnum(['ALL', 'SOME', 'NONE'], 'SOME');

/**
 * GET /api/tasks/{id}/comment-readers: who would see such a comment of the caller. The caller always sees it. The
 * author of the task gets no names.
 */
export const commentReadersResponseSchema = z
  .object({
    success: z.boolean(),
    /** Every member of the organization with BASE. `groups` and `users` are then empty. */
    allMembers: z.boolean(),
    groups: z.array(z.object({ groupId: idSchema, groupName: z.string(), reach: groupReachSchema })),
    /** People who are named in the comment, or who see the restricted task; without the caller and the author. */
    users: z.array(
      z.object({
        userId: idSchema,
        userName: z.string(),
        addressHint: addressHintSchema,
        reads: z.boolean(),
      }),
    ),
    /** The task's author, unless it is the caller. Null if the author is unknown. */
    author: z.object({ name: z.string(), addressHint: addressHintSchema, reads: z.boolean() }).nullable(),
    /** Anyone who knows the number of the task. */
    visitors: z.boolean(),
  })
  .meta({ id: 'CommentReaders' });
export type CommentReaders = z.infer<typeof commentReadersResponseSchema>;

/**
 * What keeps a person from reading the comment: the restricted task, the readers of the comment, or that the comment
 * is not visible to the task's author.
 */
const missingAccesss = ['TASK', 'COMMENT', 'AUTHOR'] as const;
export type MissingAccess = (typeof missingAccesss)[number];

export const mentionCandidatesQuerySchema = commentReadersQuerySchema.extend({
  searchTerm: textSchema(100).trim().default(''),
});

const mentionCandidateSchema = userSummarySchema
  .extend({
    /** Empty: the person reads the comment. */
    missing: z.array(openEnum(missingAccesss, 'COMMENT')),
    /** The caller may give the person access to the comment when sending it. */
    canGrant: z.boolean(),
  })
  .meta({ id: 'MentionCandidate' });
export type MentionCandidate = z.infer<typeof mentionCandidateSchema>;

/** GET /api/tasks/{id}/mention-candidates: members by a part of their name or address, readers of the comment first. */
export const mentionCandidatesResponseSchema = z
  .object({ success: z.boolean(), candidates: z.array(mentionCandidateSchema), limitReached: z.boolean() })
  .meta({ id: 'MentionCandidatesResponse' });
export type MentionCandidates = z.infer<typeof mentionCandidatesResponseSchema>;

/** `text` has the typed mentions, one a line. */
export const unmatchedMentionsQuerySchema = commentReadersQuerySchema.extend({ text: textSchema(4_100) });

/** GET /api/tasks/{id}/unmatched-mentions: typed mentions, as `@word`, that match no reader of the comment. */
export const unmatchedMentionsResponseSchema = z
  .object({ success: z.boolean(), words: z.array(z.string()) })
  .meta({ id: 'UnmatchedMentions' });
export type UnmatchedMentions = z.infer<typeof unmatchedMentionsResponseSchema>;

/** A comment may give these people access to its restricted task; requires OPERATOR. */
export const sharedUserIdsSchema = z.array(idSchema).max(limits.mentionsPerCommentMax);
