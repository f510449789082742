import { useLocation, useNavigate } from '@obieg/web-kit';
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod';
import {
  createDraft,
  loadDraft,
  type Position,
  positionSchema,
  type SubmissionDraft,
  saveDraft,
  startPosition,
} from './submission-draft';

const createdTaskSchema = z.object({
  publicTaskId: z.number(),
  needsEmailVerification: z.boolean(),
  email: z.string(),
});
export type CreatedTask = z.infer<typeof createdTaskSchema>;

/** State of a history entry: a position in a draft, or the created task. */
const entrySchema = z.union([
  z.object({ created: createdTaskSchema }),
  z.object({ draftId: z.string(), position: positionSchema }),
]);
type Entry = z.infer<typeof entrySchema>;

const readEntry = (state: unknown): Entry | undefined => entrySchema.safeParse(state).data;

/**
 * State of the wizard. Each step pushes a history entry, so that browser "back" returns to the previous question.
 * The draft is in the session storage of the tab and survives a reload.
 */
export const useSubmission = () => {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [draft, setDraft] = useState(loadDraft);
  const [initialDraft] = useState(draft);
  const [hasStepped, setHasStepped] = useState(false);
  useEffect(() => saveDraft(draft), [draft]);

  const entry = readEntry(state);
  const fallback = draft.id === initialDraft.id ? initialDraft.position : startPosition;
  const position = entry && 'draftId' in entry && entry.draftId === draft.id ? entry.position : fallback;

  const change = useCallback((update: (draft: SubmissionDraft) => Partial<SubmissionDraft>) => {
    setDraft((before) => ({ ...before, ...update(before) }));
  }, []);
  const go = (next: Entry, replace = false) =>
    void navigate({ pathname, search }, { state: next, replace, preventScrollReset: false });

  return {
    draft,
    position,
    created: entry && 'created' in entry ? entry.created : undefined,
    /** True for a draft of an earlier visit until the first step. */
    isResumed:
      !hasStepped && draft.id === initialDraft.id && Object.keys(initialDraft.position.answers).length > 0,
    change,
    moveTo: (next: Partial<Position>) => {
      const after = { ...position, ...next };
      setHasStepped(true);
      change(() => ({ position: after }));
      go({ draftId: draft.id, position: after });
    },
    /** Deletes the draft and replaces the history entry, so that "back" does not return to the form. */
    finish: (created: CreatedTask) => {
      setDraft(createDraft());
      go({ created }, true);
    },
    /** Starts an empty draft at the first question. */
    restart: () => {
      const fresh = createDraft();
      setDraft(fresh);
      go({ draftId: fresh.id, position: startPosition });
    },
  };
};
export type Submission = ReturnType<typeof useSubmission>;
