import { isRecord } from '@obieg/contracts/is-record';
import { keepDraft, readDraft } from '@obieg/web-kit';

/** An unsaved text, and the revision that its edit started from. */
export interface EditCommentDraft {
  content: string;
  revision: number;
}

/** A guard instead of a schema: visitors read comments and would load the schema library for it. */
const isDraft = (value: unknown): value is EditCommentDraft =>
  isRecord(value) && typeof value['content'] === 'string' && typeof value['revision'] === 'number';

const draftKey = (commentId: number): string => `comment-edit/${commentId}`;

export const readEditCommentDraft = (commentId: number): EditCommentDraft | undefined => {
  const content = readDraft(draftKey(commentId))?.content;
  return isDraft(content) ? content : undefined;
};

/** Undefined deletes the draft. */
export const keepEditCommentDraft = (commentId: number, draft: EditCommentDraft | undefined): void =>
  keepDraft(draftKey(commentId), draft);
