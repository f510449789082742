import { isRecord } from '@obieg/contracts/is-record';
import { useLocation, useNavigate } from '@obieg/web-kit';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { clearStoredFiles } from './files/stored-files';
import {
  createDraft,
  hasProgress,
  hasVisitorDraft,
  isPosition,
  loadDraft,
  type Position,
  type SubmissionDraft,
  saveDraft,
  startPosition,
} from './submission-draft';

export interface CreatedTask {
  publicTaskId: number;
  needsEmailVerification: boolean;
  /** Names of the files that wait for the verification. */
  pendingFileNames: string[];
  email: string;
}

/** State of a history entry: a position in a draft, or the created task. */
type Entry = { created: CreatedTask } | { draftId: string; position: Position };

const isCreatedTask = (value: unknown): value is CreatedTask =>
  isRecord(value) &&
  typeof value['publicTaskId'] === 'number' &&
  typeof value['needsEmailVerification'] === 'boolean' &&
  Array.isArray(value['pendingFileNames']) &&
  value['pendingFileNames'].every((name) => typeof name === 'string') &&
  typeof value['email'] === 'string';

const readEntry = (state: unknown): Entry | undefined => {
  if (!isRecord(state)) return undefined;
  const { created, draftId, position } = state;
  if (isCreatedTask(created)) return { created };
  return typeof draftId === 'string' && isPosition(position) ? { draftId, position } : undefined;
};

/** Key of the history entry at which this document first showed the wizard. */
let firstKey: string | undefined;

/**
 * Whether the address was opened again, which keeps the state of the history entry. A reload and "back" keep it, too,
 * but continue the visit. Holds until the entry is replaced, also if the page is mounted a second time before.
 */
const isOpenedAgain = (locationKey: string): boolean => {
  firstKey ??= locationKey;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return locationKey === firstKey && navigation?.type === 'navigate';
};

/**
 * State of the wizard. Each step pushes a history entry, so that browser "back" returns to the previous question. The
 * draft is in the session storage of the tab and survives a reload. A new visit begins an empty draft and keeps the
 * unfinished one until its first step.
 */
export const useSubmission = () => {
  const navigate = useNavigate();
  const { pathname, search, state, key: locationKey } = useLocation();
  const [draft, setDraft] = useState(loadDraft);
  const [unfinished, setUnfinished] = useState<SubmissionDraft>();
  // Signing in is a part of the visit.
  const [continues, setContinues] = useState(hasVisitorDraft);
  useEffect(() => {
    // An untouched draft must not replace the unfinished one.
    if (!unfinished || hasProgress(draft)) saveDraft(draft);
  }, [draft, unfinished]);

  const entry = isOpenedAgain(locationKey) ? undefined : readEntry(state);
  const position = entry && 'draftId' in entry && entry.draftId === draft.id ? entry.position : startPosition;

  const change = useCallback((update: (draft: SubmissionDraft) => Partial<SubmissionDraft>) => {
    setDraft((before) => ({ ...before, ...update(before) }));
  }, []);
  const replacing = useRef<Promise<void>>(undefined);
  const go = async (next: Entry, replace = false): Promise<void> => {
    // A step before the end of a replacement would cancel it, and "back" would lead to an entry without a position.
    if (!replace) await replacing.current;
    await navigate({ pathname, search }, { state: next, replace, preventScrollReset: false });
  };
  const openDraft = (next: SubmissionDraft): void => {
    setDraft(next);
    saveDraft(next);
  };
  const discardUnfinished = (): void => {
    if (unfinished) clearStoredFiles(unfinished.id);
    setUnfinished(undefined);
  };

  const followHistory = useEffectEvent(() => {
    if (!entry && continues) replacing.current = go({ draftId: draft.id, position: draft.position }, true);
    else if (!entry) {
      const fresh = hasProgress(draft) ? createDraft() : draft;
      if (fresh !== draft) setUnfinished(draft);
      setDraft(fresh);
      replacing.current = go({ draftId: fresh.id, position: startPosition }, true);
    } else if (unfinished && 'draftId' in entry && entry.draftId === unfinished.id) {
      openDraft(unfinished);
      setUnfinished(undefined);
    }
    setContinues(false);
  });
  // A layout effect runs before the user can answer. A later one would take back an answer given at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each history entry
  useLayoutEffect(followHistory, [locationKey]);

  return {
    draft,
    position,
    created: entry && 'created' in entry ? entry.created : undefined,
    /** Returns to the draft of an earlier visit. Undefined without one, and after the first step. */
    resume:
      unfinished &&
      (() => {
        openDraft(unfinished);
        setUnfinished(undefined);
        void go({ draftId: unfinished.id, position: unfinished.position });
      }),
    change,
    moveTo: (next: Partial<Position>) => {
      const after = { ...position, ...next };
      discardUnfinished();
      change(() => ({ position: after }));
      void go({ draftId: draft.id, position: after });
    },
    /** Deletes the draft and replaces the history entry, so that "back" does not return to the form. */
    finish: (created: CreatedTask) => {
      clearStoredFiles(draft.id);
      openDraft(createDraft());
      void go({ created }, true);
    },
    /** Starts an empty draft at the first question. */
    restart: () => {
      const fresh = createDraft();
      clearStoredFiles(draft.id);
      openDraft(fresh);
      void go({ draftId: fresh.id, position: startPosition });
    },
  };
};
export type Submission = ReturnType<typeof useSubmission>;
