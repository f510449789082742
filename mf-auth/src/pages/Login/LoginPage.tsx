import { Loading, Notice, SkeletonLines } from '@obieg/ui';
import { organizationNameQuery, readFirstData, useNavigate, usePageTitle } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { AuthFrame } from '../../sign-in/AuthFrame';
import type { VerifyEmailState } from '../../sign-in/verify-email-state';
import { LoginNameStep } from './LoginNameStep';
import { PasswordStep } from './PasswordStep';
import { useSessionHandOver } from './use-session-hand-over';
import { useSignInNotice } from './use-sign-in-notice';

export const loader = readFirstData((client) => [client.prefetchQuery(organizationNameQuery)]);

/**
 * Two-step sign-in (spec 1 §2): login name, then password.
 * Accounts without a password receive a verification code by email.
 */
export const Component = () => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const [loginName, setLoginName] = useState<string>();
  usePageTitle(t('login.pageTitle'));
  const handOver = useSessionHandOver();
  const notice = useSignInNotice(handOver.error);
  // The server returns a masked address only, and resending a code needs the full one.
  const goToVerification = (token: string, email: string): void =>
    void navigate(`/verify-email?token=${encodeURIComponent(token)}`, {
      state: { email } satisfies VerifyEmailState,
    });
  const renderStep = () => {
    if (handOver.isPending) {
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
  return (
    <AuthFrame title={t('login.title')}>
      {notice ? <Notice tone="info">{notice}</Notice> : null}
      {renderStep()}
    </AuthFrame>
  );
};
