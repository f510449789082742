import { Loading, SkeletonLines } from '@obieg/ui';
import { useNavigate, usePageTitle } from '@obieg/web-kit';
import { useState } from 'react';
import { AuthFrame } from '../../AuthFrame';
import { useAuthMessages } from '../../messages';
import { LoginNameStep } from './LoginNameStep';
import { PasswordStep } from './PasswordStep';
import { useArrival } from './use-arrival';

/** Signing in in two steps (spec 1 §2): who, then the password, or a code by mail for those who have none. */
export const Component = () => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const [loginName, setLoginName] = useState<string>();
  usePageTitle(t('login.pageTitle'));
  const isArriving = useArrival();
  // The server shows the address masked; a new code needs it whole.
  const goToVerification = (token: string, email: string): void =>
    void navigate(`/verify-email?token=${encodeURIComponent(token)}`, { state: { email } });
  return (
    <AuthFrame title={t('login.title')}>
      {isArriving ? (
        <Loading>
          <SkeletonLines lines={2} />
        </Loading>
      ) : loginName === undefined ? (
        <LoginNameStep onHasPassword={setLoginName} onCodeSent={goToVerification} />
      ) : (
        <PasswordStep
          loginName={loginName}
          onChange={() => setLoginName(undefined)}
          onCodeSent={goToVerification}
        />
      )}
    </AuthFrame>
  );
};
