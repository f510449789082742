import type { AuthResponse } from '@obieg/contracts';
import { assertPasskey, canAutofillPasskeys, cancelPasskey } from './passkeys';
import { fetchSignInOptions, signInByPasskey } from './second-factor.api';

/** Signs in by a passkey that the person chooses in the browser's dialog. */
export const signInWithPasskey = async (): Promise<AuthResponse> =>
  signInByPasskey(await assertPasskey(await fetchSignInOptions()));

/**
 * Offers passkeys in the list of the login field (conditional UI). Waits until the person chooses one.
 *
 * @param left takes the offer back, because the login field is gone
 * @returns undefined if the browser offers none, or the person used another way
 */
export const signInFromAutofill = async (left: AbortSignal): Promise<AuthResponse | undefined> => {
  if (!(await canAutofillPasskeys())) return undefined;
  const options = await fetchSignInOptions();
  if (left.aborted) return undefined;
  left.addEventListener('abort', cancelPasskey);
  const passkey = await assertPasskey(options, true)
    .catch(() => undefined)
    .finally(() => left.removeEventListener('abort', cancelPasskey));
  return passkey && !left.aborted ? signInByPasskey(passkey) : undefined;
};

export { describeFactorFailure } from './describe-factor-failure';
