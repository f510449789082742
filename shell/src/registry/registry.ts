import type { RemoteRegistry } from '@obieg/contracts';
import { readInlinedRegistry } from './inlined-registry';
import { parseRegistry } from './parse-registry';

const registryAddress = '/remotes.json';
/** One small file. A longer wait means that the server is unavailable. */
const timeoutMs = 8_000;

/** Fetches the deployed registry. @throws if the server is unreachable or has no registry */
export const fetchRegistry = async (): Promise<RemoteRegistry> => {
  const response = await fetch(registryAddress, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${registryAddress}: HTTP ${response.status}`);
  return parseRegistry(await response.json());
};

/** Reads the registry that the gateway wrote into the page, or fetches it. @throws like {@link fetchRegistry} */
export const readRegistry = async (): Promise<RemoteRegistry> => {
  const inlined = readInlinedRegistry();
  return inlined ? parseRegistry(JSON.parse(inlined)) : fetchRegistry();
};
