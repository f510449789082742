import { type Tx, toLimitKey } from '@obieg/service-kit';
import { hashToken } from '../auth/secrets';
import type { Origin } from '../security-log/origin';

export interface VerificationRow {
  token_hash: Buffer;
  organization_id: number | null;
  /** Address or username as typed. */
  asked_for: string;
  email: string;
  user_id: number | null;
  code_hash: Buffer;
  code_expires_at: Date;
  expires_at: Date;
  tries: number;
  verified_at: Date | null;
  /** Session that the code opened, and its client address. */
  session_id: string | null;
  verified_from: string | null;
}

/** Selects a verification of this address. Those of other organizations do not exist. */
export const findVerification = (tx: Tx, token: string, organizationId: number | undefined) =>
  tx<VerificationRow>('verifications')
    .where({ token_hash: hashToken(token), organization_id: organizationId ?? null })
    .where('expires_at', '>', tx.fn.now());

/** Returns the key that identifies a client. */
export const clientOf = ({ ip }: Origin): string => toLimitKey(ip ?? '');

/** Seconds for a client without a session, such as a program that verifies and sets a password in two calls. */
const withoutSessionSeconds = 120;

/**
 * Selects a verified token held by whoever entered its code: with the session that the code opened, or without a
 * session from the same client address within two minutes. Whoever requested the code also has the token and may be
 * anyone, so the token alone must not set a password. Users behind one address could otherwise use each other's
 * tokens for hours.
 */
const findProven = (tx: Tx, token: string, origin: Origin) =>
  findVerification(tx, token, origin.organizationId)
    .whereNotNull('verified_at')
    .where((theirs) => {
      if (origin.sessionId !== null) theirs.where({ session_id: origin.sessionId });
      else
        theirs
          .where({ verified_from: clientOf(origin) })
          .whereRaw(`verified_at > now() - interval '${withoutSessionSeconds} seconds'`);
    })
    .whereExists(
      tx('sessions').whereRaw('sessions.id = verifications.session_id').whereNull('sessions.revoked_at'),
    );

/** Returns the account whose password the caller may set with a verified token; undefined if none. */
export const findProvenOwner = async (tx: Tx, token: string, origin: Origin): Promise<number | undefined> =>
  (await findProven(tx, token, origin).first('user_id'))?.user_id ?? undefined;

/** Uses up a verified token. @returns whether it existed */
export const useProvenToken = async (tx: Tx, token: string, origin: Origin): Promise<boolean> =>
  (await findProven(tx, token, origin).delete()) > 0;

/** Invalidates all verified tokens of an account after a new password. */
export const endVerifiedTokens = async (tx: Tx, userId: number): Promise<void> => {
  await tx('verifications').where({ user_id: userId }).delete();
};
