import type { User } from '@obieg/contracts';

/** Whether the mailed link no longer works. A mail that only links to the login page does not expire. */
export const isInvitationExpired = ({ expiresAt }: NonNullable<User['invitation']>): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();
