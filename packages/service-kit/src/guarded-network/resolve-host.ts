import { Resolver } from 'node:dns/promises';

/** Returns the addresses of a host name; none if it has none. */
export type ResolveHost = (host: string) => Promise<string[]>;

const queryMs = 2_000;
const noAddressCodes: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME']);

/**
 * Asks the name servers. Does not use `dns.lookup`, whose queries occupy the threads that also read and write files: a
 * slow name server of one tenant would delay the file work of all.
 */
export const resolveHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: queryMs, tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const failed = results.find(
    (result) => result.status === 'rejected' && !noAddressCodes.has(result.reason?.code),
  );
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (failed?.status === 'rejected' && addresses.length === 0) throw failed.reason;
  return addresses;
};
