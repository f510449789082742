import { isBlank } from '@obieg/contracts';
import type { Visibility } from '@obieg/ui/overlays';
import { keepDraft, readDraft } from '@obieg/web-kit';
import * as z from 'zod';
import type { CommentMentions } from './mentions/use-comment-mentions';

const personFields = { id: z.number(), username: z.string(), addressHint: z.string().nullish() };
const peopleSchema = z.array(z.object(personFields));

const draftSchema = z.object({
  content: z.string(),
  visibleToAuthor: z.boolean(),
  visibility: z.object({
    users: z.array(z.object({ ...personFields, email: z.string() })),
    groupIds: z.array(z.number()),
  }),
  /** Absent from drafts of releases without mentions. */
  mentions: z.object({ people: peopleSchema, shared: peopleSchema }).default({ people: [], shared: [] }),
});
type CommentDraft = Omit<z.output<typeof draftSchema>, 'visibility' | 'mentions'> & {
  visibility: Visibility;
  mentions: CommentMentions;
};

/** Visible to all members who see the task. */
export const unrestricted: Visibility = { users: [], groupIds: [] };

const draftKey = (taskId: number): string => `task-comment/${taskId}`;

export const readCommentDraft = (taskId: number): (CommentDraft & { savedAt: string }) | undefined => {
  const stored = readDraft(draftKey(taskId));
  const { data } = draftSchema.safeParse(stored?.content);
  return stored && data ? { ...data, savedAt: stored.savedAt } : undefined;
};

/** Saves the draft, or deletes it if the text is blank. */
export const saveCommentDraft = (taskId: number, draft: CommentDraft): void =>
  keepDraft(draftKey(taskId), isBlank(draft.content) ? undefined : draft);
export const deleteCommentDraft = (taskId: number): void => keepDraft(draftKey(taskId), undefined);
