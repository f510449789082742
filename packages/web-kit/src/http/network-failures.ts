const listeners = new Set<() => void>();

/** Subscribes to calls that got no response. @returns a function that unsubscribes */
export const onNetworkFailure = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const reportNetworkFailure = (): void => {
  for (const listener of listeners) listener();
};
