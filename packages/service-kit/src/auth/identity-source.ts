import { askForJson } from '../http/ask';

/** What whoever checks tokens reads of svc-identity; checked by who reads it. Each rejects when it cannot be had now. */
export interface IdentitySource {
  /** The key set: `{ keys: JWK[] }`. */
  readKeys(): Promise<unknown>;
  /** `RevokedSessions` of the contracts: those that ended within this time, or all. */
  readRevokedSessions(withinSeconds?: number): Promise<unknown>;
}

const deadlineMs = 3_000;

/** Asks svc-identity at its base address. svc-identity itself has a source of its own: it needs nobody's answer. */
export const askIdentity = (identityUrl: string): IdentitySource => ({
  readKeys: () => askForJson(`${identityUrl}/.well-known/jwks.json`, deadlineMs),
  readRevokedSessions: (withinSeconds) => {
    const query = withinSeconds === undefined ? '' : `?withinSeconds=${withinSeconds}`;
    return askForJson(`${identityUrl}/internal/revoked-sessions${query}`, deadlineMs);
  },
});
