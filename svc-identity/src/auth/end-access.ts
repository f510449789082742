import type { SecurityEvent } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Origin } from '../security-log/origin';
import { endVerifiedTokens } from '../verification/verifications.repo';
import { revokeSessions } from './sessions';

/**
 * After a new password: ends what was opened by an earlier one, and what could choose another. Codes of a hand-over end
 * with their session. The password is written first, so that a sign-in at the same moment sees it or is ended here.
 */
export const endAccess = async (
  tx: Tx,
  userId: number,
  why: { origin: Origin; reason: SecurityEvent },
): Promise<void> => {
  await endVerifiedTokens(tx, userId);
  await tx('invitations').where({ user_id: userId }).delete();
  await revokeSessions(tx, { user_id: userId }, why);
};
