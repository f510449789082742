import { type StoredUser, storageKeys } from '@obieg/contracts';
import { create } from 'zustand';
import { persistent, readStored, readStoredJson, writeStored } from './browser-storage';

export interface Session {
  token: string;
  user: StoredUser;
}
interface SessionState {
  session: Session | undefined;
}

const readUser = (): StoredUser | undefined => {
  const stored = readStoredJson(persistent, storageKeys.user) ?? {};
  const { id, username, email } = stored as Record<keyof StoredUser, unknown>;
  if (typeof id !== 'number' || typeof username !== 'string' || typeof email !== 'string') return undefined;
  return { id, username, email };
};

/** A token without a readable user, or the reverse, is no session. */
const readSession = (): Session | undefined => {
  const token = readStored(persistent, storageKeys.token);
  const user = readUser();
  return token && user ? { token, user } : undefined;
};

const useSessionStore = create<SessionState>(() => ({ session: readSession() }));

/** Who is signed in, the same in all tabs of this address (spec 1 §3, §4); undefined for a visitor. */
export const useSession = (): Session | undefined => useSessionStore((state) => state.session);

/** The session outside a component. */
export const currentSession = (): Session | undefined => useSessionStore.getState().session;

/**
 * Remembers who is at the screen now.
 *
 * @returns whether it is still the same person; what has been asked for another one is not to be kept.
 */
export const rememberPerson = (): (() => boolean) => {
  const token = currentSession()?.token;
  return () => currentSession()?.token === token;
};

const listeners = new Set<() => void>();

/**
 * Calls back whenever the person at the screen changes: signed in, signed out, in this or another tab. Whatever holds
 * data of a person empties itself here.
 *
 * @returns a function that ends it.
 */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const setSession = (session: Session | undefined): void => {
  const before = currentSession();
  useSessionStore.setState({ session });
  if (before?.token === session?.token) return;
  for (const listener of listeners) listener();
};

/** Stores token and user: the person is signed in (spec 1 §7). */
export const startSession = (token: string, user: StoredUser): void => {
  writeStored(persistent, storageKeys.token, token);
  writeStored(persistent, storageKeys.user, JSON.stringify(user));
  setSession({ token, user });
};

/** Removes token and user from storage (spec 1 §4, logout); tells no server. */
export const endSession = (): void => {
  writeStored(persistent, storageKeys.token, null);
  writeStored(persistent, storageKeys.user, null);
  setSession(undefined);
};

/** Follows what other tabs of this address do; a storage event reaches only those that did not cause it. */
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === null || key === storageKeys.token) setSession(readSession());
});
