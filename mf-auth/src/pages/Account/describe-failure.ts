import { describeError, isApiError, type Translate } from '@obieg/web-kit';

/** Returns the text for a failed call; undefined if the fields name what is wrong. */
export const describeFailure = (error: unknown, t: Translate): string | undefined => {
  if (isApiError(error) && error.fieldErrors.length > 0) return undefined;
  return t('account.failedWith', { reason: describeError(error) });
};
