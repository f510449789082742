import { type StoredUser, signedInCookie, storageKeys } from '@obieg/contracts';
import { create } from 'zustand';
import { persistentStorage, readStored, readStoredJson, writeStored } from '../browser/browser-storage';

export interface Session {
  token: string;
  user: StoredUser;
}
interface SessionState {
  session: Session | undefined;
}

const oneYearSeconds = 31_536_000;

const readUser = (): StoredUser | undefined => {
  const stored = readStoredJson(persistentStorage, storageKeys.user) ?? {};
  const { id, username, email } = stored as Record<keyof StoredUser, unknown>;
  if (typeof id !== 'number' || typeof username !== 'string' || typeof email !== 'string') return undefined;
  return { id, username, email };
};

/** Returns a session only if both the token and the user are valid. */
const readSession = (): Session | undefined => {
  const token = readStored(persistentStorage, storageKeys.token);
  const user = readUser();
  return token && user ? { token, user } : undefined;
};

/** Tells the gateway that this browser does not need a visitor's data in the page. */
const markBrowser = (isSignedIn: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${signedInCookie}=1; path=/; samesite=lax; max-age=${isSignedIn ? oneYearSeconds : 0}`;
};

const readMarkedSession = (): Session | undefined => {
  const session = readSession();
  markBrowser(session !== undefined);
  return session;
};

const useSessionStore = create<SessionState>(() => ({ session: readMarkedSession() }));

/** Current session, shared by all tabs of this address (spec 1 §3, §4). Undefined for a visitor. */
export const useSession = (): Session | undefined => useSessionStore((state) => state.session);

/** Current session, for code outside components. */
export const currentSession = (): Session | undefined => useSessionStore.getState().session;

/**
 * Captures the current session.
 *
 * @returns a predicate: whether the session is still the same. If not, discard what was fetched for it
 */
export const captureSession = (): (() => boolean) => {
  const token = currentSession()?.token;
  return () => currentSession()?.token === token;
};

interface SessionChange {
  /** The session changed in another tab, and this one follows. */
  isFromOtherTab: boolean;
}
type SessionListener = (change: SessionChange) => void;

const listeners = new Set<SessionListener>();

/**
 * Subscribes to session changes: sign-in and sign-out, in this or another tab. Stores of personal data clear
 * themselves here.
 *
 * @returns a function that unsubscribes
 */
export const onSessionChange = (listener: SessionListener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const setSession = (session: Session | undefined, isFromOtherTab = false): void => {
  const before = currentSession();
  useSessionStore.setState({ session });
  markBrowser(session !== undefined);
  if (before?.token === session?.token) return;
  for (const listener of listeners) listener({ isFromOtherTab });
};

/** Stores token and user (spec 1 §7). */
export const startSession = (token: string, user: StoredUser): void => {
  // The token last: other tabs follow it, and must then find the user.
  writeStored(persistentStorage, storageKeys.user, JSON.stringify(user));
  writeStored(persistentStorage, storageKeys.token, token);
  setSession({ token, user });
};

/** Removes token and user (spec 1 §4, logout). Does not call the server. */
export const endSession = (): void => {
  writeStored(persistentStorage, storageKeys.token, null);
  writeStored(persistentStorage, storageKeys.user, null);
  setSession(undefined);
};

/**
 * Follows other tabs. The browser sends storage events only to them, one for each key, and may show this tab the keys
 * one after the other. A session is complete only with its user, which a tab of an earlier release writes last.
 */
globalThis.addEventListener?.('storage', ({ key }) => {
  const completesSession = key === storageKeys.user && currentSession() === undefined;
  if (key === null || key === storageKeys.token || completesSession) setSession(readSession(), true);
});
