const storageKey = (id: string): string => `obieg_remote_${id}`;
const isDevServer = (address: string): boolean => /^http:\/\/localhost:\d+\//.test(address);

/**
 * Returns the dev server's address for a remote. Development only: `?mf-tasks=http://localhost:3003/mf-manifest.json`
 * sets it for this browser, `?mf-tasks=off` removes it.
 */
export const entryOverrideOf = (id: string): string | undefined => {
  if (!__DEV__) return undefined;
  const asked = new URLSearchParams(location.search).get(id);
  if (asked === 'off') localStorage.removeItem(storageKey(id));
  else if (asked && isDevServer(asked)) localStorage.setItem(storageKey(id), asked);
  return localStorage.getItem(storageKey(id)) ?? undefined;
};
