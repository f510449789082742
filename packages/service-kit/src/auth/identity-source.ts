import { fetchJsonFrom, type Origins } from '../outgoing-calls/fetch-json';

/**
 * What token verification reads from svc-identity. The caller validates the result. Each method rejects if
 * svc-identity is unavailable.
 */
export interface IdentitySource {
  /** The key set: `{ keys: JWK[] }`. */
  readKeys(): Promise<unknown>;
  /** `RevokedSessions` of the contracts, optionally only those revoked within the last seconds. */
  readRevokedSessions(withinSeconds?: number): Promise<unknown>;
}

const deadlineMs = 3_000;

/** Reads from svc-identity over HTTP. svc-identity itself implements the interface locally. */
export const createIdentityClient = (origins: Origins): IdentitySource => ({
  readKeys: () => fetchJsonFrom(origins, '/.well-known/jwks.json', deadlineMs),
  readRevokedSessions: (withinSeconds) => {
    const query = withinSeconds === undefined ? '' : `?withinSeconds=${withinSeconds}`;
    return fetchJsonFrom(origins, `/internal/revoked-sessions${query}`, deadlineMs);
  },
});
