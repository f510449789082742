import { useLocation, useNavigate } from '@obieg/web-kit';
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod';
import {
  createDraft,
  keepDraft,
  openDraft,
  type Position,
  positionSchema,
  type SubmissionDraft,
  startPosition,
} from './submission-draft';

const createdTaskSchema = z.object({
  publicTaskId: z.number(),
  needsEmailVerification: z.boolean(),
  email: z.string(),
});
export type CreatedTask = z.infer<typeof createdTaskSchema>;

/** What an entry of the browser's history says: a place in a draft, or the task that came of one. */
const entrySchema = z.union([
  z.object({ created: createdTaskSchema }),
  z.object({ draftId: z.string(), position: positionSchema }),
]);
type Entry = z.infer<typeof entrySchema>;

const readEntry = (state: unknown): Entry | undefined => entrySchema.safeParse(state).data;

/**
 * The draft of this tab and where in it the person stands. Every step is an entry of the browser's history, so that the
 * back gesture of a phone goes back by one question; the draft itself survives a reload and a lost connection.
 */
export const useSubmission = () => {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [draft, setDraft] = useState(openDraft);
  const [opened] = useState(draft);
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => keepDraft(draft), [draft]);

  const entry = readEntry(state);
  const fallback = draft.id === opened.id ? opened.position : startPosition;
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
    /** Answers of an earlier visit are here again, and the person has not gone on from them yet. */
    isResumed: !hasMoved && draft.id === opened.id && Object.keys(opened.position.answers).length > 0,
    change,
    moveTo: (next: Partial<Position>) => {
      const after = { ...position, ...next };
      setHasMoved(true);
      change(() => ({ position: after }));
      go({ draftId: draft.id, position: after });
    },
    /** The task is made: nothing of the draft is left, and going back does not lead into it. */
    finish: (created: CreatedTask) => {
      setDraft(createDraft());
      go({ created }, true);
    },
    /** Begins at the first question, with nothing filled in. */
    restart: () => {
      const fresh = createDraft();
      setDraft(fresh);
      go({ draftId: fresh.id, position: startPosition });
    },
  };
};
export type Submission = ReturnType<typeof useSubmission>;
