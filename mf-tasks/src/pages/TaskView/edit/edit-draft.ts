import { keepDraft, readDraft } from '@obieg/web-kit';
import * as z from 'zod';
import { editValuesSchema } from './edit-values';

const draftSchema = z.object({
  /** The version that the edit started from. */
  base: z.object({ etag: z.string().optional(), values: editValuesSchema }),
  values: editValuesSchema,
  comment: z.string(),
});
export type EditDraft = z.output<typeof draftSchema>;

const draftKey = (taskId: number): string => `task-edit/${taskId}`;

export const readEditDraft = (taskId: number): (EditDraft & { savedAt: string }) | undefined => {
  const stored = readDraft(draftKey(taskId));
  const { data } = draftSchema.safeParse(stored?.content);
  return stored && data ? { ...data, savedAt: stored.savedAt } : undefined;
};

export const saveEditDraft = (taskId: number, draft: EditDraft): void => keepDraft(draftKey(taskId), draft);
export const deleteEditDraft = (taskId: number): void => keepDraft(draftKey(taskId), undefined);
