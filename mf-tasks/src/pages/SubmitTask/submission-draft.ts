import type { Priority, UserSummary } from '@obieg/contracts';
import type { Visibility } from '@obieg/ui/overlays';
import { currentSession } from '@obieg/web-kit';
import { useCallback, useState } from 'react';

export interface SubmissionDetails {
  title: string;
  description: string;
  priority: Priority;
  email: string;
  assignee: UserSummary | null;
  assigneeGroupId: number | null;
  visibility: Visibility;
}

/** What somebody has answered so far. */
export interface SubmissionDraft {
  /** In the order in which they were asked. */
  answers: readonly { parameterId: number; value: string }[];
  /** Past the summary, with the details. */
  isAtDetails: boolean;
  details: SubmissionDetails;
  /** Goes with the request, so that sending twice makes one task; a changed task gets a new one. */
  idempotencyKey: string;
}

const storageKey = 'obieg_submission_draft';

const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const emptyDraft = (): SubmissionDraft => ({
  answers: [],
  isAtDetails: false,
  details: {
    title: '',
    description: '',
    priority: 'NORMAL',
    email: '',
    assignee: null,
    assigneeGroupId: null,
    visibility: { users: [], groupIds: [] },
  },
  idempotencyKey: newIdempotencyKey(),
});

/** Whose draft it is; somebody else who sits down at this tab starts anew. */
const owner = (): number | null => currentSession()?.user.id ?? null;

const readDraft = (): SubmissionDraft => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as {
      owner: number | null;
      draft: SubmissionDraft;
    } | null;
    if (stored?.owner === owner()) return { ...emptyDraft(), ...stored.draft };
  } catch {
    // Storage that is closed or holds something else: an empty draft is all there is.
  }
  return emptyDraft();
};

const writeDraft = (draft: SubmissionDraft | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(storageKey, JSON.stringify({ owner: owner(), draft }));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage the draft lives as long as the page.
  }
};

/** The draft of this tab; it survives a reload and a lost connection, and ends when the task is made. */
export const useSubmissionDraft = () => {
  const [draft, setDraft] = useState(readDraft);
  const change = useCallback((changes: Partial<SubmissionDraft>) => {
    setDraft((before) => {
      const after = { ...before, ...changes, idempotencyKey: newIdempotencyKey() };
      writeDraft(after);
      return after;
    });
  }, []);
  const forget = useCallback(() => writeDraft(undefined), []);
  const reset = useCallback(() => {
    writeDraft(undefined);
    setDraft(emptyDraft());
  }, []);
  return { draft, change, forget, reset };
};
