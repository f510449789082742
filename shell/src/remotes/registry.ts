import { type RemoteRegistry, remoteRegistrySchema } from '@obieg/contracts';

const inlinedRegistryId = 'remote-registry';
const registryAddress = '/remotes.json';
/** Asking takes one round trip; a server that says nothing for so long is away. */
const timeoutMs = 8_000;

/** The registry as it is deployed now. @throws when the server has none or cannot be reached. */
export const fetchRegistry = async (): Promise<RemoteRegistry> => {
  const response = await fetch(registryAddress, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${registryAddress}: HTTP ${response.status}`);
  return remoteRegistrySchema.parse(await response.json());
};

/** The registry that the gateway wrote into the page, else the deployed one. @throws as {@link fetchRegistry}. */
export const readRegistry = async (): Promise<RemoteRegistry> => {
  const inlined = document.getElementById(inlinedRegistryId)?.textContent;
  return inlined ? remoteRegistrySchema.parse(JSON.parse(inlined)) : fetchRegistry();
};
