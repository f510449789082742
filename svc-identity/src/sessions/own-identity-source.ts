import type { Database, IdentitySource } from '@obieg/service-kit';
import type { SigningKeys } from '../keys/signing-keys';
import { listRevokedSessions } from './sessions';

/** Key set and revoked sessions, as published to all services including this one. */
export const createOwnIdentitySource = (db: Database, keys: SigningKeys) =>
  ({
    readKeys: async () => ({ keys: await keys.published() }),
    readRevokedSessions: async (withinSeconds?: number) => ({
      sessions: await listRevokedSessions(db, withinSeconds),
    }),
  }) satisfies IdentitySource;
export type OwnIdentitySource = ReturnType<typeof createOwnIdentitySource>;
