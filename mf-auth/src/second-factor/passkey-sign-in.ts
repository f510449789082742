import type { AuthResponse } from '@obieg/contracts';
import { assertPasskey, canAutofillPasskeys } from './passkeys';
import { fetchSignInOptions, signInByPasskey } from './second-factor.api';

/** Signs in by a passkey that the person chooses in the browser's dialog. */
export const signInWithPasskey = async (): Promise<AuthResponse> =>
  signInByPasskey(await assertPasskey(await fetchSignInOptions()));

/**
 * Offers passkeys in the list of the login field (conditional UI). Waits until the person chooses one.
 *
 * @returns undefined if the browser offers none, or the person used another way
 */
export const signInFromAutofill = async (): Promise<AuthResponse | undefined> => {
  if (!(await canAutofillPasskeys())) return undefined;
  const options = await fetchSignInOptions();
  const passkey = await assertPasskey(options, true).catch(() => undefined);
  return passkey && signInByPasskey(passkey);
};

export { describeFactorFailure } from './describe-factor-failure';
