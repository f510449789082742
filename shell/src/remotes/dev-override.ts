const storageKey = (id: string): string => `obieg_remote_${id}`;
const isDevServer = (address: string): boolean => /^http:\/\/localhost:\d+\//.test(address);

/**
 * Development only: `?mf-tasks=http://localhost:3003/mf-manifest.json` in the address makes this browser take that
 * remote from its dev server until `?mf-tasks=off`.
 */
export const entryOverrideOf = (id: string): string | undefined => {
  if (!__DEV__) return undefined;
  const asked = new URLSearchParams(location.search).get(id);
  if (asked === 'off') localStorage.removeItem(storageKey(id));
  else if (asked && isDevServer(asked)) localStorage.setItem(storageKey(id), asked);
  return localStorage.getItem(storageKey(id)) ?? undefined;
};
