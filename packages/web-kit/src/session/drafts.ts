import { persistentStorage, readStoredJson, tabStorage, writeStored } from '../browser/browser-storage';
import { currentSession } from './session.store';

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

const storageKey = (name: string): string | undefined => {
  const email = currentSession()?.user.email;
  return email === undefined ? undefined : `${draftPrefix}${email}:${name}`;
};

/** Returns the current user's draft in this browser, if there is one. */
export const readDraft = (name: string): Draft | undefined => {
  const key = storageKey(name);
  if (key === undefined) return undefined;
  const { content, savedAt } = (readStoredJson(persistentStorage, key) ?? {}) as Partial<Draft>;
  const isFresh = typeof savedAt === 'string' && Date.now() - Date.parse(savedAt) < maxAgeMs;
  return isFresh ? { content, savedAt } : undefined;
};

/**
 * Stores a draft of the current user. It survives a reload, a crash and an expired session, until sign-out. Undefined
 * removes it.
 */
export const keepDraft = (name: string, content: unknown): void => {
  const key = storageKey(name);
  if (key === undefined) return;
  const draft = content === undefined ? null : JSON.stringify({ content, savedAt: new Date().toISOString() });
  writeStored(persistentStorage, key, draft);
};

/** Removes all drafts in this browser, of every user. */
export const dropDrafts = (): void => {
  for (const storage of [persistentStorage, tabStorage]) {
    try {
      for (const key of Object.keys(storage()).filter((name) => name.startsWith(draftPrefix)))
        storage().removeItem(key);
    } catch {
      // Storage is blocked, so it contains no drafts.
    }
  }
};
