import { useSyncExternalStore } from 'react';

/** `auto`: as the device. */
export type ColorScheme = 'light' | 'dark' | 'auto';

const storageKey = 'obieg_color_scheme';
const darkDevice = '(prefers-color-scheme: dark)';

const isColorScheme = (value: unknown): value is ColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

/** Undefined without access to the storage. */
const readStored = (): string | null | undefined => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return undefined;
  }
};

const listeners = new Set<() => void>();
let chosen: ColorScheme | undefined;

const readColorScheme = (): ColorScheme => {
  if (chosen === undefined) {
    const stored = readStored();
    chosen = isColorScheme(stored) ? stored : 'auto';
  }
  return chosen;
};

/** Sets the attribute that the tokens and Mantine's styles read. */
const apply = (): void => {
  const scheme = readColorScheme();
  const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia(darkDevice).matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
};

const change = (scheme: ColorScheme): void => {
  chosen = scheme;
  apply();
  for (const listener of listeners) listener();
};

/** Longer than a frame. */
const switchMs = 20;

/** Changes the colors at once, without the transitions of each control. */
const setColorScheme = (scheme: ColorScheme): void => {
  const { dataset } = document.documentElement;
  dataset['switching'] = '';
  setTimeout(() => {
    delete dataset['switching'];
  }, switchMs);
  change(scheme);
  try {
    localStorage.setItem(storageKey, scheme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
};

/** Applies the color scheme, and follows the device and the browser's other tabs. @returns a function that ends it */
export const followColorScheme = (): (() => void) => {
  chosen = undefined;
  apply();
  const device = matchMedia(darkDevice);
  const takeOver = ({ key, newValue }: StorageEvent): void => {
    if (key === storageKey && isColorScheme(newValue)) change(newValue);
  };
  device.addEventListener('change', apply);
  addEventListener('storage', takeOver);
  return () => {
    device.removeEventListener('change', apply);
    removeEventListener('storage', takeOver);
  };
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Reads and sets the color scheme. Stored in local storage. */
export const useColorScheme = () => ({
  colorScheme: useSyncExternalStore(subscribe, readColorScheme),
  setColorScheme,
});
