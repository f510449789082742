/** Reads a stored text. Returns null if the browser blocks site data. */
export const readStored = (storage: () => Storage, key: string): string | null => {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
};

/** Reads a stored JSON value, not validated. Returns null if it is missing or invalid. */
export const readStoredJson = (storage: () => Storage, key: string): unknown => {
  try {
    return JSON.parse(readStored(storage, key) ?? 'null');
  } catch {
    return null;
  }
};

/** Stores a text, or removes it if `value` is null. Does nothing if the browser blocks site data. */
export const writeStored = (storage: () => Storage, key: string, value: string | null): void => {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Storage is full or blocked. The page keeps its state in memory.
  }
};

/** Shared by all tabs of this address. */
export const persistentStorage = (): Storage => localStorage;
/** Kept until the tab is closed. */
export const tabStorage = (): Storage => sessionStorage;
