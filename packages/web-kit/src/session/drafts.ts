import { ofThisTab, persistent, readStoredJson, writeStored } from './browser-storage';
import { currentSession } from './session.store';

/** Begins the name of everything in the browser's storages that a person has begun to write, and that goes when they sign out. */
export const draftPrefix = 'obieg_draft:';
/** A draft of last month would surprise more than it helps. */
const keptMs = 30 * 24 * 3_600_000;

export interface Draft {
  /** What was kept, as JSON carries it; check it before you use it. */
  content: unknown;
  /** ISO 8601. */
  savedAt: string;
}

const storageKey = (name: string): string | undefined => {
  const email = currentSession()?.user.email;
  return email === undefined ? undefined : `${draftPrefix}${email}:${name}`;
};

/** What the signed-in person had begun to write under this name, in this browser; undefined when there is nothing. */
export const readDraft = (name: string): Draft | undefined => {
  const key = storageKey(name);
  if (key === undefined) return undefined;
  const { content, savedAt } = (readStoredJson(persistent, key) ?? {}) as Partial<Draft>;
  const isKept = typeof savedAt === 'string' && Date.now() - Date.parse(savedAt) < keptMs;
  return isKept ? { content, savedAt } : undefined;
};

/**
 * Keeps what the signed-in person is writing, so that it survives a reload, a crash and a session that ran out; for them
 * alone, and until they sign out. Undefined drops it.
 */
export const keepDraft = (name: string, content: unknown): void => {
  const key = storageKey(name);
  if (key === undefined) return;
  const draft = content === undefined ? null : JSON.stringify({ content, savedAt: new Date().toISOString() });
  writeStored(persistent, key, draft);
};

/** Drops every draft in this browser, whoever began it: after signing out nothing of a person stays behind. */
export const dropDrafts = (): void => {
  for (const storage of [persistent, ofThisTab]) {
    try {
      for (const key of Object.keys(storage()).filter((name) => name.startsWith(draftPrefix)))
        storage().removeItem(key);
    } catch {
      // A browser without storage holds none.
    }
  }
};
