import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { retry, wait } from './retry';

/** A manifest is one small file; what has not come by then will not. */
const manifestTimeoutMs = 8_000;
const retries = 2;
const delayMs = 300;

const withoutQuery = (address: string): string => new URL(address, location.origin).pathname;

const isJson = (response: Response): boolean => /json/.test(response.headers.get('content-type') ?? '');

interface PluginOptions {
  /** Hash of a file by its path on this origin; undefined for one that the registry does not name. */
  integrityOf: (path: string) => string | undefined;
}

/** Same mode and hash as in the page's preload links; otherwise the browser would fetch the file a second time. */
const protect = <T extends HTMLScriptElement | HTMLLinkElement>(
  element: T,
  integrity: string | undefined,
  attributes: Record<string, unknown> | undefined,
): T => {
  element.crossOrigin = 'anonymous';
  element.integrity = integrity ?? '';
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (!/^(?:src|href|crossorigin|integrity)$/i.test(name)) element.setAttribute(name, String(value));
  }
  return element;
};

/**
 * Makes Module Federation try again what the network lost, and refuse files that are not the registry's (further files
 * are checked by the remote's own build).
 */
export const createResiliencePlugin = ({ integrityOf }: PluginOptions): ModuleFederationRuntimePlugin => {
  const beingRetried = new Set<string>();
  return {
    name: 'obieg-resilience',
    fetch: (address, init) =>
      retry(
        async () => {
          const integrity = integrityOf(withoutQuery(address));
          const response = await fetch(address, {
            ...init,
            ...(integrity ? { integrity } : {}),
            signal: AbortSignal.timeout(manifestTimeoutMs),
          });
          if (!response.ok || !isJson(response)) throw new Error(`${address}: HTTP ${response.status}`);
          return response;
        },
        { retries, delayMs },
      ),
    createScript: ({ url, attrs }) => {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      return protect(script, integrityOf(withoutQuery(url)), attrs);
    },
    createLink: ({ url, attrs }) => {
      const link = document.createElement('link');
      link.href = url;
      return protect(link, integrityOf(withoutQuery(url)), attrs);
    },
    loadEntryError: async ({ getRemoteEntry, origin, remoteInfo, globalLoading, uniqueKey }) => {
      // The attempts below come here again when they fail.
      if (beingRetried.has(uniqueKey)) return undefined;
      beingRetried.add(uniqueKey);
      try {
        for (let failures = 0; failures < retries; failures++) {
          await wait(delayMs * 2 ** failures);
          delete globalLoading[uniqueKey];
          const entry = await getRemoteEntry({ origin, remoteInfo }).catch(() => undefined);
          if (entry) return entry as never;
        }
        return undefined;
      } finally {
        beingRetried.delete(uniqueKey);
      }
    },
  };
};
