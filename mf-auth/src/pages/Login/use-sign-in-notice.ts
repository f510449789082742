import { getSignInReason, outageOf, setSignInReason } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { useDescribeFailure } from './use-describe-failure';

const reasonKeys = {
  'session-ended': 'login.sessionEnded',
  'sign-in-needed': 'login.signInNeeded',
  'signed-out': undefined,
} as const;

/** Returns why the visitor has to sign in. Undefined if the visitor opened the login page. */
export const useSignInNotice = (handOverError: unknown): string | undefined => {
  const t = useAuthMessages();
  const describeFailure = useDescribeFailure();
  const [reason] = useState(getSignInReason);
  // The reason concerns only this visit to the page.
  useEffect(() => () => setSignInReason(undefined), []);
  if (handOverError !== undefined)
    return outageOf(handOverError)
      ? t('login.failedWith', { reason: describeFailure(handOverError) })
      : t('login.handOverFailed');
  const key = reason && reasonKeys[reason];
  return key && t(key);
};
