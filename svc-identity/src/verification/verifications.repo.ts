import { type Tx, toLimitKey } from '@obieg/service-kit';
import { hashToken } from '../auth/secrets';
import type { Origin } from '../security-log/origin';

export interface VerificationRow {
  token_hash: Buffer;
  organization_id: number | null;
  /** What it was asked for by: an address or a username, as it was typed. */
  asked_for: string;
  email: string;
  user_id: number | null;
  code_hash: Buffer;
  code_expires_at: Date;
  expires_at: Date;
  tries: number;
  verified_at: Date | null;
  /** The session that the code opened, and the client address that it came from. */
  session_id: string | null;
  verified_from: string | null;
}

/** A verification of this address; one of another organization does not exist. */
export const findVerification = (tx: Tx, token: string, organizationId: number | undefined) =>
  tx<VerificationRow>('verifications')
    .where({ token_hash: hashToken(token), organization_id: organizationId ?? null })
    .where('expires_at', '>', tx.fn.now());

/** Who is counted, and known again, as one client. */
export const clientOf = ({ ip }: Origin): string => toLimitKey(ip ?? '');

/** For a client that keeps no session: a program that verifies and chooses the password in two calls. */
const withoutSessionSeconds = 120;

/**
 * A verified token in the hands of whoever typed its code: they hold the session that the code opened or, where they
 * keep none, have just typed it and call from the same client address while it goes on. Whoever asked for the code has
 * the token as well and may be anybody: a link of theirs must not choose the password of who follows it. In one office,
 * or behind one provider, they share that address, and would have all the hours of the session to wait for.
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

/** The account of a token that the caller has verified and may choose a password with; undefined if there is none. */
export const findProvenOwner = async (tx: Tx, token: string, origin: Origin): Promise<number | undefined> =>
  (await findProven(tx, token, origin).first('user_id'))?.user_id ?? undefined;

/** Uses up such a token. @returns whether it was still there */
export const useProvenToken = async (tx: Tx, token: string, origin: Origin): Promise<boolean> =>
  (await findProven(tx, token, origin).delete()) > 0;

/** Ends every verified token of an account: after a password was chosen none of them may choose another. */
export const endVerifiedTokens = async (tx: Tx, userId: number): Promise<void> => {
  await tx('verifications').where({ user_id: userId }).delete();
};
