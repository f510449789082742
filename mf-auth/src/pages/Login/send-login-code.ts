import { isApiError, type Translate } from '@obieg/web-kit';
import { sendCode } from '../../auth.api';

/** Asks for a code to sign in with. Failures in the words of spec 1 §8: the server's, else our own. */
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
