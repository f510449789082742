/** The browser's storage, empty where a browser refuses it (blocked site data), so that the page still works. */
export const readStored = (storage: () => Storage, key: string): string | null => {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
};

/** What was kept as JSON, to be checked before it is used; null where there is none or it cannot be read. */
export const readStoredJson = (storage: () => Storage, key: string): unknown => {
  try {
    return JSON.parse(readStored(storage, key) ?? 'null');
  } catch {
    return null;
  }
};

/** Keeps a text; null removes it. A browser without storage forgets it with the page. */
export const writeStored = (storage: () => Storage, key: string, value: string | null): void => {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Full or refused: the page in memory still knows it.
  }
};

/** For all tabs of this address, until it is removed. */
export const persistent = (): Storage => localStorage;
/** Until the tab is closed. */
export const ofThisTab = (): Storage => sessionStorage;
