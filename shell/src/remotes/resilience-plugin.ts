import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { retry, wait } from './retry';

/** A manifest is one small file. A longer wait means that the server is unavailable. */
const manifestTimeoutMs = 8_000;
const retries = 2;
const delayMs = 300;

const removeQuery = (address: string): string => new URL(address, location.origin).pathname;

const isJson = (response: Response): boolean => /json/.test(response.headers.get('content-type') ?? '');

interface PluginOptions {
  /** Integrity hash of a file on this origin. Undefined if the registry does not list the path. */
  findIntegrity: (path: string) => string | undefined;
}

/** Sets the same mode and hash as the page's preload links. Otherwise the browser would fetch the file twice. */
const setAttributes = <T extends HTMLScriptElement | HTMLLinkElement>(
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
 * Adds retries and integrity checks to Module Federation. Checks the files that the registry lists; the remote's own
 * build checks its other files.
 */
export const createResiliencePlugin = ({ findIntegrity }: PluginOptions): ModuleFederationRuntimePlugin => {
  const retryingEntries = new Set<string>();
  return {
    name: 'obieg-resilience',
    fetch: (address, init) =>
      retry(
        async () => {
          const integrity = findIntegrity(removeQuery(address));
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
      return setAttributes(script, findIntegrity(removeQuery(url)), attrs);
    },
    createLink: ({ url, attrs }) => {
      const link = document.createElement('link');
      link.href = url;
      return setAttributes(link, findIntegrity(removeQuery(url)), attrs);
    },
    loadEntryError: async ({ getRemoteEntry, origin, remoteInfo, globalLoading, uniqueKey }) => {
      // A failed retry calls this hook again.
      if (retryingEntries.has(uniqueKey)) return undefined;
      retryingEntries.add(uniqueKey);
      try {
        for (let failures = 0; failures < retries; failures++) {
          await wait(delayMs * 2 ** failures);
          delete globalLoading[uniqueKey];
          const entry = await getRemoteEntry({ origin, remoteInfo }).catch(() => undefined);
          if (entry) return entry as never;
        }
        return undefined;
      } finally {
        retryingEntries.delete(uniqueKey);
      }
    },
  };
};
