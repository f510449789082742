import { persistentStorage, readStoredJson, tabStorage, writeStored } from '../browser/browser-storage';
import { currentSession, onSessionChange } from './session.store';

/** Key prefix of all drafts in local and session storage. Signing out removes them. */
export const draftPrefix = 'obieg_draft:';
/** Older drafts would confuse rather than help. */
const maxAgeMs = 30 * 24 * 3_600_000;

export interface Draft {
  /** Parsed JSON, not validated. */
  content: unknown;
  /** ISO 8601. */
  savedAt: string;
}

const ownPrefix = (): string | undefined => {
  const email = currentSession()?.user.email;
  return email === undefined ? undefined : `${draftPrefix}${email}:`;
};

/** Returns the storage key of the current user's draft; undefined without a session. */
export const draftKey = (name: string): string | undefined => {
  const prefix = ownPrefix();
  return prefix === undefined ? undefined : prefix + name;
};

/** Returns a stored draft, unless it is too old. */
export const readFreshDraft = (storage: () => Storage, key: string, ageMs = maxAgeMs): Draft | undefined => {
  const { content, savedAt } = (readStoredJson(storage, key) ?? {}) as Partial<Draft>;
  const isFresh = typeof savedAt === 'string' && Date.now() - Date.parse(savedAt) < ageMs;
  return isFresh ? { content, savedAt } : undefined;
};

/** Returns the current user's draft in this browser, if there is one. */
export const readDraft = (name: string): Draft | undefined => {
  const key = draftKey(name);
  if (key === undefined) return undefined;
  const [shared, ofTab] = [readFreshDraft(persistentStorage, key), readFreshDraft(tabStorage, key)];
  return shared && ofTab && ofTab.savedAt > shared.savedAt ? ofTab : (shared ?? ofTab);
};

/** Returns the text of a draft in the storage. */
export const toStoredDraft = (content: unknown): string =>
  JSON.stringify({ content, savedAt: new Date().toISOString() });

/** Drafts that this tab has stored in this session, as JSON by storage key. */
const writtenHere = new Map<string, string>();

/**
 * Stores a draft of the current user. It survives a reload, a crash and an expired session, until sign-out. Undefined
 * removes it.
 */
export const keepDraft = (name: string, content: unknown): void => {
  const key = draftKey(name);
  if (key === undefined) return;
  const draft = content === undefined ? null : toStoredDraft(content);
  writeStored(persistentStorage, key, draft);
  writeStored(tabStorage, key, null);
  if (draft === null) writtenHere.delete(key);
  else writtenHere.set(key, draft);
};

/**
 * Another tab that signs out removes the drafts of the browser. This tab keeps its own until it is closed, for their
 * owner only: the key contains the account.
 */
onSessionChange(() => {
  for (const [key, draft] of writtenHere)
    if (readStoredJson(persistentStorage, key) === null) writeStored(tabStorage, key, draft);
  writtenHere.clear();
});

const listDraftKeys = (storage: () => Storage): string[] => {
  try {
    return Object.keys(storage()).filter((name) => name.startsWith(draftPrefix));
  } catch {
    // Storage is blocked, so it contains no drafts.
    return [];
  }
};

/** A draft of a tab that the user has only opened says `isEmpty`. */
const isEmpty = (key: string): boolean =>
  (readStoredJson(tabStorage, key) as { isEmpty?: unknown } | null)?.isEmpty === true;

/** Whether signing out would remove unsent text: the current user's drafts, and those of this tab. */
export const hasDrafts = (): boolean => {
  const prefix = ownPrefix();
  return (
    (prefix !== undefined && listDraftKeys(persistentStorage).some((key) => key.startsWith(prefix))) ||
    listDraftKeys(tabStorage).some((key) => !isEmpty(key))
  );
};

const dropListeners = new Set<() => void>();

/** Calls the listener before this tab drops all drafts, because its user signs out. */
export const onDraftsDropped = (listener: () => void): void => void dropListeners.add(listener);

/** Removes all drafts in this browser, of every user. Other tabs keep theirs for their owner. */
export const dropDrafts = (): void => {
  writtenHere.clear();
  for (const listener of dropListeners) listener();
  for (const storage of [persistentStorage, tabStorage])
    for (const key of listDraftKeys(storage)) writeStored(storage, key, null);
};
