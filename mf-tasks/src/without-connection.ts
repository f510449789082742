/**
 * For what is read and done: without a connection it fails and says so, and what was read is read again when the
 * connection is back. By default it would wait without a word, and be done when nobody expects it any more.
 */
export const failsOffline = { networkMode: 'always' } as const;
export const failsUntilOnline = { ...failsOffline, refetchOnReconnect: true } as const;
