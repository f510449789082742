import type { Language } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { tooManyInvitations } from '../messages/server-messages';
import { type Budget, hourSeconds, secondsUntilNext } from '../requests/budget';

/** Invitations of one organization to one person in an hour. */
const invitationsPerHour = 5;
/** Mails about memberships that let an organization send another invitation in the same hour. */
const organizationInvitationsPerHour = 500;

/**
 * The share of waiting mails in it. Members invite further people while a long import is mailed, which only delays the
 * rest of the import.
 */
const waitingMailsPerHour = 400;

const scaled = (times: number, { rateLimitScale }: Scope): Budget => ({
  table: 'invitation_sends',
  at: 'sent_at',
  times: Math.max(1, Math.round(times * rateLimitScale)),
  windowSeconds: hourSeconds,
});

interface Scope {
  rateLimitScale: number;
}

/**
 * Counts a mail about a membership against the hourly limit per organization and recipient. The caller holds the
 * address's lock, or accepts that a concurrent mail exceeds the limit by one.
 * @returns the seconds to wait; 0 if the mail may be sent
 */
export const takeMembershipMail = async (
  tx: Tx,
  organizationId: number,
  recipient: string,
  scope: Scope,
): Promise<number> => {
  const perPerson = scaled(invitationsPerHour, scope);
  const whose = { organization_id: organizationId, recipient };
  const seconds = await secondsUntilNext(tx, perPerson, whose);
  if (seconds === 0) await tx('invitation_sends').insert(whose);
  return seconds;
};

/**
 * Counts an invitation, also against the hourly limit of the organization, which concurrent invitations can exceed by
 * their number. The caller holds the address's lock. @throws 429 with the time to wait
 */
export const spendInvitation = async (
  tx: Tx,
  organizationId: number,
  recipient: string,
  { language, ...scope }: Scope & { language: Language },
): Promise<void> => {
  const perOrganization = scaled(organizationInvitationsPerHour, scope);
  const wait = await secondsUntilNext(tx, perOrganization, { organization_id: organizationId });
  if (wait > 0) throw tooManyInvitations(language, 'tooManyInvitationsHere', wait);
  const seconds = await takeMembershipMail(tx, organizationId, recipient, scope);
  if (seconds > 0) throw tooManyInvitations(language, 'tooManyInvitations', seconds);
};

/** Whether the organization may send another one of its waiting mails now. */
export const hasRoomForWaitingMail = async (tx: Tx, organizationId: number, scope: Scope): Promise<boolean> =>
  (await secondsUntilNext(tx, scaled(waitingMailsPerHour, scope), { organization_id: organizationId })) === 0;
