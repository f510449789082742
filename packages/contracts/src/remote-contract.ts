/** Incremented when shell and remotes must be rebuilt together. The shell checks it before it runs a remote's code. */
export const remoteContractVersion = 2;

/** Id under which the shell is delivered. It has no routes and no navigation. */
export const shellId = 'shell';
