import { Loading, SkeletonLines } from '@obieg/ui';
import { currentSession, signOut, takeReturnUrl, useNavigate, usePageTitle } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { AuthFrame } from '../../AuthFrame';
import { exchangeCode } from '../../auth.api';
import { useAuthMessages } from '../../messages';
import { LoginNameStep } from './LoginNameStep';
import { PasswordStep } from './PasswordStep';

/** The code of a hand-over, taken out of the address so that nobody copies it along. */
const takeHandOverCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
};

/**
 * Coming here ends the session that there was (spec 1 §4), or begins one where the main domain has handed it over.
 *
 * @returns whether the second is still going on.
 */
const useArrival = (): boolean => {
  const navigate = useNavigate();
  const [code] = useState(takeHandOverCode);
  const [isExchanging, setIsExchanging] = useState(code !== undefined);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    if (code === undefined) {
      if (currentSession()) signOut();
      return;
    }
    exchangeCode(code).then(
      () => navigate(takeReturnUrl(), { replace: true }),
      // Too late or used: one signs in as usual.
      () => setIsExchanging(false),
    );
  }, [code, navigate]);
  return isExchanging;
};

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
