import { Loading, SkeletonLines } from '@obieg/ui';
import { useNavigate, usePageTitle } from '@obieg/web-kit';
import { useState } from 'react';
import { AuthFrame } from '../../AuthFrame';
import { useAuthMessages } from '../../messages';
import type { VerifyEmailState } from '../VerifyEmail/navigation-state';
import { LoginNameStep } from './LoginNameStep';
import { PasswordStep } from './PasswordStep';
import { useSessionHandOver } from './use-session-hand-over';

/**
 * Two-step sign-in (spec 1 §2): login name, then password.
 * Accounts without a password receive a verification code by email.
 */
export const Component = () => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const [loginName, setLoginName] = useState<string>();
  usePageTitle(t('login.pageTitle'));
  const isHandOverPending = useSessionHandOver();
  // The server returns a masked address only, and resending a code needs the full one.
  const goToVerification = (token: string, email: string): void =>
    void navigate(`/verify-email?token=${encodeURIComponent(token)}`, {
      state: { email } satisfies VerifyEmailState,
    });
  const renderStep = () => {
    if (isHandOverPending) {
      return (
        <Loading>
          <SkeletonLines lines={2} />
        </Loading>
      );
    }
    if (loginName === undefined) {
      return <LoginNameStep onHasPassword={setLoginName} onCodeSent={goToVerification} />;
    }
    return (
      <PasswordStep
        loginName={loginName}
        onChange={() => setLoginName(undefined)}
        onCodeSent={goToVerification}
      />
    );
  };
  return <AuthFrame title={t('login.title')}>{renderStep()}</AuthFrame>;
};
