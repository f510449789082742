import { isApiError, type Translate } from '@obieg/web-kit';
import { sendCode } from '../../sign-in/auth.api';

/**
 * Requests a sign-in code by email.
 *
 * @returns the token, or the text to show. The server's message wins over the default text (spec 1 §8).
 */
export const sendLoginCode = async (
  email: string,
  t: Translate,
): Promise<{ token: string } | { failure: string }> => {
  try {
    const { success, token, message } = await sendCode({ email });
    return success ? { token } : { failure: message || t('login.sendCodeFailed') };
  } catch (error) {
    if (isApiError(error) && error.code === 'NETWORK') return { failure: t('login.sendCodeOffline') };
    return { failure: (isApiError(error) && error.serverMessage) || t('login.sendCodeFailed') };
  }
};
