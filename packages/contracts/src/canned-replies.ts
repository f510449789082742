import * as z from 'zod';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { requiredTextSchema } from './text';

export const cannedReplyLimits = {
  nameMaxLength: 80,
  contentMaxLength: limits.commentMaxLength,
  /** Replies of an organization. Concurrent calls can exceed it by a few. */
  max: 200,
} as const;

/** Names in double braces that the comment form replaces by values of the open task: `{{task.title}}`. */
export const replyPlaceholders = [
  'task.number',
  'task.title',
  'task.status',
  'task.author',
  'task.assignee',
  'organization.name',
  'my.name',
] as const;
type ReplyPlaceholder = (typeof replyPlaceholders)[number];
export type ReplyValues = Readonly<Record<ReplyPlaceholder, string>>;

const placeholderPattern = /\{\{([^{}]*)\}\}/g;

const findPlaceholder = (text: string): ReplyPlaceholder | undefined =>
  replyPlaceholders.find((name) => name === text.trim());

/** Lists the placeholders that no value replaces, each once, without braces. */
export const listUnknownPlaceholders = (content: string): string[] => {
  const names = [...content.matchAll(placeholderPattern)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !findPlaceholder(name)))];
};

/** Fills the placeholders in one pass. A value with braces stays as it is, so a task's title cannot name another value. */
export const fillPlaceholders = (content: string, values: ReplyValues): string =>
  content.replaceAll(placeholderPattern, (whole, name: string) => {
    const known = findPlaceholder(name);
    return known ? values[known] : whole;
  });

/** POST and PUT /api/canned-replies. The server refuses unknown placeholders of `content`. */
export const saveCannedReplySchema = z
  .object({
    name: requiredTextSchema(cannedReplyLimits.nameMaxLength),
    content: requiredTextSchema(cannedReplyLimits.contentMaxLength),
  })
  .meta({ id: 'SaveCannedReply' });
export type SaveCannedReply = z.output<typeof saveCannedReplySchema>;

/** A prepared text for comments of the organization's tasks. Plain text, like a comment. */
const cannedReplySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    content: z.string(),
    updatedAt: z.iso.datetime(),
    /** Increases with each change. `"<revision>"` is the ETag for `If-Match`. */
    revision: z.int().positive(),
  })
  .meta({ id: 'CannedReply' });
export type CannedReply = z.infer<typeof cannedReplySchema>;

/** GET /api/canned-replies: all of the organization, by name. */
export const cannedRepliesResponseSchema = z
  .object({ success: z.boolean(), replies: z.array(cannedReplySchema) })
  .meta({ id: 'CannedRepliesResponse' });
export type CannedRepliesResponse = z.infer<typeof cannedRepliesResponseSchema>;

export const cannedReplyResponseSchema = z
  .object({ success: z.boolean(), message: z.string(), reply: cannedReplySchema })
  .meta({ id: 'CannedReplyResponse' });
export type CannedReplyResponse = z.infer<typeof cannedReplyResponseSchema>;
