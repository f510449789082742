import type { Database, Tx } from '@obieg/service-kit';
import { withTransaction } from '@obieg/service-kit';
import { generateToken, hashToken } from '../credentials/secrets';

/** What a key may be used for. A key of one purpose is unknown to the others. */
type Purpose = 'TOTP_SET_UP' | 'PASSKEY_SET_UP' | 'PASSKEY_SIGN_IN' | 'PASSKEY_STEP' | 'PASSKEY_CONFIRMATION';

/** Who may use a key: a session, a waiting sign-in, or nobody known, on one address. */
export interface Holder {
  organizationId: number | undefined;
  sessionId?: string;
  challengeHash?: Buffer;
}

interface Ceremony extends Holder {
  purpose: Purpose;
  validMinutes: number;
  /** Encrypted secret of an authenticator app. */
  secret?: (key: string) => Buffer;
}

const columnsOf = ({ organizationId, sessionId, challengeHash }: Holder) => ({
  organization_id: organizationId ?? null,
  session_id: sessionId ?? null,
  challenge_hash: challengeHash ?? null,
});

/** Begins a set-up or a use of a passkey. @returns the key: 32 random bytes in base64url */
export const beginCeremony = async (
  tx: Tx,
  { purpose, validMinutes, secret, ...holder }: Ceremony,
): Promise<string> => {
  const key = generateToken();
  // One of each kind is enough for a page. A client without session cannot be recognized.
  if (holder.sessionId !== undefined || holder.challengeHash !== undefined)
    await tx('factor_ceremonies')
      .where({ ...columnsOf(holder), purpose })
      .delete();
  await tx('factor_ceremonies').insert({
    key_hash: hashToken(key),
    purpose,
    ...columnsOf(holder),
    secret: secret?.(key) ?? null,
    expires_at: tx.raw('now() + make_interval(mins => ?)', [validMinutes]),
  });
  return key;
};

interface Key extends Holder {
  purpose: Purpose;
  key: string;
}

const findCeremony = (tx: Tx, { purpose, key, ...holder }: Key) =>
  tx('factor_ceremonies')
    .where({ key_hash: hashToken(key), purpose, ...columnsOf(holder) })
    .where('expires_at', '>', tx.fn.now());

/** Reads the secret of a set-up, which a wrong code does not end. */
export const findSetUpSecret = async (tx: Tx, key: Key): Promise<Buffer | undefined> =>
  (await findCeremony(tx, key).first('secret'))?.secret ?? undefined;

export const endCeremony = async (tx: Tx, key: Key): Promise<boolean> =>
  (await findCeremony(tx, key).delete()) > 0;

/** Uses up a key in its own transaction, so that a refused answer uses it up, too. */
export const takeCeremony = (db: Database, key: Key): Promise<boolean> =>
  withTransaction(db, (tx) => endCeremony(tx, key));
