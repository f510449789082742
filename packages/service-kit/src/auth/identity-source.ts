import { askForJson } from '../http/ask';

/** What whoever checks tokens reads of svc-identity; checked by who reads it. Each rejects when it cannot be had now. */
export interface IdentitySource {
  /** The key set: `{ keys: JWK[] }`. */
  readKeys(): Promise<unknown>;
  /** `RevokedSessions` of the contracts. */
  readRevokedSessions(): Promise<unknown>;
}

const deadlineMs = 3_000;

/** Asks svc-identity at its base address. svc-identity itself has a source of its own: it needs nobody's answer. */
export const askIdentity = (identityUrl: string): IdentitySource => ({
  readKeys: () => askForJson(`${identityUrl}/.well-known/jwks.json`, deadlineMs),
  readRevokedSessions: () => askForJson(`${identityUrl}/internal/revoked-sessions`, deadlineMs),
});
