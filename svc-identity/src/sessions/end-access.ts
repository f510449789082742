import type { Tx } from '@obieg/service-kit';
import { endVerifiedTokens } from '../credentials/verifications.repo';
import { type EndOfSessions, revokeSessions } from './sessions';

/**
 * Ends all sessions, waiting sign-ins, invitations and verified tokens of an account after a new password. Hand-over codes end with
 * their session. Write the password first, so that a concurrent sign-in either sees it or is ended here.
 */
export const endAccess = async (tx: Tx, userId: number, why: EndOfSessions): Promise<void> => {
  await endVerifiedTokens(tx, userId);
  await tx('invitations').where({ user_id: userId }).delete();
  // Their first step was passed with what is replaced now.
  await tx('sign_in_challenges').where({ user_id: userId }).delete();
  await revokeSessions(tx, { user_id: userId }, why);
};
