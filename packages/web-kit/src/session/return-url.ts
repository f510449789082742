import { storageKeys } from '@obieg/contracts';
import { readStored, tabStorage, writeStored } from '../browser/browser-storage';
import { defaultLandingPage } from '../navigation/site';

/** Pages of the sign-in itself. Their links may be used up. */
const excludedPaths = new Set(['/', '/login', '/set-password', '/verify-email']);

/** Parses an address of this origin. Returns undefined for any other. */
const parseSameOrigin = (address: string): URL | undefined => {
  try {
    // A prefix test would accept `//evil` and `/\evil`. Parsing turns `/.//evil` into the path `//evil`, which is
    // unsafe to navigate to.
    const url = new URL(address, location.origin);
    return url.origin === location.origin && !url.pathname.startsWith('//') ? url : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a path is the login page or below it. There a 401 is an ordinary error (spec 3 §6). */
export const isLoginPath = (path: string): boolean => path === '/login' || path.startsWith('/login/');

/** Stores the address to return to after sign-in, unless one is stored (spec 1 §4). */
export const rememberReturnUrl = (address: string): void => {
  const url = parseSameOrigin(address);
  if (!url || excludedPaths.has(url.pathname)) return;
  if (readStored(tabStorage, storageKeys.returnUrl)) return;
  writeStored(tabStorage, storageKeys.returnUrl, url.pathname + url.search + url.hash);
};

/** Removes the stored address. */
export const dropReturnUrl = (): void => writeStored(tabStorage, storageKeys.returnUrl, null);

/** Returns and removes the stored address. Default: the landing page (spec 1 §4). */
export const takeReturnUrl = (): string => {
  const stored = readStored(tabStorage, storageKeys.returnUrl);
  dropReturnUrl();
  const url = stored ? parseSameOrigin(stored) : undefined;
  return url && !excludedPaths.has(url.pathname)
    ? url.pathname + url.search + url.hash
    : defaultLandingPage();
};
