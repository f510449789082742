const buildStorageKey = (id: string): string => `obieg_remote_${id}`;
const isDevServer = (address: string): boolean => /^http:\/\/localhost:\d+\//.test(address);

/**
 * Returns the dev server's address for a remote. Development only: `?mf-tasks=http://localhost:3003/mf-manifest.json`
 * sets it for this browser, `?mf-tasks=off` removes it.
 */
export const readEntryOverride = (id: string): string | undefined => {
  if (!__DEV__) return undefined;
  const override = new URLSearchParams(location.search).get(id);
  if (override === 'off') localStorage.removeItem(buildStorageKey(id));
  else if (override && isDevServer(override)) localStorage.setItem(buildStorageKey(id), override);
  return localStorage.getItem(buildStorageKey(id)) ?? undefined;
};
