import { persistentStorage, readStoredJson, tabStorage, writeStored } from '../browser/browser-storage';
import { currentSession, onSessionChange } from './session.store';

/** Key prefix of all drafts in local and session storage. Signing out removes them. */
export const draftPrefix = 'obieg_draft:';
const dayMs = 24 * 3_600_000;
/** Older drafts would confuse rather than help. */
const maxAgeMs = 30 * dayMs;
/** A form that the end of the session has closed is continued soon or not at all. */
const formMaxAgeMs = dayMs;
/** Characters of JSON. More than the server takes in a body (256 KB) cannot be saved anyway. */
const formMaxLength = 300_000;

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

const storageKey = (name: string): string | undefined => {
  const prefix = ownPrefix();
  return prefix === undefined ? undefined : prefix + name;
};

const readFresh = (storage: () => Storage, key: string, ageMs = maxAgeMs): Draft | undefined => {
  const { content, savedAt } = (readStoredJson(storage, key) ?? {}) as Partial<Draft>;
  const isFresh = typeof savedAt === 'string' && Date.now() - Date.parse(savedAt) < ageMs;
  return isFresh ? { content, savedAt } : undefined;
};

/** Returns the current user's draft in this browser, if there is one. */
export const readDraft = (name: string): Draft | undefined => {
  const key = storageKey(name);
  if (key === undefined) return undefined;
  const [shared, ofTab] = [readFresh(persistentStorage, key), readFresh(tabStorage, key)];
  return shared && ofTab && ofTab.savedAt > shared.savedAt ? ofTab : (shared ?? ofTab);
};

const toStored = (content: unknown): string => JSON.stringify({ content, savedAt: new Date().toISOString() });

/** Drafts that this tab has stored in this session, as JSON by storage key. */
const writtenHere = new Map<string, string>();

/**
 * Stores a draft of the current user. It survives a reload, a crash and an expired session, until sign-out. Undefined
 * removes it.
 */
export const keepDraft = (name: string, content: unknown): void => {
  const key = storageKey(name);
  if (key === undefined) return;
  const draft = content === undefined ? null : toStored(content);
  writeStored(persistentStorage, key, draft);
  writeStored(tabStorage, key, null);
  if (draft === null) writtenHere.delete(key);
  else writtenHere.set(key, draft);
};

const formName = (name: string): string => `form/${name}`;

/** Returns what is unsaved in a form; undefined if nothing is. */
type ReadForm = () => unknown;

/** The open forms of the user, by storage key. */
const openForms = new Map<string, ReadForm>();

/**
 * Keeps what is unsaved in a form of the current user when the session ends, in this tab only. Its own sign-out has
 * asked, and keeps nothing. Never pass passwords or secrets.
 *
 * @returns a function that stops this
 */
export const keepFormOnSessionEnd = (name: string, read: ReadForm): (() => void) => {
  const key = storageKey(formName(name));
  if (key === undefined) return () => undefined;
  openForms.set(key, read);
  return () => {
    if (openForms.get(key) === read) openForms.delete(key);
  };
};

/** Returns what the end of the session has kept of the current user's form in this tab, of the last day. */
export const readFormDraft = (name: string): Draft | undefined => {
  const key = storageKey(formName(name));
  return key === undefined ? undefined : readFresh(tabStorage, key, formMaxAgeMs);
};

export const dropFormDraft = (name: string): void => {
  const key = storageKey(formName(name));
  if (key !== undefined) writeStored(tabStorage, key, null);
};

const keepForms = (): void => {
  const prefix = ownPrefix();
  for (const [key, read] of openForms) {
    const content = read();
    const draft = content === undefined ? '' : toStored(content);
    if (draft !== '' && draft.length <= formMaxLength) writeStored(tabStorage, key, draft);
    // The next user's text in a form that is still open must not become a draft of this one.
    if (prefix === undefined || !key.startsWith(prefix)) openForms.delete(key);
  }
};

/**
 * Another tab that signs out removes the drafts of the browser. This tab keeps its own until it is closed, for their
 * owner only: the key contains the account.
 */
onSessionChange(() => {
  for (const [key, draft] of writtenHere)
    if (readStoredJson(persistentStorage, key) === null) writeStored(tabStorage, key, draft);
  writtenHere.clear();
  keepForms();
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

/** Removes all drafts in this browser, of every user. Other tabs keep theirs for their owner. */
export const dropDrafts = (): void => {
  writtenHere.clear();
  openForms.clear();
  for (const storage of [persistentStorage, tabStorage])
    for (const key of listDraftKeys(storage)) writeStored(storage, key, null);
};
