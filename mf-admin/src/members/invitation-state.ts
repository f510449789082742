import type { User } from '@obieg/contracts';

type Invitation = NonNullable<User['invitation']>;

/** Whether the member got a mail. Responses of earlier releases do not say so, and then one was sent. */
export const isMailed = ({ isMailed: wasMailed = true }: Invitation): boolean => wasMailed;

/**
 * What a member who has not signed in waits for. `EXPIRED`: the mailed link no longer works; a mail that only links to
 * the login page does not expire. Without a mail, the member signs in by the organization's provider or by a code.
 */
export const invitationState = (
  invitation: Invitation,
): 'INVITED' | 'EXPIRED' | 'NO_SIGN_IN' | 'SINGLE_SIGN_ON' => {
  const { expiresAt, providerName } = invitation;
  if (!isMailed(invitation)) return providerName ? 'SINGLE_SIGN_ON' : 'NO_SIGN_IN';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'EXPIRED' : 'INVITED';
};
