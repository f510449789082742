import { describeError, isApiError, type Translate } from '@obieg/web-kit';
import { describePasskeyFailure } from './passkeys';

/** Returns the text for a failed set-up or step: of the browser's dialog, or of the server. */
export const describeFactorFailure = (error: unknown, t: Translate): string => {
  if (!isApiError(error)) {
    const text = describePasskeyFailure(error, t);
    if (text !== undefined) return text;
  }
  return (isApiError(error) && error.serverMessage) || t('step.failed', { reason: describeError(error) });
};

/** Whether the sign-in must start again. */
export const isExpired = (error: unknown): boolean => isApiError(error) && error.code === 'CHALLENGE_EXPIRED';
