import { storageKeys } from '@obieg/contracts';
import { defaultLandingPage } from '../site';
import { ofThisTab, readStored, writeStored } from './browser-storage';

/** Pages of signing in itself: coming back to a used link or to the login page helps nobody. */
const neverReturnedTo = new Set(['/', '/login', '/set-password', '/verify-email']);

/** Path, query and fragment of an address of this origin; undefined for any other and for what is no address. */
const ownAddress = (address: string): URL | undefined => {
  try {
    // A prefix test would let `//evil` and `/\evil` through; only parsing tells. What it makes of `/.//evil` is a path
    // of this origin that, taken for an address, leads elsewhere.
    const url = new URL(address, location.origin);
    return url.origin === location.origin && !url.pathname.startsWith('//') ? url : undefined;
  } catch {
    return undefined;
  }
};

/** Whether the path is the login page or below it, where a 401 is an answer like any other (spec 3 §6). */
export const isLoginPath = (path: string): boolean => path === '/login' || path.startsWith('/login/');

/** Remembers where a person wanted to be before /login, unless something is remembered already (spec 1 §4). */
export const rememberReturnUrl = (address: string): void => {
  const url = ownAddress(address);
  if (!url || neverReturnedTo.has(url.pathname)) return;
  if (readStored(ofThisTab, storageKeys.returnUrl)) return;
  writeStored(ofThisTab, storageKeys.returnUrl, url.pathname + url.search + url.hash);
};

/** The remembered address, or the default landing page; forgets it (spec 1 §4). */
export const takeReturnUrl = (): string => {
  const stored = readStored(ofThisTab, storageKeys.returnUrl);
  writeStored(ofThisTab, storageKeys.returnUrl, null);
  const url = stored ? ownAddress(stored) : undefined;
  return url && !neverReturnedTo.has(url.pathname)
    ? url.pathname + url.search + url.hash
    : defaultLandingPage();
};
