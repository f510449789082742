import { currentSession, persistentStorage, readStoredJson, writeStored } from '@obieg/web-kit';

const storageKey = 'obieg_recent';
const storedMax = 30;

/** The user by code has the id 0, as others have. */
const personOf = (): string | undefined => {
  const user = currentSession()?.user;
  return user && (user.id === 0 ? user.email : String(user.id));
};

type Stored = Record<string, unknown>;

const readAll = (): Stored => {
  const stored = readStoredJson(persistentStorage, storageKey);
  return typeof stored === 'object' && stored !== null ? (stored as Stored) : {};
};

/**
 * Ids of what the user chose in the palette, newest first. The browser keeps ids only: titles and names are loaded with
 * the rights that the user has when the palette opens.
 */
export const readRecent = (): string[] => {
  const list = readAll()[personOf() ?? ''];
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
};

/** Puts the id first in the user's list. */
export const rememberRecent = (id: string): void => {
  const person = personOf();
  if (person === undefined) return;
  const list = [id, ...readRecent().filter((other) => other !== id)].slice(0, storedMax);
  writeStored(persistentStorage, storageKey, JSON.stringify({ ...readAll(), [person]: list }));
};

/** Sorts stably: recent ones first, newest first. */
export const sortByRecency = <Item extends { id: string }>(
  items: readonly Item[],
  recent: readonly string[],
): Item[] => {
  const rank = (id: string): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return items.toSorted((one, other) => rank(one.id) - rank(other.id));
};
