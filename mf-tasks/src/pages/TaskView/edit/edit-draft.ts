import { keepDraft, readDraft } from '@obieg/web-kit';
import * as z from 'zod';
import { editValuesSchema } from './edit-values';

const draftSchema = z.object({
  /** The state that the edit began from. */
  base: z.object({ etag: z.string().optional(), values: editValuesSchema }),
  values: editValuesSchema,
  comment: z.string(),
});
export type EditDraft = z.output<typeof draftSchema>;

const nameOf = (taskId: number): string => `task-edit/${taskId}`;

export const readEditDraft = (taskId: number): (EditDraft & { savedAt: string }) | undefined => {
  const kept = readDraft(nameOf(taskId));
  const { data } = draftSchema.safeParse(kept?.content);
  return kept && data ? { ...data, savedAt: kept.savedAt } : undefined;
};

export const keepEditDraft = (taskId: number, draft: EditDraft): void => keepDraft(nameOf(taskId), draft);
export const dropEditDraft = (taskId: number): void => keepDraft(nameOf(taskId), undefined);
