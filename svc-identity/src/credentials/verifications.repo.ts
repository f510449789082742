import type { ConfirmedTask } from '@obieg/contracts';
import { type Tx, toLimitKey } from '@obieg/service-kit';
import type { Origin } from '../security-log/origin';
import { hashToken } from './secrets';

export interface VerificationRow {
  token_hash: Buffer;
  organization_id: number | null;
  /** Address or username as typed. */
  asked_for: string;
  email: string;
  /** The submission that the code confirms, as the mail named it. Null: a sign-in. */
  confirmed_task: ConfirmedTask | null;
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

/** For a client without a session, for example a program that verifies and sets a password in two calls. */
const sessionlessSeconds = 120;

/**
 * Selects a verified token if the caller is the client that entered its code. The token alone is not enough, because
 * the client that requested the code also has it.
 *
 * - With a session: it must be the one that the code opened.
 * - Without a session: the client address must be the same, for two minutes only, because users can share an address.
 */
const findVerified = (tx: Tx, token: string, origin: Origin) =>
  findVerification(tx, token, origin.organizationId)
    .whereNotNull('verified_at')
    .where((narrowed) => {
      if (origin.sessionId !== null) narrowed.where({ session_id: origin.sessionId });
      else
        narrowed
          .where({ verified_from: clientOf(origin) })
          .whereRaw(`verified_at > now() - interval '${sessionlessSeconds} seconds'`);
    })
    .whereExists(
      tx('sessions').whereRaw('sessions.id = verifications.session_id').whereNull('sessions.revoked_at'),
    );

/** Returns the account whose password the caller may set with a verified token; undefined if none. */
export const findVerifiedOwner = async (tx: Tx, token: string, origin: Origin): Promise<number | undefined> =>
  (await findVerified(tx, token, origin).first('user_id'))?.user_id ?? undefined;

/** Deletes a verified token, so that it works once. @returns the session that its code opened; undefined if none */
export const consumeVerifiedToken = async (
  tx: Tx,
  token: string,
  origin: Origin,
): Promise<string | undefined> => {
  const [used] = await findVerified(tx, token, origin).delete().returning('session_id');
  return used?.session_id ?? undefined;
};

/** Invalidates all verified tokens of an account after a new password. */
export const endVerifiedTokens = async (tx: Tx, userId: number): Promise<void> => {
  await tx('verifications').where({ user_id: userId }).delete();
};
