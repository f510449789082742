import { onSessionChange } from '@obieg/web-kit';

/** Users rarely go back further in the browser history. */
const maxLists = 20;

/** Cache by list key that keeps the most recently used lists and clears itself when the session changes. */
export const createListCache = <T>() => {
  const entries = new Map<string, T>();
  onSessionChange(() => entries.clear());
  return {
    get: (listKey: string): T | undefined => entries.get(listKey),
    set: (listKey: string, value: T): void => {
      entries.delete(listKey);
      entries.set(listKey, value);
      const [oldest] = entries.keys();
      if (entries.size > maxLists && oldest !== undefined) entries.delete(oldest);
    },
  };
};
