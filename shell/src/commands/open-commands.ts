import { useSyncExternalStore } from 'react';

/** What the command center shows. */
export type OpenPart = 'palette' | 'shortcuts' | undefined;

let openPart: OpenPart;
const listeners = new Set<() => void>();

/** Opens a part of the command center; undefined closes it. Works before its code has loaded. */
export const openCommands = (part: OpenPart): void => {
  openPart = part;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpenPart = (): OpenPart => useSyncExternalStore(subscribe, () => openPart);
