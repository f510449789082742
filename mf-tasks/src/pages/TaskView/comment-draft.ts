import { isBlank } from '@obieg/contracts';
import type { Visibility } from '@obieg/ui/overlays';
import { keepDraft, readDraft } from '@obieg/web-kit';
import * as z from 'zod';

const draftSchema = z.object({
  content: z.string(),
  visibleToAuthor: z.boolean(),
  visibility: z.object({
    users: z.array(z.object({ id: z.number(), username: z.string(), email: z.string() })),
    groupIds: z.array(z.number()),
  }),
});
type CommentDraft = Omit<z.output<typeof draftSchema>, 'visibility'> & { visibility: Visibility };

/** Nobody chosen: all members who see the task. */
export const everybody: Visibility = { users: [], groupIds: [] };

const nameOf = (taskId: number): string => `task-comment/${taskId}`;

export const readCommentDraft = (taskId: number): (CommentDraft & { savedAt: string }) | undefined => {
  const kept = readDraft(nameOf(taskId));
  const { data } = draftSchema.safeParse(kept?.content);
  return kept && data ? { ...data, savedAt: kept.savedAt } : undefined;
};

/** Who may read nothing is nothing to keep. */
export const keepCommentDraft = (taskId: number, draft: CommentDraft): void =>
  keepDraft(nameOf(taskId), isBlank(draft.content) ? undefined : draft);
export const dropCommentDraft = (taskId: number): void => keepDraft(nameOf(taskId), undefined);
