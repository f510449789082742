import { keepDraft, readDraft } from '@obieg/web-kit';
import * as z from 'zod';
import { editDraftKey } from './edit-draft-key';
import { editValuesSchema } from './edit-values';

const draftSchema = z.object({
  /** The version that the edit started from. */
  base: z.object({ etag: z.string().optional(), values: editValuesSchema }),
  values: editValuesSchema,
  comment: z.string(),
});
export type EditDraft = z.output<typeof draftSchema>;

export const readEditDraft = (taskId: number): (EditDraft & { savedAt: string }) | undefined => {
  const stored = readDraft(editDraftKey(taskId));
  const { data } = draftSchema.safeParse(stored?.content);
  return stored && data ? { ...data, savedAt: stored.savedAt } : undefined;
};

export const saveEditDraft = (taskId: number, draft: EditDraft): void =>
  keepDraft(editDraftKey(taskId), draft);
export const deleteEditDraft = (taskId: number): void => keepDraft(editDraftKey(taskId), undefined);
