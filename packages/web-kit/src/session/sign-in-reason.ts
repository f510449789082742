import { onSessionChange } from './session.store';

/**
 * Why a visitor is on the login page: the session ended by itself, the requested page needs one, or the user signed
 * out.
 */
export type SignInReason = 'session-ended' | 'sign-in-needed' | 'signed-out';

let current: SignInReason | undefined;

/** Stores the reason for the login page, which is opened next. */
export const setSignInReason = (reason: SignInReason | undefined): void => {
  current = reason;
};

/** Reason of the current visit to the login page. Undefined if the visitor opened it. */
export const getSignInReason = (): SignInReason | undefined => current;

onSessionChange(() => setSignInReason(undefined));
