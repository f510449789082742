import { isRecord } from '@obieg/contracts/is-record';
import { currentSession, draftPrefix, readStoredJson, tabStorage, writeStored } from '@obieg/web-kit';

/** The list from which a task was opened, as the user saw it. */
export interface OpenedList {
  ids: readonly number[];
  /** Query of the API, for further pages. */
  query: Record<string, string>;
  /** Null if there are no further pages. */
  nextCursor: string | null;
}

/** Has the prefix of a draft, so that signing out removes it: the query can contain a searched text. */
const storageKey = `${draftPrefix}opened-list`;

const isOpenedList = (stored: unknown): stored is OpenedList & { email: unknown } =>
  isRecord(stored) &&
  Array.isArray(stored['ids']) &&
  stored['ids'].every(Number.isSafeInteger) &&
  isRecord(stored['query']) &&
  (typeof stored['nextCursor'] === 'string' || stored['nextCursor'] === null);

/** Keeps the list in this tab. It stays as it was, while the server reorders and refilters it. */
export const keepOpenedList = (list: OpenedList): void =>
  writeStored(
    tabStorage,
    storageKey,
    JSON.stringify({ ...list, email: currentSession()?.user.email ?? null }),
  );

/** The list of the signed-in user in this tab. */
export const readOpenedList = (): OpenedList | undefined => {
  const stored = readStoredJson(tabStorage, storageKey);
  if (!isOpenedList(stored) || stored.email !== currentSession()?.user.email) return undefined;
  const { ids, query, nextCursor } = stored;
  return { ids, query, nextCursor };
};
