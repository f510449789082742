import type { Language } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { type Budget, hourSeconds, secondsUntilNext } from '../budget';
import { tooManyInvitations } from '../messages/server-messages';

const perPerson: Budget = { table: 'invitation_sends', at: 'sent_at', times: 5, windowSeconds: hourSeconds };

/**
 * Takes one of the invitations by which an organization may mail one person in an hour; the caller holds the address's
 * lock. @throws 429 with the time to wait.
 */
export const spendInvitation = async (
  tx: Tx,
  organizationId: number,
  recipient: string,
  language: Language,
): Promise<void> => {
  const whose = { organization_id: organizationId, recipient };
  const seconds = await secondsUntilNext(tx, perPerson, whose);
  if (seconds > 0) throw tooManyInvitations(language, seconds);
  await tx('invitation_sends').insert(whose);
};
