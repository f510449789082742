import { readDraft } from '@obieg/web-kit';

export const editDraftKey = (taskId: number): string => `task-edit/${taskId}`;

/** Whether an edit was interrupted. `readEditDraft` decides whether its draft is usable. */
export const hasEditDraft = (taskId: number): boolean => readDraft(editDraftKey(taskId)) !== undefined;
