import type { Language } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { tooManyInvitations } from '../messages/server-messages';
import { type Budget, hourSeconds, secondsUntilNext } from '../requests/budget';

/** Invitations of one organization to one person in an hour. */
const invitationsPerHour = 5;

/**
 * Counts an invitation against the hourly limit per organization and recipient. The caller holds the address's lock.
 * @throws 429 with the time to wait
 */
export const spendInvitation = async (
  tx: Tx,
  organizationId: number,
  recipient: string,
  { language, rateLimitScale }: { language: Language; rateLimitScale: number },
): Promise<void> => {
  const perPerson: Budget = {
    table: 'invitation_sends',
    at: 'sent_at',
    times: Math.max(1, Math.round(invitationsPerHour * rateLimitScale)),
    windowSeconds: hourSeconds,
  };
  const whose = { organization_id: organizationId, recipient };
  const seconds = await secondsUntilNext(tx, perPerson, whose);
  if (seconds > 0) throw tooManyInvitations(language, seconds);
  await tx('invitation_sends').insert(whose);
};
