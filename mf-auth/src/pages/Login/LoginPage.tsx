import { currentSession, signOut, useNavigate, usePageTitle } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import { AuthFrame } from '../../AuthFrame';
import { useAuthMessages } from '../../messages';
import { LoginNameStep } from './LoginNameStep';
import { PasswordStep } from './PasswordStep';

/** Coming here ends the session that there was (spec 1 §4). */
const useSignOutOnArrival = (): void => {
  useEffect(() => {
    if (currentSession()) signOut();
  }, []);
};

/** Signing in in two steps (spec 1 §2): who, then the password, or a code by mail for those who have none. */
export const Component = () => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const [loginName, setLoginName] = useState<string>();
  usePageTitle(t('login.pageTitle'));
  useSignOutOnArrival();
  // The server shows the address masked; a new code needs it whole.
  const goToVerification = (token: string, email: string): void =>
    void navigate(`/verify-email?token=${encodeURIComponent(token)}`, { state: { email } });
  return (
    <AuthFrame title={t('login.title')}>
      {loginName === undefined ? (
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
